import { ROLES } from "@knockon/contract/vocabulary/role";
import { VERSION_CONSTRAINT_STATES } from "@knockon/contract/vocabulary/version-constraint-state";
import * as fc from "fast-check";
import type { Use } from "../edges.ts";
import { packGraph, type PackedGraph } from "../packed-graph.ts";

/** A use with defaults for every field a test does not care about. Without a scope, a repository is one artifact. */
export type Link = Pick<Use, "source" | "target"> & Partial<Use>;

export const useOf = (link: Link): Use => ({
  dependencyType: "npm_package",
  versionConstraint: "^1.0.0",
  confidence: 1000,
  state: "range",
  versioning: "npm",
  isLocked: true,
  role: "runtime",
  scope: `npm_package:${link.source}`,
  artifact: `npm_package:${link.target}`,
  ...link,
});

export function graphOf(links: readonly Link[], isolated: readonly string[] = []): PackedGraph {
  const ends = links.flatMap(({ source, target }) => [source, target]);
  return packGraph([...ends, ...isolated], links.map(useOf));
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

const anyScope = (name: string) =>
  fc.constantFrom("lib", "image", "*").map((part) => (part === "*" ? part : `unit:${part}:${name}`));

/** Graphs whose repositories have two scopes each, with roles, compositions and uses of whole repositories. */
export const anyArtifactGraph = fc
  .array(
    anyLink.chain((link) =>
      fc
        .record({
          role: fc.constantFrom(...ROLES),
          scope: fc.option(anyScope(link.source).filter((scope) => scope !== "*")),
          artifact: anyScope(link.target),
          isLocked: fc.boolean(),
        })
        .map((more) => ({ ...link, ...more })),
    ),
    { minLength: 1, maxLength: 16 },
  )
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
