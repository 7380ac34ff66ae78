import type { ArtifactType } from "@knockon/contract/vocabulary/artifact-type";
import type { Role } from "@knockon/contract/vocabulary/role";
import type { VersionConstraintState } from "@knockon/contract/vocabulary/version-constraint-state";
import type { VersioningScheme } from "@knockon/extract/ecosystem";
import { edgeId, type ConstraintKind, type Edge, type EdgeIdentity, type Use } from "./edges.ts";
import { compareOrdinal } from "./ordinal.ts";

/** Compressed sparse rows: the neighbors of `node` are `neighbors[offsets[node] .. offsets[node + 1] - 1]`. */
export interface Adjacency {
  offsets: Uint32Array;
  neighbors: Uint32Array;
  /** `edges[i]` is the edge that leads to `neighbors[i]`. */
  edges: Uint32Array;
}

/** One value per use, in the order of `distinctUses`. Text is stored as an index into `strings`. */
export interface UseColumns {
  source: Uint32Array;
  target: Uint32Array;
  dependencyType: Uint32Array;
  versionConstraint: Uint32Array;
  confidence: Uint32Array;
  /** Role and constraint kind, parsed by `parseTraits`. */
  traits: Uint32Array;
  scope: Uint32Array;
  artifact: Uint32Array;
}

/** One value per edge, in the order of their uses. */
export interface EdgeColumns {
  source: Uint32Array;
  target: Uint32Array;
  confidence: Uint32Array;
  dependencyType: Uint32Array;
  versionConstraint: Uint32Array;
  /** The first of its uses, which are adjacent. */
  firstUse: Uint32Array;
}

/**
 * A graph in typed arrays, for traversal and storage. Nodes, edges and uses are identified by their index. Only nodes,
 * strings and uses are stored: edges are the projection of the uses between two repositories.
 */
export interface PackedGraph {
  /** Repository IDs, ascending. */
  nodes: readonly string[];
  /** The full path of each node. */
  paths: readonly string[];
  /** The nodes sorted by full path: the order of results, which must not depend on IDs. */
  byPath: Uint32Array;
  /** The position of each node in `byPath`. */
  ranks: Uint32Array;
  /** Sorted, null first. */
  strings: readonly (string | null)[];
  uses: UseColumns;
  columns: EdgeColumns;
  /** From consumers to their producers. */
  outgoing: Adjacency;
  /** From producers to their consumers. */
  incoming: Adjacency;
}

/** Derives the order of nodes and, on first access, the edges and both adjacencies. */
export function linkGraph(
  nodes: readonly string[],
  paths: readonly string[],
  strings: readonly (string | null)[],
  uses: UseColumns,
): PackedGraph {
  const columns = once(() => projectEdges(uses));
  const outgoing = once(() => adjacency(columns().source, columns().target, nodes.length));
  const incoming = once(() => adjacency(columns().target, columns().source, nodes.length));
  const byPath = Uint32Array.from(nodes.keys()).toSorted(
    (a, b) => compareOrdinal(paths[a] ?? "", paths[b] ?? "") || a - b,
  );
  const ranks = new Uint32Array(nodes.length);
  for (let rank = 0; rank < ranks.length; rank++) ranks[byPath[rank] ?? 0] = rank;
  return {
    nodes,
    paths,
    byPath,
    ranks,
    strings,
    uses,
    get columns() {
      return columns();
    },
    get outgoing() {
      return outgoing();
    },
    get incoming() {
      return incoming();
    },
  };
}

function once<T>(make: () => T): () => T {
  let made: { value: T } | undefined;
  return () => (made ??= { value: make() }).value;
}

/** Groups uses with equal identity, which are adjacent. Omits uses of a repository's own artifacts. */
function projectEdges(uses: UseColumns): EdgeColumns {
  const { source, target, dependencyType, versionConstraint, confidence } = uses;
  const firsts = new Uint32Array(source.length);
  const strongest = new Uint32Array(source.length);
  let count = 0;
  for (let use = 0; use < source.length; use++) {
    if (source[use] === target[use]) continue;
    const first = firsts[count - 1] ?? -1;
    const isSame =
      source[first] === source[use] &&
      target[first] === target[use] &&
      dependencyType[first] === dependencyType[use] &&
      versionConstraint[first] === versionConstraint[use];
    if (!isSame) {
      firsts[count] = use;
      count += 1;
    }
    strongest[count - 1] = Math.max(strongest[count - 1] ?? 0, confidence[use] ?? 0);
  }
  const firstUse = firsts.slice(0, count);
  const pick = (column: Uint32Array): Uint32Array => firstUse.map((use) => column[use] ?? 0);
  return {
    source: pick(source),
    target: pick(target),
    confidence: strongest.slice(0, count),
    dependencyType: pick(dependencyType),
    versionConstraint: pick(versionConstraint),
    firstUse,
  };
}

export function findNode(graph: PackedGraph, repositoryId: string): number | undefined {
  let [low, high] = [0, graph.nodes.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((graph.nodes[middle] ?? "") < repositoryId) low = middle + 1;
    else high = middle;
  }
  return graph.nodes[low] === repositoryId ? low : undefined;
}

export const getEdge = (graph: PackedGraph, edge: number): Edge => ({
  ...getIdentity(graph, edge),
  confidence: graph.columns.confidence[edge] ?? 0,
});

export function getUse({ nodes, strings, uses }: PackedGraph, use: number): Use {
  return {
    source: nodes[uses.source[use] ?? -1] ?? "",
    target: nodes[uses.target[use] ?? -1] ?? "",
    dependencyType: strings[uses.dependencyType[use] ?? -1] as ArtifactType,
    versionConstraint: strings[uses.versionConstraint[use] ?? -1] ?? null,
    confidence: uses.confidence[use] ?? 0,
    scope: strings[uses.scope[use] ?? -1] ?? null,
    artifact: strings[uses.artifact[use] ?? -1] ?? "",
    ...parseTraits(strings[uses.traits[use] ?? -1] ?? ""),
  };
}

export function getIdentity(graph: PackedGraph, edge: number): EdgeIdentity {
  const { nodes, strings, columns } = graph;
  return {
    source: nodes[columns.source[edge] ?? -1] ?? "",
    target: nodes[columns.target[edge] ?? -1] ?? "",
    dependencyType: strings[columns.dependencyType[edge] ?? -1] as ArtifactType,
    versionConstraint: getConstraint(graph, edge),
  };
}

const edgeIdCache = new WeakMap<PackedGraph, string[]>();

/** Returns the uses that an edge stands for: from `first` to before `end`. */
export function usesOf({ uses, columns }: PackedGraph, edge: number): { first: number; end: number } {
  const { source, target, dependencyType, versionConstraint } = uses;
  const first = columns.firstUse[edge] ?? 0;
  let end = first + 1;
  while (
    source[end] === source[first] &&
    target[end] === target[first] &&
    dependencyType[end] === dependencyType[first] &&
    versionConstraint[end] === versionConstraint[first]
  )
    end++;
  return { first, end };
}

/** Cached per graph: hashing every edge would dominate the cost of a response with many edges. */
export function getEdgeId(graph: PackedGraph, edge: number): string {
  const ids = edgeIdCache.get(graph) ?? [];
  if (ids.length === 0) edgeIdCache.set(graph, ids);
  return (ids[edge] ??= edgeId(getIdentity(graph, edge)));
}

const getConstraint = ({ strings, columns }: PackedGraph, edge: number): string | null =>
  strings[columns.versionConstraint[edge] ?? -1] ?? null;

/** Parses an entry of the column `traits`. */
export function parseTraits(text: string): ConstraintKind & Pick<Use, "role"> {
  const [role, versioning, state, locked] = text.split(" ");
  return {
    role: role as Role,
    versioning: versioning as VersioningScheme,
    state: state as VersionConstraintState,
    isLocked: locked !== undefined,
  };
}

/** Counting sort of the edges by `from`. */
export function adjacency(from: Uint32Array, to: Uint32Array, nodeCount: number): Adjacency {
  const offsets = new Uint32Array(nodeCount + 1);
  for (const node of from) offsets[node + 1] = (offsets[node + 1] ?? 0) + 1;
  for (let node = 0; node < nodeCount; node++)
    offsets[node + 1] = (offsets[node + 1] ?? 0) + (offsets[node] ?? 0);
  const next = offsets.slice();
  const neighbors = new Uint32Array(from.length);
  const edges = new Uint32Array(from.length);
  for (let edge = 0; edge < from.length; edge++) {
    const node = from[edge] ?? 0;
    const slot = next[node] ?? 0;
    next[node] = slot + 1;
    neighbors[slot] = to[edge] ?? 0;
    edges[slot] = edge;
  }
  return { offsets, neighbors, edges };
}
