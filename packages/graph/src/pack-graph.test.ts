import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { distinctUses, edgeId, type Edge, type Use } from "./edges.ts";
import { packGraph, repackGraph } from "./pack-graph.ts";
import { findNode, getEdge, getEdgeId, getUse, type Adjacency, type PackedGraph } from "./packed-graph.ts";
import { anyArtifactUses, packUses, useOf } from "./testing/random-graph.ts";

const usesIn = (graph: PackedGraph): Use[] => [...graph.uses.source.keys()].map((at) => getUse(graph, at));
const edgesIn = (graph: PackedGraph): Edge[] =>
  [...graph.columns.source.keys()].map((at) => getEdge(graph, at));

describe("packGraph", () => {
  it("preserves every field of every use", () => {
    fc.assert(
      fc.property(anyArtifactUses, (uses) => {
        expect(usesIn(packUses(uses))).toEqual(distinctUses(uses));
      }),
    );
    const [from, to] = [
      { source: "a", target: "b" },
      { source: "b", target: "b" },
    ];
    const unusual = [
      useOf({
        ...from,
        versionConstraint: null,
        scope: null,
        artifact: "*",
        state: "absent",
        role: "vendored",
      }),
      useOf({ ...from, versionConstraint: "", scope: "", versioning: "pep440", isLocked: false }),
      useOf({ ...to, versionConstraint: "a\0b", confidence: 1, artifact: "unit:docker:./Dockerfile" }),
    ];
    expect(usesIn(packUses(unusual))).toEqual(distinctUses(unusual));
  });

  it("builds one edge per source, target, type and constraint, with the greatest confidence [D-7.7,8]", () => {
    fc.assert(
      fc.property(anyArtifactUses, (uses) => {
        const between = uses.filter(({ source, target }) => source !== target);
        const expected = [...Map.groupBy(between, edgeId)].map(([id, [first, ...more]]) => ({
          id,
          source: first?.source,
          target: first?.target,
          dependencyType: first?.dependencyType,
          versionConstraint: first?.versionConstraint,
          confidence: Math.max(first?.confidence ?? 0, ...more.map(({ confidence }) => confidence)),
        }));
        const graph = packUses(uses);
        const found = edgesIn(graph).map((edge, at) => ({ id: getEdgeId(graph, at), ...edge }));
        expect(found.toSorted(byId)).toEqual(expected.toSorted(byId));
      }),
    );
  });

  it("does not depend on the order of the repositories and uses", () => {
    const both = anyArtifactUses.chain((all) =>
      fc.tuple(fc.constant(all), fc.shuffledSubarray(all, { minLength: all.length })),
    );
    fc.assert(
      fc.property(both, ([uses, shuffled]) => {
        expect(packUses(shuffled)).toEqual(packUses(uses));
      }),
    );
  });

  it("includes repositories without uses and removes duplicates", () => {
    const graph = packGraph(["b", "a", "b"], []);
    expect(graph.nodes).toEqual(["a", "b"]);
    expect([findNode(graph, "a"), findNode(graph, "b"), findNode(graph, "c")]).toEqual([0, 1, undefined]);
  });

  it("throws for a use of or by an unknown repository", () => {
    const use = useOf({ source: "a", target: "b" });
    expect(() => packGraph(["a"], [use])).toThrow("b, which is not in the graph");
    expect(() => packGraph(["b"], [use])).toThrow("a, which is not in the graph");
  });

  it("lists each edge exactly once in each direction", () => {
    fc.assert(
      fc.property(anyArtifactUses.map(packUses), (graph) => {
        const { source, target } = graph.columns;
        expect(triples(graph.outgoing)).toEqual([...source].map((from, i) => [from, target[i], i]));
        const reversed = [...target].map((from, i) => [from, source[i], i]);
        expect(triples(graph.incoming)).toEqual(reversed.toSorted(([a = 0], [b = 0]) => a - b));
      }),
    );
  });
});

describe("repackGraph", () => {
  it("equals packGraph of the kept uses and the new uses", () => {
    const anyGraph = anyArtifactUses.map(packUses);
    fc.assert(
      fc.property(anyGraph, anyGraph, fc.func(fc.boolean()), (previous, next, isKept) => {
        const removed = new Set(previous.nodes.filter((id) => !next.nodes.includes(id)));
        const dangling = new Set(
          usesIn(previous).flatMap(({ source, target }) => (removed.has(target) ? [source] : [])),
        );
        const isReused = (id: string) => previous.nodes.includes(id) && !dangling.has(id) && isKept(id);
        const fresh = usesIn(next).filter(({ source }) => !isReused(source));
        const kept = usesIn(previous).filter(({ source }) => !removed.has(source) && isReused(source));
        expect(repackGraph(previous, next.nodes, isReused, fresh)).toEqual(
          packGraph(next.nodes, [...kept, ...fresh]),
        );
      }),
    );
  });

  it("throws for a kept use of a removed repository", () => {
    const previous = packUses([useOf({ source: "a", target: "b" })]);
    expect(() => repackGraph(previous, ["a"], () => true, [])).toThrow("b, which is not in the graph");
  });
});

const byId = (a: { id: string }, b: { id: string }): number => (a.id < b.id ? -1 : 1);

/** Returns [node, neighbor, edge] for every entry. */
const triples = ({ offsets, neighbors, edges }: Adjacency): (number | undefined)[][] =>
  [...offsets.keys()].flatMap((node) => {
    const start = offsets[node] ?? 0;
    const listed = neighbors.subarray(start, offsets[node + 1] ?? 0);
    return Array.from(listed, (neighbor, i) => [node, neighbor, edges[start + i]]);
  });
