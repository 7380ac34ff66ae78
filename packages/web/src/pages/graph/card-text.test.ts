import { expect, it } from "vitest";
import { versionsOfAll } from "./card-text.ts";
import { arrivingAt, viewWith } from "./example-view.ts";

it("says which versions the repositories of a group declare, without archived ones", () => {
  const [node] = viewWith(["a > root"]).nodes.map((one) => arrivingAt(one, "bump"));
  const declaring = (version: string, archived = false) => ({
    ...node!,
    archived,
    arrival: { hops: 1, clock: "bump" as const, isMaximum: false, versions: [version] },
  });
  expect(versionsOfAll([node!])).toBe("");
  expect(versionsOfAll([declaring("main"), declaring("main")])).toBe("main");
  const releases = [declaring("v2.0.0"), declaring("v10.0.0"), declaring("v2.0.0")];
  expect(versionsOfAll(releases)).toBe("v2.0.0–v10.0.0");
  expect(versionsOfAll([...releases, declaring("v1.0.0", true)])).toBe("v2.0.0–v10.0.0");
  expect(versionsOfAll([declaring("v0.1.0", true)])).toBe("v0.1.0");
  // Between others, there is no range.
  expect(versionsOfAll([declaring("^1.0.0"), declaring("v2.0.0")])).toBe("2 versions");
});
