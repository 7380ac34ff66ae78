import * as fc from "fast-check";
import { expect, it } from "vitest";
import { findNode, type PackedGraph } from "../packed-graph.ts";
import { anyGraph, graphOf } from "../testing/random-graph.ts";
import { reach } from "../traverse.ts";
import { dominatedCounts } from "./dominators.ts";

/** The number of other nodes the root no longer reaches without `gone`. */
function lostWithout(graph: PackedGraph, root: number, gone: number): number {
  const { source, target } = graph.columns;
  const reachable = (without: number) => {
    const seen = new Set([root]);
    for (const node of seen) {
      for (const [edge, producer] of target.entries()) {
        const consumer = source[edge] ?? -1;
        if (producer === node && consumer !== without) seen.add(consumer);
      }
    }
    return seen.size;
  };
  return reachable(-1) - reachable(gone) - 1;
}

it("counts exactly the nodes that become unreachable when the node is removed", () => {
  fc.assert(
    fc.property(anyGraph, (graph) => {
      const root = findNode(graph, "a") ?? -1;
      const counts = dominatedCounts(graph.incoming, graph.outgoing, root);
      const { strength } = reach(graph, root, "downstream", 10, 0);
      const reached = [...graph.nodes.keys()].filter((node) => strength[node] !== 0);
      expect([...counts.keys()].toSorted((a, b) => a - b)).toEqual(reached);
      for (const node of reached.filter((other) => other !== root))
        expect(counts.get(node)).toBe(lostWithout(graph, root, node));
    }),
    { numRuns: 1000 },
  );
});

it("does not count nodes that two parallel paths lead to, except for the node before the fork", () => {
  const graph = graphOf([
    { source: "b", target: "a" },
    { source: "c", target: "b" },
    { source: "d", target: "b" },
    { source: "e", target: "c" },
    { source: "e", target: "d" },
  ]);
  expect([...dominatedCounts(graph.incoming, graph.outgoing, 0)].toSorted(([a], [b]) => a - b)).toEqual([
    [0, 4],
    [1, 3],
    [2, 0],
    [3, 0],
    [4, 0],
  ]);
});
