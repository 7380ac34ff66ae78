import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Edge } from "./edges.ts";
import {
  findNode,
  getEdge,
  packGraph,
  repackGraph,
  type Adjacency,
  type PackedGraph,
} from "./packed-graph.ts";
import { anyGraph } from "./testing/random-graph.ts";

const edge = (source: string, target: string, more: Partial<Edge> = {}): Edge => ({
  source,
  target,
  dependencyType: "go_module",
  versionConstraint: "v1.2.3",
  confidence: 1000,
  constraintKinds: [{ versioning: "go", state: "pinned" }],
  ...more,
});

describe("repackGraph", () => {
  it("equals packGraph of the kept edges and the new edges", () => {
    fc.assert(
      fc.property(anyGraph, anyGraph, fc.func(fc.boolean()), (previous, next, isKept) => {
        const removed = new Set(previous.nodes.filter((id) => !next.nodes.includes(id)));
        const edgesOf = (graph: PackedGraph) =>
          [...graph.columns.source.keys()].map((at) => getEdge(graph, at));
        const dangling = new Set(
          edgesOf(previous).flatMap(({ source, target }) => (removed.has(target) ? [source] : [])),
        );
        const isReused = (id: string) => previous.nodes.includes(id) && !dangling.has(id) && isKept(id);
        const fresh = edgesOf(next).filter(({ source }) => !isReused(source));
        const kept = edgesOf(previous).filter(({ source }) => !removed.has(source) && isReused(source));
        expect(repackGraph(previous, next.nodes, isReused, fresh)).toEqual(
          packGraph(next.nodes, [...kept, ...fresh]),
        );
      }),
    );
  });

  it("throws for a kept edge to a removed repository", () => {
    const previous = packGraph(["a", "b"], [edge("a", "b")]);
    expect(() => repackGraph(previous, ["a"], () => true, [])).toThrow("b, which is not in the graph");
  });
});

describe("packGraph", () => {
  it("preserves every field of every edge", () => {
    const edges = [
      edge("a", "b"),
      edge("a", "b", { versionConstraint: null, constraintKinds: [] }),
      edge("b", "c", { versionConstraint: "", confidence: 300 }),
      edge("c", "a", {
        constraintKinds: [
          { versioning: "docker", state: "floating" },
          { versioning: "git", state: "unresolved" },
        ],
      }),
    ];
    const graph = packGraph(["c", "b", "a"], edges);
    const unpacked = edges.map((_, i) => getEdge(graph, i));
    expect(unpacked).toEqual([edges[1], edges[0], edges[2], edges[3]]);
  });

  it("includes repositories without edges and removes duplicates", () => {
    const graph = packGraph(["b", "a", "b"], []);
    expect(graph.nodes).toEqual(["a", "b"]);
    expect([findNode(graph, "a"), findNode(graph, "b"), findNode(graph, "c")]).toEqual([0, 1, undefined]);
  });

  it("throws for an edge to an unknown repository", () => {
    expect(() => packGraph(["a"], [edge("a", "b")])).toThrow("b, which is not in the graph");
  });

  it("lists each edge exactly once in each direction", () => {
    fc.assert(
      fc.property(anyGraph, (graph) => {
        const { source, target } = graph.columns;
        expect(triples(graph.outgoing)).toEqual([...source].map((from, i) => [from, target[i], i]));
        const reversed = [...target].map((from, i) => [from, source[i], i]);
        expect(triples(graph.incoming)).toEqual(reversed.toSorted(([a = 0], [b = 0]) => a - b));
      }),
    );
  });
});

/** Returns [node, neighbor, edge] for every entry. */
const triples = ({ offsets, neighbors, edges }: Adjacency): (number | undefined)[][] =>
  [...offsets.keys()].flatMap((node) => {
    const start = offsets[node] ?? 0;
    const listed = neighbors.subarray(start, offsets[node + 1] ?? 0);
    return Array.from(listed, (neighbor, i) => [node, neighbor, edges[start + i]]);
  });
