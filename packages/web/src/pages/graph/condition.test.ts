import { expect, it } from "vitest";
import { briefConditionOf, conditionOf, nextRunLabel } from "./condition.ts";
import { AROUND_ROOT, arrivingAt, viewWith } from "./example-view.ts";
import type { GraphView } from "./graph-view.ts";
import { rootedLayers } from "./rooted-layers.ts";
import { sectionsOf, timingsOf } from "./sections.ts";

const VERSIONS: Record<
  string,
  { version_constraint: string; version_constraint_state: "range" | "floating" }
> = {
  limited: { version_constraint: "^4.0.0", version_constraint_state: "range" },
  open: { version_constraint: ">=4.0.0", version_constraint_state: "range" },
  branch: { version_constraint: "main", version_constraint_state: "floating" },
};

/** Dependents that get a change of the root on their next run, by the version that they use. */
function viewOf(names: readonly string[]): GraphView {
  const view = viewWith(
    names.map((name) => `${name} > root`),
    Object.fromEntries(names.map((name) => [`${name} > root`, { clock: "next_run" as const }])),
  );
  const nodes = view.nodes.map((node) => ({
    ...node,
    affected: { hops: 1, clock: "next_run" as const, clock_evidence: VERSIONS[node.id] },
  }));
  return { ...view, nodes };
}

it("has the condition of an impact only where a version decides whether the next run gets the change", () => {
  const dependents = viewOf(["limited", "open", "branch"]).nodes.filter(({ id }) => id !== "root");
  const nodes = dependents.map((node) => arrivingAt(node, "next_run"));
  const conditions = nodes.map((node) => [node.id, conditionOf(node)]);
  expect(Object.fromEntries(conditions)).toEqual({
    limited: "if the new version is in ^4.0.0",
    open: undefined,
    branch: undefined,
  });
  expect(nodes.flatMap((node) => briefConditionOf(node) ?? [])).toEqual(["if in ^4.0.0"]);
  // Every declaration is followed, and another one decides when.
  expect(dependents.flatMap((node) => conditionOf(arrivingAt(node, "bump")) ?? [])).toEqual([]);
  // Of a dependency that depends on the root as well, it says when a change of it gets there.
  const asDependency = { hops: -1, clock: "next_run" as const, isMaximum: false };
  expect(dependents.flatMap((node) => conditionOf({ ...node, arrival: asDependency }) ?? [])).toEqual([]);
});

it("counts those on the next run in any case apart from those with a condition", () => {
  const numberOf = (names: readonly string[]) =>
    timingsOf(rootedLayers(viewOf(names), { ...AROUND_ROOT, through: "artifacts" }), 1);
  expect(numberOf(["open", "branch"])).toEqual([{ clock: "next_run", count: 2, isMaximum: false }]);
  expect(numberOf(["open", "limited"])).toEqual([
    { clock: "next_run", count: 1, isMaximum: false },
    { clock: "next_run", count: 1, isMaximum: true },
  ]);
  const framed = { parts: () => 3, rows: () => 1, stackedRows: () => 2, widthOf: () => 900 };
  const layers = rootedLayers(viewOf(["limited", "open", "branch"]), {
    ...AROUND_ROOT,
    through: "artifacts",
    framed,
    rowsFor: () => 1,
  });
  expect(sectionsOf(layers).map(({ count, isMaximum }) => [count, isMaximum])).toEqual([
    [2, false],
    [1, true],
  ]);
});

it("says of uses whether a version limits those that decide", () => {
  const uses = (...versions: (string | null)[]) =>
    versions.map((version) => ({ clock: "next_run" as const, version }));
  expect(nextRunLabel(uses("main", "latest", ">=1.2", "*", null))).toBe("on next run");
  const limited = ["^4.0.0", "~1.2", ">=1.0 <2.0", "[1.0,2.0)", "v4", "1.x", "3.20-alpine"];
  const others = limited.filter((version) => nextRunLabel(uses(version)) !== "on next run (? may be)");
  expect(others).toEqual([]);
  expect(nextRunLabel(uses("main", "^4.0.0"))).toBe("on next run (? may be)");
  expect(nextRunLabel([{ clock: "bump", version: "^4.0.0" }, ...uses("main")])).toBe("on next run");
  expect(nextRunLabel([{ clock: "next_run", version: "^4.0.0", decides: false }])).toBe("on next run");
});
