import { graphKey } from "@knockon/core/graph/load-graph";
import type { BlobStore } from "@knockon/core/ports/blob-store";
import type { EdgeIdentity } from "@knockon/graph/edges";
import { getEdge } from "@knockon/graph/packed-graph";
import { decodeGraph } from "@knockon/graph/packed-graph-codec";
import type { Client } from "pg";

/** A published graph, to compare it with the next one. */
export interface PublishedGraph {
  hash: string;
  bytes: number;
  /** Serialized edges by identity. */
  edges: Map<string, string>;
}

/** Reads the workspace's current graph. Returns `known` if it has not changed. */
export async function readGraph(
  client: Client,
  blobStore: BlobStore,
  known?: PublishedGraph,
): Promise<PublishedGraph> {
  const { rows } = await client.query<{ id: string; hash: string }>(
    "select id, graph_hash as hash from workspace",
  );
  const [workspace] = rows;
  if (!workspace) throw new Error("The database has no workspace.");
  if (workspace.hash === known?.hash) return known;
  const bytes = await blobStore.get(graphKey(workspace.id, workspace.hash));
  if (!bytes) throw new Error("The graph is not in the blob store.");
  const graph = decodeGraph(bytes);
  if (!graph) throw new Error("Another version stored the graph.");
  const all = Array.from(graph.columns.source.keys(), (edge) => getEdge(graph, edge));
  return {
    hash: workspace.hash,
    bytes: bytes.byteLength,
    edges: new Map(all.map((edge) => [keyOf(edge), JSON.stringify(edge)])),
  };
}

const keyOf = ({ source, target, dependencyType, versionConstraint }: EdgeIdentity): string =>
  JSON.stringify([source, target, dependencyType, versionConstraint]);

/** Counts added, removed and modified edges. */
export function countChangedEdges(
  { edges: before }: PublishedGraph,
  { edges: after }: PublishedGraph,
): number {
  const gone = [...before.keys()].filter((key) => !after.has(key)).length;
  return gone + [...after].filter(([key, edge]) => before.get(key) !== edge).length;
}
