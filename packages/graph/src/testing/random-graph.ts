import { VERSION_CONSTRAINT_STATES } from "@knockon/contract/vocabulary/version-constraint-state";
import * as fc from "fast-check";
import { buildEdges, type ResolvedDeclaration } from "../edges.ts";
import { packGraph, type PackedGraph } from "../packed-graph.ts";

/** A declaration with defaults for every field a test does not care about. */
export type Link = Pick<ResolvedDeclaration, "source" | "target"> & Partial<ResolvedDeclaration>;

export function graphOf(links: readonly Link[], isolated: readonly string[] = []): PackedGraph {
  const declarations = links.map((link): ResolvedDeclaration => ({
    dependencyType: "npm_package",
    versionConstraint: "^1.0.0",
    confidence: 1000,
    state: "range",
    versioning: "npm",
    ...link,
  }));
  const ends = links.flatMap(({ source, target }) => [source, target]);
  return packGraph([...ends, ...isolated], buildEdges(declarations));
}

const NAMES = ["a", "b", "c", "d", "e", "f"];
const anyLink = fc.record({
  source: fc.constantFrom(...NAMES),
  target: fc.constantFrom(...NAMES),
  versionConstraint: fc.constantFrom("^1.0.0", "^2.0.0"),
  confidence: fc.constantFrom(300, 600, 700, 800, 850, 1000),
  state: fc.constantFrom(...VERSION_CONSTRAINT_STATES),
});

/** Small, dense graphs with many cycles, parallel edges and competing paths. `a` is always a node. */
export const anyGraph = fc
  .array(anyLink, { minLength: 1, maxLength: 16 })
  .map((links) => graphOf(links, ["a"]));

/** Yields every extension of `path` by usable edges that repeats no node, up to `depth` edges in total. */
export function* simplePaths(
  graph: PackedGraph,
  direction: "upstream" | "downstream",
  depth: number,
  usable: (edge: number) => boolean,
  path: { nodes: number[]; edges: number[] },
): Generator<{ nodes: number[]; edges: number[] }> {
  if (path.edges.length > 0) yield path;
  if (path.edges.length === depth) return;
  const { source, target } = graph.columns;
  const [from, to] = direction === "upstream" ? [source, target] : [target, source];
  for (const [edge, start] of from.entries()) {
    const next = to[edge] ?? -1;
    if (start !== path.nodes.at(-1) || path.nodes.includes(next) || !usable(edge)) continue;
    const longer = { nodes: [...path.nodes, next], edges: [...path.edges, edge] };
    yield* simplePaths(graph, direction, depth, usable, longer);
  }
}
