import { graphKey } from "@knockon/core/graph/load-graph";
import type { BlobStore } from "@knockon/core/ports/blob-store";
import type { EdgeIdentity } from "@knockon/graph/edges";
import { getEdge } from "@knockon/graph/packed-graph";
import { decodeGraph } from "@knockon/graph/packed-graph-codec";
import type { Client } from "pg";

/** The published graph, for what differs between two of them. */
export interface PublishedGraph {
  hash: string;
  bytes: number;
  /** What is told of each edge, by its identity. */
  edges: Map<string, string>;
}

/** The workspace's current graph; `known` where that is the same. */
export async function readGraph(
  client: Client,
  blobStore: BlobStore,
  known?: PublishedGraph,
): Promise<PublishedGraph> {
  const { rows } = await client.query<{ id: string; hash: string }>(
    "select id, graph_hash as hash from workspace",
  );
  const [workspace] = rows;
  if (!workspace) throw new Error("The worker makes a workspace.");
  if (workspace.hash === known?.hash) return known;
  const bytes = await blobStore.get(graphKey(workspace.id, workspace.hash));
  if (!bytes) throw new Error("The graph is not in the blob store.");
  const graph = decodeGraph(bytes);
  const all = Array.from(graph.columns.source.keys(), (edge) => getEdge(graph, edge));
  return {
    hash: workspace.hash,
    bytes: bytes.byteLength,
    edges: new Map(all.map((edge) => [keyOf(edge), JSON.stringify(edge)])),
  };
}

const keyOf = ({ source, target, dependencyType, versionConstraint }: EdgeIdentity): string =>
  JSON.stringify([source, target, dependencyType, versionConstraint]);

/** Edges that came, went, or say something else. */
export function countChangedEdges(
  { edges: before }: PublishedGraph,
  { edges: after }: PublishedGraph,
): number {
  const gone = [...before.keys()].filter((key) => !after.has(key)).length;
  return gone + [...after].filter(([key, edge]) => before.get(key) !== edge).length;
}
