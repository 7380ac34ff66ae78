import type { ArtifactType } from "@knockon/contract/vocabulary/artifact-type";
import type { VersionConstraintState } from "@knockon/contract/vocabulary/version-constraint-state";
import type { VersioningScheme } from "@knockon/extract/ecosystem";
import { compareEdges, edgeId, type Edge, type EdgeIdentity, type Hold } from "./edges.ts";
import { compareOrdinal } from "./ordinal.ts";

/** The neighbors of every node in one direction: those of `node` stand at `offsets[node]` up to `offsets[node + 1]`. */
export interface Adjacency {
  offsets: Uint32Array;
  neighbors: Uint32Array;
  /** The edge that leads to the neighbor at the same place. */
  edges: Uint32Array;
}

/** One value per edge; edges are ordered by their identity. */
export interface EdgeColumns {
  source: Uint32Array;
  target: Uint32Array;
  confidence: Uint32Array;
  /** Indices into `strings`. */
  dependencyType: Uint32Array;
  versionConstraint: Uint32Array;
  holds: Uint32Array;
}

/** A graph as numbers: what traversal works on, and what is stored. Nodes and edges go by their index. */
export interface PackedGraph {
  /** Repository ids, ascending. */
  nodes: readonly string[];
  strings: readonly (string | null)[];
  columns: EdgeColumns;
  /** From consumers to their producers. */
  outgoing: Adjacency;
  /** From producers to their consumers. */
  incoming: Adjacency;
}

/** The same graph packs to the same numbers, in whatever order its parts are given. */
export const packGraph = (repositoryIds: Iterable<string>, edges: readonly Edge[]): PackedGraph =>
  repackGraph(EMPTY, repositoryIds, () => false, edges);

/**
 * The graph of these repositories in which those that are kept have their former edges and the others the given ones:
 * the same numbers as packing all of them, without unpacking the kept.
 */
export function repackGraph(
  former: PackedGraph,
  repositoryIds: Iterable<string>,
  isKept: (repositoryId: string) => boolean,
  edges: readonly Edge[],
): PackedGraph {
  const nodes = [...new Set(repositoryIds)].toSorted(compareOrdinal);
  const nodeOf = new Map(nodes.map((id, node) => [id, node]));
  const formerNodes = former.nodes.map((id) => nodeOf.get(id));
  const order = mergeEdges(former, nodes, isKept, edges.toSorted(compareEdges));
  const { strings, intern, internFormer } = openStrings(former.strings);
  const column = (ofFormer: (at: number) => number, ofEdge: (edge: Edge) => number): Uint32Array =>
    Uint32Array.from(order, (at) => (typeof at === "number" ? ofFormer(at) : ofEdge(at)));
  const node = (name: "source" | "target") =>
    column(
      (at) =>
        getNode(formerNodes[former.columns[name][at] ?? -1], former.nodes[former.columns[name][at] ?? -1]),
      (edge) => getNode(nodeOf.get(edge[name]), edge[name]),
    );
  const text = (
    name: "dependencyType" | "versionConstraint" | "holds",
    ofEdge: (edge: Edge) => string | null,
  ) =>
    column(
      (at) => internFormer(former.columns[name][at] ?? -1),
      (edge) => intern(ofEdge(edge)),
    );
  const columns: EdgeColumns = {
    source: node("source"),
    target: node("target"),
    confidence: column(
      (at) => former.columns.confidence[at] ?? 0,
      ({ confidence }) => confidence,
    ),
    dependencyType: text("dependencyType", (edge) => edge.dependencyType),
    versionConstraint: text("versionConstraint", (edge) => edge.versionConstraint),
    holds: text("holds", (edge) => holdsText(edge.holds)),
  };
  return linkGraph(nodes, [...strings.keys()], columns);
}

/** All edges in the order of their identity: of a kept repository the numbers of its former ones, of the others new ones. */
function mergeEdges(
  former: PackedGraph,
  nodes: readonly string[],
  isKept: (repositoryId: string) => boolean,
  edges: readonly Edge[],
): (number | Edge)[] {
  const order: (number | Edge)[] = [];
  let next = 0;
  for (const id of nodes) {
    const node = isKept(id) ? findNode(former, id) : undefined;
    const { offsets } = former.outgoing;
    const end = node === undefined ? 0 : (offsets[node + 1] ?? 0);
    for (let at = offsets[node ?? 0] ?? 0; at < end; at += 1) order.push(at);
    for (let edge = edges[next]; edge?.source === id; edge = edges[next]) {
      order.push(edge);
      next += 1;
    }
  }
  const [stray] = edges.slice(next);
  if (stray) throw noNode(stray.source);
  return order;
}

/** A table of strings that numbers each at its first use; of former ones once for each former number. */
function openStrings(former: PackedGraph["strings"]) {
  const strings = new Map<string | null, number>();
  const numbers = new Map<number, number>();
  const intern = (text: string | null): number => {
    const known = strings.get(text);
    if (known !== undefined) return known;
    strings.set(text, strings.size);
    return strings.size - 1;
  };
  const internFormer = (at: number): number => {
    const known = numbers.get(at);
    if (known !== undefined) return known;
    const number = intern(former[at] ?? null);
    numbers.set(at, number);
    return number;
  };
  return { strings, intern, internFormer };
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
  holds: getHolds(graph, edge),
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

const idsOfGraphs = new WeakMap<PackedGraph, string[]>();

/** Worked out once for as long as the graph is held: a hash each is most of what an answer with many edges would cost. */
export function getEdgeId(graph: PackedGraph, edge: number): string {
  const ids = idsOfGraphs.get(graph) ?? [];
  if (ids.length === 0) idsOfGraphs.set(graph, ids);
  return (ids[edge] ??= edgeId(getIdentity(graph, edge)));
}

export const getConstraint = ({ strings, columns }: PackedGraph, edge: number): string | null =>
  strings[columns.versionConstraint[edge] ?? -1] ?? null;

export const getHolds = ({ strings, columns }: PackedGraph, edge: number): Hold[] =>
  parseHolds(strings[columns.holds[edge] ?? -1] ?? "");

const holdsText = (holds: readonly Hold[]): string =>
  holds.map(({ versioning, state }) => `${versioning} ${state}`).join(",");

const parseHolds = (text: string): Hold[] =>
  text
    .split(",")
    .filter((hold) => hold !== "")
    .map((hold) => {
      const [versioning, state] = hold.split(" ") as [VersioningScheme, VersionConstraintState];
      return { versioning, state };
    });

function getNode(node: number | undefined, repositoryId: string | undefined): number {
  if (node === undefined) throw noNode(repositoryId);
  return node;
}

const noNode = (repositoryId: string | undefined) =>
  new Error(`An edge names ${repositoryId}, which is no node of the graph.`);

/** A counting sort of the edges by the end they leave from. */
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

const NONE = new Uint32Array();

const EMPTY = linkGraph([], [], {
  source: NONE,
  target: NONE,
  confidence: NONE,
  dependencyType: NONE,
  versionConstraint: NONE,
  holds: NONE,
});
