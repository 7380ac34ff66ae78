import type { ArtifactType } from "@knockon/contract/vocabulary/artifact-type";
import type { VersionConstraintState } from "@knockon/contract/vocabulary/version-constraint-state";
import type { VersioningScheme } from "@knockon/extract/ecosystem";
import { compareEdges, edgeId, type ConstraintKind, type Edge, type EdgeIdentity } from "./edges.ts";
import { compareOrdinal } from "./ordinal.ts";

/** Compressed sparse rows: the neighbors of `node` are `neighbors[offsets[node] .. offsets[node + 1] - 1]`. */
export interface Adjacency {
  offsets: Uint32Array;
  neighbors: Uint32Array;
  /** `edges[i]` is the edge that leads to `neighbors[i]`. */
  edges: Uint32Array;
}

/** One value per edge, in the order of `compareEdges`. */
export interface EdgeColumns {
  source: Uint32Array;
  target: Uint32Array;
  confidence: Uint32Array;
  /** Index into `strings`, as are the next two. */
  dependencyType: Uint32Array;
  versionConstraint: Uint32Array;
  constraintKinds: Uint32Array;
}

/** A graph in typed arrays, for traversal and storage. Nodes and edges are identified by their index. */
export interface PackedGraph {
  /** Repository IDs, ascending. */
  nodes: readonly string[];
  strings: readonly (string | null)[];
  columns: EdgeColumns;
  /** From consumers to their producers. */
  outgoing: Adjacency;
  /** From producers to their consumers. */
  incoming: Adjacency;
}

/** Packs a graph. The result does not depend on the order of the repositories and edges. */
export const packGraph = (repositoryIds: Iterable<string>, edges: readonly Edge[]): PackedGraph =>
  repackGraph(EMPTY, repositoryIds, () => false, edges);

/**
 * Packs a graph in which kept repositories retain their outgoing edges from `previous` and all others have the given
 * edges. Equals `packGraph` of the same edges, without unpacking the kept ones. Throws if an edge ends outside the graph.
 */
export function repackGraph(
  previous: PackedGraph,
  repositoryIds: Iterable<string>,
  isKept: (repositoryId: string) => boolean,
  edges: readonly Edge[],
): PackedGraph {
  const nodes = [...new Set(repositoryIds)].toSorted(compareOrdinal);
  const nodeOf = new Map(nodes.map((id, node) => [id, node]));
  const previousNodes = previous.nodes.map((id) => nodeOf.get(id));
  const order = mergeEdges(previous, nodes, isKept, edges.toSorted(compareEdges));
  const { strings, intern, internPrevious } = createStringTable(previous.strings);
  const column = (fromPrevious: (at: number) => number, fromEdge: (edge: Edge) => number): Uint32Array =>
    Uint32Array.from(order, (at) => (typeof at === "number" ? fromPrevious(at) : fromEdge(at)));
  const nodeColumn = (name: "source" | "target") =>
    column(
      (at) => {
        const node = previous.columns[name][at] ?? -1;
        return getNode(previousNodes[node], previous.nodes[node]);
      },
      (edge) => getNode(nodeOf.get(edge[name]), edge[name]),
    );
  const textColumn = (
    name: "dependencyType" | "versionConstraint" | "constraintKinds",
    fromEdge: (edge: Edge) => string | null,
  ) =>
    column(
      (at) => internPrevious(previous.columns[name][at] ?? -1),
      (edge) => intern(fromEdge(edge)),
    );
  const columns: EdgeColumns = {
    source: nodeColumn("source"),
    target: nodeColumn("target"),
    confidence: column(
      (at) => previous.columns.confidence[at] ?? 0,
      ({ confidence }) => confidence,
    ),
    dependencyType: textColumn("dependencyType", (edge) => edge.dependencyType),
    versionConstraint: textColumn("versionConstraint", (edge) => edge.versionConstraint),
    constraintKinds: textColumn("constraintKinds", (edge) => formatConstraintKinds(edge.constraintKinds)),
  };
  return linkGraph(nodes, [...strings.keys()], columns);
}

/** All edges in the order of `compareEdges`: indices into `previous` for kept repositories, new edges for the others. */
function mergeEdges(
  previous: PackedGraph,
  nodes: readonly string[],
  isKept: (repositoryId: string) => boolean,
  edges: readonly Edge[],
): (number | Edge)[] {
  const order: (number | Edge)[] = [];
  let next = 0;
  for (const id of nodes) {
    const node = isKept(id) ? findNode(previous, id) : undefined;
    const { offsets } = previous.outgoing;
    const end = node === undefined ? 0 : (offsets[node + 1] ?? 0);
    for (let at = offsets[node ?? 0] ?? 0; at < end; at += 1) order.push(at);
    for (let edge = edges[next]; edge?.source === id; edge = edges[next]) {
      order.push(edge);
      next += 1;
    }
  }
  const [stray] = edges.slice(next);
  if (stray) throw unknownRepository(stray.source);
  return order;
}

/** Numbers strings in the order of their first use. `internPrevious` looks up each previous string only once. */
function createStringTable(previous: PackedGraph["strings"]) {
  const strings = new Map<string | null, number>();
  const numbers = new Map<number, number>();
  const intern = (text: string | null): number => {
    const known = strings.get(text);
    if (known !== undefined) return known;
    strings.set(text, strings.size);
    return strings.size - 1;
  };
  const internPrevious = (at: number): number => {
    const known = numbers.get(at);
    if (known !== undefined) return known;
    const number = intern(previous[at] ?? null);
    numbers.set(at, number);
    return number;
  };
  return { strings, intern, internPrevious };
}

/** Derives both adjacencies from the columns. */
export const linkGraph = (
  nodes: readonly string[],
  strings: readonly (string | null)[],
  columns: EdgeColumns,
): PackedGraph => ({
  nodes,
  strings,
  columns,
  outgoing: adjacency(columns.source, columns.target, nodes.length),
  incoming: adjacency(columns.target, columns.source, nodes.length),
});

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
  constraintKinds: getConstraintKinds(graph, edge),
});

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

export const getConstraint = ({ strings, columns }: PackedGraph, edge: number): string | null =>
  strings[columns.versionConstraint[edge] ?? -1] ?? null;

export const getConstraintKinds = ({ strings, columns }: PackedGraph, edge: number): ConstraintKind[] =>
  parseConstraintKinds(strings[columns.constraintKinds[edge] ?? -1] ?? "");

const formatConstraintKinds = (kinds: readonly ConstraintKind[]): string =>
  kinds.map(({ versioning, state }) => `${versioning} ${state}`).join(",");

const parseConstraintKinds = (text: string): ConstraintKind[] =>
  text
    .split(",")
    .filter((kind) => kind !== "")
    .map((kind) => {
      const [versioning, state] = kind.split(" ") as [VersioningScheme, VersionConstraintState];
      return { versioning, state };
    });

function getNode(node: number | undefined, repositoryId: string | undefined): number {
  if (node === undefined) throw unknownRepository(repositoryId);
  return node;
}

const unknownRepository = (repositoryId: string | undefined) =>
  new Error(`An edge refers to repository ${repositoryId}, which is not in the graph.`);

/** Counting sort of the edges by `from`. */
function adjacency(from: Uint32Array, to: Uint32Array, nodeCount: number): Adjacency {
  const offsets = new Uint32Array(nodeCount + 1);
  for (const node of from) offsets[node + 1] = (offsets[node + 1] ?? 0) + 1;
  for (let node = 0; node < nodeCount; node++)
    offsets[node + 1] = (offsets[node + 1] ?? 0) + (offsets[node] ?? 0);
  const next = offsets.slice();
  const neighbors = new Uint32Array(from.length);
  const edges = new Uint32Array(from.length);
  for (const [edge, node] of from.entries()) {
    const slot = next[node] ?? 0;
    next[node] = slot + 1;
    neighbors[slot] = to[edge] ?? 0;
    edges[slot] = edge;
  }
  return { offsets, neighbors, edges };
}

const EMPTY_COLUMN = new Uint32Array();

const EMPTY = linkGraph([], [], {
  source: EMPTY_COLUMN,
  target: EMPTY_COLUMN,
  confidence: EMPTY_COLUMN,
  dependencyType: EMPTY_COLUMN,
  versionConstraint: EMPTY_COLUMN,
  constraintKinds: EMPTY_COLUMN,
});
