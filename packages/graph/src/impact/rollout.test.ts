import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { PackedGraph } from "../packed-graph.ts";
import { anyGraph, graphOf } from "../testing/random-graph.ts";
import { rollout } from "./rollout.ts";
import { countUp } from "./rows.ts";

function rolloutOf({ outgoing: { offsets, neighbors }, nodes }: PackedGraph) {
  const all = countUp(nodes.length);
  return rollout({ offsets, ends: offsets.subarray(1), values: neighbors }, all, all);
}

const byName = (graph: PackedGraph, byNode: Uint32Array) =>
  Object.fromEntries(graph.nodes.map((id, node) => [id, byNode[node]]));

describe("rollout", () => {
  it("releases a repository after everything it depends on", () => {
    const graph = graphOf([
      { source: "b", target: "a" },
      { source: "c", target: "b" },
      { source: "c", target: "a" },
      { source: "d", target: "a" },
    ]);
    expect(byName(graph, rolloutOf(graph).wave)).toEqual({ a: 1, b: 2, c: 3, d: 2 });
  });

  it("releases a cycle in one wave, before its dependents", () => {
    const graph = graphOf([
      { source: "a", target: "b" },
      { source: "b", target: "c" },
      { source: "c", target: "a" },
      { source: "d", target: "c" },
    ]);
    const { wave, cycleGroup } = rolloutOf(graph);
    expect(byName(graph, wave)).toEqual({ a: 1, b: 1, c: 1, d: 2 });
    expect(byName(graph, cycleGroup)).toEqual({ a: 1, b: 1, c: 1, d: 0 });
  });

  it("puts every consumer in the first wave after its producers, except within a cycle", () => {
    fc.assert(
      fc.property(anyGraph, (graph) => {
        const { wave, cycleGroup } = rolloutOf(graph);
        const { source, target } = graph.columns;
        const ends = [...source].map((from, edge) => [from, target[edge] ?? -1] as const);
        const group = (node: number) => cycleGroup[node] || `alone ${node}`;
        const leads = (from: number, to: number) => isReachable(ends, from, to);
        for (const node of graph.nodes.keys()) {
          const mates = [...graph.nodes.keys()].filter((other) => leads(node, other) && leads(other, node));
          expect(mates.every((mate) => group(mate) === group(node))).toBe(true);
          expect(cycleGroup[node] !== 0).toBe(mates.length > 1);
          const awaited = ends.filter(
            ([from, to]) => group(from) === group(node) && group(to) !== group(node),
          );
          expect(wave[node]).toBe(1 + Math.max(0, ...awaited.map(([, to]) => wave[to] ?? Number.NaN)));
        }
      }),
      { numRuns: 500 },
    );
  });

  it("handles a chain of 20,000 dependencies", () => {
    const links = Array.from({ length: 20_000 }, (_, i) => ({ source: `${i + 1}`, target: `${i}` }));
    const graph = graphOf(links);
    const { wave } = rolloutOf(graph);
    expect(Math.max(...wave)).toBe(20_001);
  });
});

function isReachable(ends: readonly (readonly [number, number])[], from: number, to: number): boolean {
  const seen = new Set([from]);
  for (const node of seen) {
    for (const [source, target] of ends) if (source === node) seen.add(target);
  }
  return seen.has(to);
}
