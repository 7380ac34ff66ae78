import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { findNode, type PackedGraph } from "./packed-graph.ts";
import { anyGraph, graphOf, simplePaths } from "./testing/random-graph.ts";
import { pathTo, reach, type Direction } from "./traverse.ts";

interface Best {
  strength: number;
  hops: number;
}

/** The specification of `reach`, by enumerating every simple path. */
function bestPaths(graph: PackedGraph, root: number, direction: Direction, depth: number, floor: number) {
  const confidence = (edge: number) => graph.columns.confidence[edge] ?? 0;
  const best: Best[] = graph.nodes.map(() => ({ strength: 0, hops: 0 }));
  best[root] = { strength: 1000, hops: 0 };
  const usable = (edge: number) => confidence(edge) >= floor;
  for (const path of simplePaths(graph, direction, depth, usable, { nodes: [root], edges: [] })) {
    const end = path.nodes.at(-1) ?? root;
    const found = { strength: Math.min(...path.edges.map(confidence)), hops: path.edges.length };
    const known = best[end];
    const isBetter = !known || found.strength > known.strength;
    if (isBetter || (found.strength === known.strength && found.hops < known.hops)) best[end] = found;
  }
  return best;
}

const anyQuery = fc.record({
  graph: anyGraph,
  direction: fc.constantFrom<Direction>("upstream", "downstream"),
  depth: fc.integer({ min: 1, max: 5 }),
  floor: fc.constantFrom(0, 400, 800),
});
const RUNS = { numRuns: Number(process.env["KNOCKON_GRAPH_CASES"] ?? 500) };

describe("reach", () => {
  it("finds the strongest path within the depth, and the shortest among equals", () => {
    fc.assert(
      fc.property(anyQuery, ({ graph, direction, depth, floor }) => {
        const root = findNode(graph, "a") ?? -1;
        const { strength, hops } = reach(graph, root, direction, depth, floor);
        const found = graph.nodes.map((_, node) => ({ strength: strength[node], hops: hops[node] }));
        expect(found).toEqual(bestPaths(graph, root, direction, depth, floor));
      }),
      RUNS,
    );
  });

  it("records an existing path of that strength and length for every reached node", () => {
    fc.assert(
      fc.property(anyQuery, ({ graph, direction, depth, floor }) => {
        const root = findNode(graph, "a") ?? -1;
        const reached = reach(graph, root, direction, depth, floor);
        const { source, target, confidence } = graph.columns;
        const [from, to] = direction === "upstream" ? [source, target] : [target, source];
        for (const node of graph.nodes.keys()) {
          const path = pathTo(reached, node);
          expect(path).toHaveLength(reached.hops[node] ?? -1);
          if (path.length === 0) continue;
          const end = path.reduce((at, edge) => (from[edge] === at ? (to[edge] ?? -1) : -1), root);
          expect(end).toBe(node);
          expect(Math.min(...path.map((edge) => confidence[edge] ?? 0))).toBe(reached.strength[node]);
        }
      }),
      RUNS,
    );
  });

  it("reaches nodes behind a weak short path even if a stronger long path exists", () => {
    const graph = graphOf([
      { source: "b", target: "a", confidence: 600 },
      { source: "c", target: "a" },
      { source: "b", target: "c" },
      { source: "d", target: "b" },
    ]);
    const { strength, hops } = reach(graph, 0, "downstream", 2, 400);
    expect([...strength]).toEqual([1000, 1000, 1000, 600]);
    expect([...hops]).toEqual([0, 2, 1, 2]);
  });

  it("follows a path only as strong as it was one hop before", () => {
    const graph = graphOf([
      { source: "b", target: "a" },
      { source: "c", target: "a", confidence: 600 },
      { source: "c", target: "b" },
      { source: "d", target: "c" },
    ]);
    expect([...reach(graph, 0, "downstream", 2, 400).strength]).toEqual([1000, 1000, 1000, 600]);
  });

  it("includes edges exactly at the floor", () => {
    const graph = graphOf([{ source: "b", target: "a", confidence: 700 }]);
    expect(reach(graph, 0, "downstream", 1, 700).strength[1]).toBe(700);
    expect(reach(graph, 0, "downstream", 1, 701).strength[1]).toBe(0);
  });
});
