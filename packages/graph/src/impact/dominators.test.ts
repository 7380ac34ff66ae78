import * as fc from "fast-check";
import { expect, it } from "vitest";
import { findNode, type PackedGraph } from "../packed-graph.ts";
import { anyGraph, graphOf } from "../testing/random-graph.ts";
import { neighborsOf, reach } from "../traverse.ts";
import { dominatedCounts } from "./dominators.ts";
import { countUp } from "./rows.ts";

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

/** Returns `dominatedCounts` with the nodes in breadth-first order. */
function countsFrom({ incoming, outgoing }: PackedGraph, root: number): Uint32Array {
  const nodes: number[] = [];
  const seen = new Set([root]);
  for (const parent of seen) {
    for (const node of neighborsOf(incoming, parent)) {
      if (seen.has(node)) continue;
      seen.add(node);
      nodes.push(node);
    }
  }
  const { offsets, neighbors } = outgoing;
  const isReached = countUp(offsets.length - 1).map((node) => (seen.has(node) ? node : offsets.length - 1));
  return dominatedCounts(
    { offsets, values: neighbors },
    root,
    Uint32Array.from(nodes),
    nodes.filter((node) => [...neighborsOf(incoming, root)].includes(node)).length,
    isReached,
  );
}

it("counts exactly the nodes that become unreachable when the node is removed", () => {
  fc.assert(
    fc.property(anyGraph, (graph) => {
      const root = findNode(graph, "a") ?? -1;
      const counts = countsFrom(graph, root);
      const { strength } = reach(graph, root, "downstream", 10, 0);
      const reached = [...graph.nodes.keys()].filter((node) => strength[node] !== 0);
      expect(counts[root]).toBe(reached.length - 1);
      for (const node of graph.nodes.keys()) {
        if (node === root) continue;
        expect(counts[node]).toBe(reached.includes(node) ? lostWithout(graph, root, node) : 0);
      }
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
  expect([...countsFrom(graph, 0)]).toEqual([4, 3, 0, 0, 0]);
});
