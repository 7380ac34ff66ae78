import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Use } from "./edges.ts";
import {
  findNode,
  getEdge,
  getUse,
  packGraph,
  repackGraph,
  type Adjacency,
  type PackedGraph,
} from "./packed-graph.ts";
import { anyArtifactGraph, anyGraph, useOf } from "./testing/random-graph.ts";

const use = (source: string, target: string, more: Partial<Use> = {}): Use =>
  useOf({ source, target, dependencyType: "go_module", versionConstraint: "v1.2.3", ...more });

const usesOf = (graph: PackedGraph): Use[] => Array.from(graph.uses.source.keys(), (at) => getUse(graph, at));

describe("repackGraph", () => {
  it("equals packGraph of the kept uses and the new uses", () => {
    fc.assert(
      fc.property(anyArtifactGraph, anyArtifactGraph, fc.func(fc.boolean()), (previous, next, isKept) => {
        const removed = new Set(previous.nodes.filter((id) => !next.nodes.includes(id)));
        const dangling = new Set(
          usesOf(previous).flatMap(({ source, target }) => (removed.has(target) ? [source] : [])),
        );
        const isReused = (id: string) => previous.nodes.includes(id) && !dangling.has(id) && isKept(id);
        const fresh = usesOf(next).filter(({ source }) => !isReused(source));
        const kept = usesOf(previous).filter(({ source }) => !removed.has(source) && isReused(source));
        expect(repackGraph(previous, next.nodes, isReused, fresh)).toEqual(
          packGraph(next.nodes, [...kept, ...fresh]),
        );
      }),
    );
  });

  it("throws for a kept use of a removed repository", () => {
    const previous = packGraph(["a", "b"], [use("a", "b")]);
    expect(() => repackGraph(previous, ["a"], () => true, [])).toThrow("b, which is not in the graph");
  });
});

describe("packGraph", () => {
  it("preserves every field of every use", () => {
    const uses = [
      use("a", "b"),
      use("a", "b", { versionConstraint: null, scope: null, role: "ci", isLocked: false }),
      use("b", "c", { versionConstraint: "", confidence: 300, artifact: "*" }),
      use("c", "a", { state: "unresolved", versioning: "docker", scope: "unit:docker:Dockerfile" }),
      use("c", "c", { artifact: "npm_package:@acme/ui" }),
    ];
    const graph = packGraph(["c", "b", "a"], uses);
    expect(usesOf(graph)).toEqual([uses[1], uses[0], uses[2], uses[3], uses[4]]);
  });

  it("projects the uses between repositories to edges", () => {
    fc.assert(
      fc.property(anyArtifactGraph, (graph) => {
        const expected = new Map<string, number>();
        for (const { confidence, ...one } of usesOf(graph)) {
          if (one.source === one.target) continue;
          const key = JSON.stringify([one.source, one.target, one.dependencyType, one.versionConstraint]);
          expected.set(key, Math.max(expected.get(key) ?? 0, confidence));
        }
        const edges = Array.from(graph.columns.source.keys(), (at) => getEdge(graph, at));
        const found = edges.map(({ confidence, source, target, dependencyType, versionConstraint }) => [
          JSON.stringify([source, target, dependencyType, versionConstraint]),
          confidence,
        ]);
        expect(found).toHaveLength(expected.size);
        expect(new Map(found as [string, number][])).toEqual(expected);
      }),
    );
  });

  it("includes repositories without edges and removes duplicates", () => {
    const graph = packGraph(["b", "a", "b"], []);
    expect(graph.nodes).toEqual(["a", "b"]);
    expect([findNode(graph, "a"), findNode(graph, "b"), findNode(graph, "c")]).toEqual([0, 1, undefined]);
  });

  it("throws for a use of an unknown repository", () => {
    expect(() => packGraph(["a"], [use("a", "b")])).toThrow("b, which is not in the graph");
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
