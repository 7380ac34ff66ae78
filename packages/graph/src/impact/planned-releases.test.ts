import { expect, it } from "vitest";
import { findNode } from "../packed-graph.ts";
import { type Link, packUses, useOf } from "../testing/random-graph.ts";
import { plannedReleases } from "./planned-releases.ts";

const releasesOfA = (links: readonly Link[], isNamed?: (repositoryId: string) => boolean) => {
  const graph = packUses(links.map(useOf));
  const options = { maxDepth: 3, floor: 400, through: "artifacts", releaseOf: () => null } as const;
  return plannedReleases(graph, findNode(graph, "a") ?? -1, options, isNamed).map(
    ({ version, byClock: { direct, transitive } }) => [
      version,
      direct.next_run + transitive.next_run,
      direct.bump + transitive.bump,
    ],
  );
};

const range = (source: string, versionConstraint: string): Link => ({
  source,
  target: "a",
  state: "range",
  isLocked: false,
  versionConstraint,
});

it("counts for a release in each range what gets it without a bump, also through others", () => {
  const links: Link[] = [
    range("b", "^4.0.0"),
    range("c", "^5.0.0"),
    range("d", "^5.0.0"),
    { ...range("e", "^1.0.0"), target: "c" },
    range("f", ">=4"),
    { source: "g", target: "a", state: "pinned", versionConstraint: "4.0.0" },
  ];
  expect(releasesOfA(links)).toEqual([
    ["5.0.0", 4, 2],
    ["4.0.0", 2, 4],
  ]);
});

it("reads a version from ranges that leave out parts, and none from those that name no version", () => {
  expect(releasesOfA([range("b", "4.x"), range("c", "~3.1"), range("d", "latest"), range("e", "*")])).toEqual(
    [
      ["4.0.0", 3, 1],
      ["3.1.0", 3, 1],
    ],
  );
  expect(releasesOfA([{ source: "b", target: "a", state: "pinned", versionConstraint: "1.0.0" }])).toEqual(
    [],
  );
});

it("has no release of a range that only repositories without a name have", () => {
  const links = [range("b", "^4.0.0"), range("c", "^5.0.0")];
  expect(releasesOfA(links, (id) => id === "b")).toEqual([["4.0.0", 1, 1]]);
});

it("has at most eight releases, those of the ranges with most uses", () => {
  const links = Array.from({ length: 12 }, (_, at) => range(`user-${at}`, `^${at + 1}.0.0`));
  const found = releasesOfA([...links, range("other", "^12.0.0")]);
  expect(found).toHaveLength(8);
  expect(found[0]).toEqual(["12.0.0", 2, 11]);
});
