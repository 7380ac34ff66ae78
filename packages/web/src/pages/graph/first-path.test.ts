import { expect, it } from "vitest";
import { AROUND_ROOT, viewWith } from "./example-view.ts";
import { firstPath } from "./first-path.ts";
import { rootedLayers } from "./rooted-layers.ts";

it("leads to a repository that gets the change then, not to one that gets it earlier by another path", () => {
  const view = viewWith(["a > root", "b > root", "early > a", "late > a"], {
    "a > root": { clock: "next_run" },
  });
  const clocks: Record<string, "next_run" | "bump"> = {
    a: "next_run",
    b: "bump",
    early: "next_run",
    late: "bump",
  };
  const nodes = view.nodes.map((node) => {
    const clock = clocks[node.id];
    const hops = node.id === "a" || node.id === "b" ? 1 : 2;
    return { ...node, affected: clock === undefined ? null : { hops, clock } };
  });
  const layers = rootedLayers({ ...view, nodes }, { ...AROUND_ROOT, through: "artifacts", depth: 2 });
  expect(firstPath(layers).map(({ from, to }) => `${from} > ${to}`)).toEqual(["root > a", "a > late"]);
});
