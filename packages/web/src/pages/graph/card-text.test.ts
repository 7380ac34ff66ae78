import { expect, it } from "vitest";
import { activeIn, namesIn } from "./card-text.ts";
import { arrivingAt, viewWith } from "./example-view.ts";
import { versionCounts, versionsOfAll } from "./group-versions.ts";
import type { GroupCard } from "./layers.ts";

const declaring = (id: string, version?: string, archived = false) => {
  const node = viewWith([`${id} > root`]).nodes.find((one) => one.id === id);
  const arrival = { hops: 1, clock: "bump" as const, isMaximum: false };
  return {
    ...arrivingAt(node!, "bump"),
    archived,
    arrival: version === undefined ? arrival : { ...arrival, versions: [version] },
  };
};

it("says which versions the repositories of a group declare", () => {
  expect(versionsOfAll([declaring("a")])).toBe("");
  expect(versionsOfAll([declaring("a", "main"), declaring("b", "main")])).toBe("main");
  const releases = ["v2.0.0", "v10.0.0", "v2.0.0"].map((version, at) => declaring(`r${at}`, version));
  expect(versionsOfAll(releases)).toBe("v2–v10");
  expect(versionsOfAll([...releases, declaring("a", "v2.1.0")])).toBe("v2.0.0–v10.0.0");
  // Between others, there is no range.
  expect(versionsOfAll([...releases, declaring("a", "^1.0.0")])).toBe("3 versions");
});

it("counts the repositories of a group by version, as far as there is room", () => {
  const nodes = ["v7.0.0", "v2.0.0", "v7.0.0", "v2.0.0", "v0.0.0"].map((version, at) =>
    declaring(`r${at}`, version),
  );
  expect(versionCounts(nodes)).toBe("v7 ×2 · v2 ×2 · v0 ×1");
  expect(versionCounts(nodes, 110)).toBe("v7 ×2 · 3 others");
  expect(versionCounts(nodes, 40)).toBe("");
  expect(versionCounts(nodes.slice(0, 1))).toBe("");
  // Who declares none is not counted as another version.
  expect(versionCounts([...nodes, declaring("none")])).toBe("");
});

it("names the dependents of a group that are not archived, which it counts apart", () => {
  const nodes = [declaring("a", "v1"), declaring("old", "v0", true), declaring("b", "v1")];
  const group: GroupCard = {
    kind: "group",
    id: "g",
    column: 1,
    clock: "bump",
    role: null,
    title: "web",
    nodes,
    withClock: 3,
    opens: null,
  };
  expect(namesIn(activeIn(group))).toBe("a, b");
  // An archived dependency has an effect.
  expect(namesIn(activeIn({ ...group, column: -1 }))).toBe("a, old, b");
  expect(namesIn(activeIn({ ...group, nodes: [nodes[1]!] }))).toBe("old");
});
