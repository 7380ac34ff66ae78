import type { ArtifactType } from "@knockon/contract/vocabulary/artifact-type";
import type { Role } from "@knockon/contract/vocabulary/role";
import type { VersionConstraintState } from "@knockon/contract/vocabulary/version-constraint-state";
import type { VersioningScheme } from "@knockon/extract/ecosystem";
import {
  distinctUses,
  edgeId,
  type ConstraintKind,
  type Edge,
  type EdgeIdentity,
  type Use,
} from "./edges.ts";
import { compareOrdinal } from "./ordinal.ts";
import { createStringTable } from "./string-table.ts";

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
  /** Role and constraint kind, encoded by `formatTraits`. */
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
  /** Sorted, null first. */
  strings: readonly (string | null)[];
  uses: UseColumns;
  columns: EdgeColumns;
  /** From consumers to their producers. */
  outgoing: Adjacency;
  /** From producers to their consumers. */
  incoming: Adjacency;
}

/**
 * Packs a graph. The result does not depend on the order of the repositories and uses. By default, IDs stand in for full
 * paths.
 */
export const packGraph = (
  repositoryIds: Iterable<string>,
  uses: Iterable<Use>,
  pathOf?: (repositoryId: string) => string | undefined,
): PackedGraph => repackGraph(EMPTY, repositoryIds, () => false, uses, pathOf);

/**
 * Packs a graph in which kept repositories retain their full path and uses from `previous` and all others have the given
 * ones. Equals `packGraph` of the same uses, without unpacking the kept ones. Throws if a use ends outside the graph.
 */
export function repackGraph(
  previous: PackedGraph,
  repositoryIds: Iterable<string>,
  isKept: (repositoryId: string) => boolean,
  uses: Iterable<Use>,
  pathOf: (repositoryId: string) => string | undefined = (id) => id,
): PackedGraph {
  const nodes = [...new Set(repositoryIds)].toSorted(compareOrdinal);
  const paths = nodes.map((id) => {
    const known = isKept(id) ? previous.paths[findNode(previous, id) ?? -1] : undefined;
    return known ?? pathOf(id) ?? id;
  });
  const nodeOf = new Map(nodes.map((id, node) => [id, node]));
  const previousNodes = previous.nodes.map((id) => nodeOf.get(id));
  const order = mergeUses(previous, nodes, isKept, distinctUses(uses));
  const { intern, internPrevious, sort } = createStringTable(previous.strings);
  const column = (fromPrevious: (at: number) => number, fromUse: (use: Use) => number): Uint32Array =>
    Uint32Array.from(order, (at) => (typeof at === "number" ? fromPrevious(at) : fromUse(at)));
  const nodeColumn = (name: "source" | "target") =>
    column(
      (at) => {
        const node = previous.uses[name][at] ?? -1;
        return getNode(previousNodes[node], previous.nodes[node]);
      },
      (use) => getNode(nodeOf.get(use[name]), use[name]),
    );
  const textColumn = (
    name: "dependencyType" | "versionConstraint" | "traits" | "scope" | "artifact",
    fromUse: (use: Use) => string | null,
  ) =>
    column(
      (at) => internPrevious(previous.uses[name][at] ?? -1),
      (use) => intern(fromUse(use)),
    );
  const columns = {
    source: nodeColumn("source"),
    target: nodeColumn("target"),
    dependencyType: textColumn("dependencyType", (use) => use.dependencyType),
    versionConstraint: textColumn("versionConstraint", (use) => use.versionConstraint),
    confidence: column(
      (at) => previous.uses.confidence[at] ?? 0,
      ({ confidence }) => confidence,
    ),
    traits: textColumn("traits", formatTraits),
    scope: textColumn("scope", (use) => use.scope),
    artifact: textColumn("artifact", (use) => use.artifact),
  };
  const { strings, ranks } = sort();
  const sorted = (numbers: Uint32Array): Uint32Array => numbers.map((number) => ranks[number] ?? 0);
  return linkGraph(nodes, paths, strings, {
    ...columns,
    dependencyType: sorted(columns.dependencyType),
    versionConstraint: sorted(columns.versionConstraint),
    traits: sorted(columns.traits),
    scope: sorted(columns.scope),
    artifact: sorted(columns.artifact),
  });
}

/** All uses in the order of `distinctUses`: indices into `previous` for kept repositories, new uses for the others. */
function mergeUses(
  previous: PackedGraph,
  nodes: readonly string[],
  isKept: (repositoryId: string) => boolean,
  uses: readonly Use[],
): (number | Use)[] {
  const order: (number | Use)[] = [];
  const { source } = previous.uses;
  let [next, at] = [0, 0];
  for (const id of nodes) {
    const node = isKept(id) ? findNode(previous, id) : undefined;
    if (node !== undefined) {
      while (at < source.length && (source[at] ?? 0) < node) at += 1;
      for (; at < source.length && source[at] === node; at += 1) order.push(at);
    }
    for (let use = uses[next]; use?.source === id; use = uses[next]) {
      order.push(use);
      next += 1;
    }
  }
  const [stray] = uses.slice(next);
  if (stray) throw unknownRepository(stray.source);
  return order;
}

/** Derives the order of nodes, the edges and both adjacencies. */
export function linkGraph(
  nodes: readonly string[],
  paths: readonly string[],
  strings: readonly (string | null)[],
  uses: UseColumns,
): PackedGraph {
  const columns = projectEdges(uses);
  const byPath = Uint32Array.from(nodes.keys()).toSorted(
    (a, b) => compareOrdinal(paths[a] ?? "", paths[b] ?? "") || a - b,
  );
  return {
    nodes,
    paths,
    byPath,
    strings,
    uses,
    columns,
    outgoing: adjacency(columns.source, columns.target, nodes.length),
    incoming: adjacency(columns.target, columns.source, nodes.length),
  };
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

/** Cached per graph: hashing every edge would dominate the cost of a response with many edges. */
export function getEdgeId(graph: PackedGraph, edge: number): string {
  const ids = edgeIdCache.get(graph) ?? [];
  if (ids.length === 0) edgeIdCache.set(graph, ids);
  return (ids[edge] ??= edgeId(getIdentity(graph, edge)));
}

const getConstraint = ({ strings, columns }: PackedGraph, edge: number): string | null =>
  strings[columns.versionConstraint[edge] ?? -1] ?? null;

/** `runtime npm range locked` */
const formatTraits = ({ role, versioning, state, isLocked }: Use): string =>
  `${role} ${versioning} ${state}${isLocked ? " locked" : ""}`;

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

function getNode(node: number | undefined, repositoryId: string | undefined): number {
  if (node === undefined) throw unknownRepository(repositoryId);
  return node;
}

const unknownRepository = (repositoryId: string | undefined) =>
  new Error(`A use refers to repository ${repositoryId}, which is not in the graph.`);

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

const EMPTY_COLUMN = new Uint32Array();

const EMPTY = linkGraph([], [], [], {
  source: EMPTY_COLUMN,
  target: EMPTY_COLUMN,
  dependencyType: EMPTY_COLUMN,
  versionConstraint: EMPTY_COLUMN,
  confidence: EMPTY_COLUMN,
  traits: EMPTY_COLUMN,
  scope: EMPTY_COLUMN,
  artifact: EMPTY_COLUMN,
});
