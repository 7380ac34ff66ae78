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
  holds: [{ versioning: "go", state: "pinned" }],
  ...more,
});

describe("repackGraph", () => {
  it("is packGraph of the kept repositories' edges and the new ones, whatever changes", () => {
    fc.assert(
      fc.property(anyGraph, anyGraph, fc.func(fc.boolean()), (former, latter, isKept) => {
        const gone = new Set(former.nodes.filter((id) => !latter.nodes.includes(id)));
        const edgesOf = (graph: PackedGraph) =>
          [...graph.columns.source.keys()].map((at) => getEdge(graph, at));
        const leadsOn = new Set(
          edgesOf(former).flatMap(({ source, target }) => (gone.has(target) ? [source] : [])),
        );
        const isStill = (id: string) => former.nodes.includes(id) && !leadsOn.has(id) && isKept(id);
        const fresh = edgesOf(latter).filter(({ source }) => !isStill(source));
        const kept = edgesOf(former).filter(({ source }) => !gone.has(source) && isStill(source));
        expect(repackGraph(former, latter.nodes, isStill, fresh)).toEqual(
          packGraph(latter.nodes, [...kept, ...fresh]),
        );
      }),
    );
  });

  it("refuses a kept edge to a repository that is gone", () => {
    const former = packGraph(["a", "b"], [edge("a", "b")]);
    expect(() => repackGraph(former, ["a"], () => true, [])).toThrow("b, which is no node");
  });
});

describe("packGraph", () => {
  it("keeps every edge with all that is known of it", () => {
    const edges = [
      edge("a", "b"),
      edge("a", "b", { versionConstraint: null, holds: [] }),
      edge("b", "c", { versionConstraint: "", confidence: 300 }),
      edge("c", "a", {
        holds: [
          { versioning: "docker", state: "floating" },
          { versioning: "git", state: "unresolved" },
        ],
      }),
    ];
    const graph = packGraph(["c", "b", "a"], edges);
    const unpacked = edges.map((_, i) => getEdge(graph, i));
    expect(unpacked).toEqual([edges[1], edges[0], edges[2], edges[3]]);
  });

  it("keeps repositories without edges, once", () => {
    const graph = packGraph(["b", "a", "b"], []);
    expect(graph.nodes).toEqual(["a", "b"]);
    expect([findNode(graph, "a"), findNode(graph, "b"), findNode(graph, "c")]).toEqual([0, 1, undefined]);
  });

  it("refuses an edge to a repository that is no node", () => {
    expect(() => packGraph(["a"], [edge("a", "b")])).toThrow("b, which is no node");
  });

  it("lists each edge at both of its ends, and nowhere else", () => {
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

/** [node, neighbor, edge] in the order of the lists. */
const triples = ({ offsets, neighbors, edges }: Adjacency): (number | undefined)[][] =>
  [...offsets.keys()].flatMap((node) => {
    const start = offsets[node] ?? 0;
    const listed = neighbors.subarray(start, offsets[node + 1] ?? 0);
    return Array.from(listed, (neighbor, i) => [node, neighbor, edges[start + i]]);
  });
