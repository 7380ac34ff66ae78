import { ROLES, type Role } from "@knockon/contract/vocabulary/role";
import { VERSION_CONSTRAINT_STATES } from "@knockon/contract/vocabulary/version-constraint-state";
import * as fc from "fast-check";
import type { Use } from "../edges.ts";
import { packGraph } from "../pack-graph.ts";
import { type PackedGraph } from "../packed-graph.ts";

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

export const graphOf = (links: readonly Link[], isolated: readonly string[] = []): PackedGraph =>
  packGraph([...isolated, ...links.flatMap(({ source, target }) => [source, target])], links.map(useOf));

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

const scopesOf = (repository: string): string[] => [`npm_package:${repository}`, `unit:docker:${repository}`];

/** No repository has a scope of the type of the last one. */
const SETS = ["*", "*:npm_package", "*:container_image", "*:helm_chart"];

const REPOSITORIES = ["a", "b", "c", "d", "e"];
const anyEnds = fc.constantFrom(...REPOSITORIES).chain((source) =>
  fc.record({
    source: fc.constant(source),
    target: fc.constantFrom("a", "a", source, ...REPOSITORIES),
  }),
);
const anyArtifactUse = anyEnds.chain(({ source, target }) =>
  fc
    .record({
      role: fc.constantFrom("runtime", "runtime", "build", "ci", ...ROLES),
      scope: fc.option(fc.constantFrom(...scopesOf(source)), { freq: 4 }),
      artifact: fc.constantFrom(...scopesOf(target), ...scopesOf(target), ...scopesOf(target), ...SETS),
      versionConstraint: fc.constantFrom("^1.0.0", "^2.0.0", "main", "main"),
      confidence: fc.constantFrom(300, 600, 800, 1000, 1000),
      state: fc.constantFrom("range", "floating", ...VERSION_CONSTRAINT_STATES),
      isLocked: fc.boolean(),
    })
    .map((use) => useOf({ source, target, ...use, scope: PASSING.has(use.role) ? use.scope : null })),
);

/** Roles of declarations that can have a scope. */
const PASSING: ReadonlySet<Role> = new Set(["runtime", "build", "ci"]);

/** Uses by repositories with two scopes each, between and within them, with all roles and uses of sets of scopes. */
export const anyArtifactUses = fc.array(anyArtifactUse, { minLength: 1, maxLength: 16 });

/** Packs uses into a graph that has the node `a`. */
export const packUses = (uses: readonly Use[]): PackedGraph => graphOf(uses, ["a"]);

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
