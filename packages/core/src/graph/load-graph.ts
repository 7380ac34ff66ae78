import type { Transaction } from "@knockon/db/database";
import { prepared } from "@knockon/db/prepared";
import { workspace } from "@knockon/db/schema/workspace.sql";
import { packGraph, type PackedGraph } from "@knockon/graph/packed-graph";
import { decodeGraph } from "@knockon/graph/packed-graph-codec";
import { eq, sql } from "drizzle-orm";
import type { Context } from "../context.ts";

export const graphKey = (workspaceId: string, hash: string): string => `graphs/${workspaceId}/${hash}`;

/** The last graphs this process read. They never change: a new publish is a new hash. */
const cache = new Map<string, PackedGraph>();
const CACHED_GRAPHS = 3;

/** The workspace's current graph, all orgs in one; empty before the first published scan. */
export async function loadGraph(ctx: Context, tx: Transaction): Promise<PackedGraph> {
  const [row] = await selectHash(tx, { workspaceId: ctx.workspaceId });
  if (!row?.hash) return packGraph([], []);
  const graph = await findGraph(ctx, row.hash);
  if (!graph) throw new Error(`The graph ${graphKey(ctx.workspaceId, row.hash)} is not in the blob store.`);
  return graph;
}

const selectHash = prepared("hash of the graph", (tx) =>
  tx
    .select({ hash: workspace.graphHash })
    .from(workspace)
    .where(eq(workspace.id, sql.placeholder("workspaceId"))),
);

/** Undefined when the blob store does not have it. */
export async function findGraph(ctx: Context, hash: string): Promise<PackedGraph | undefined> {
  const key = graphKey(ctx.workspaceId, hash);
  const graph = cache.get(key) ?? (await readGraph(ctx, key));
  if (!graph) return undefined;
  cache.delete(key);
  cache.set(key, graph);
  for (const oldest of [...cache.keys()].slice(0, -CACHED_GRAPHS)) cache.delete(oldest);
  return graph;
}

async function readGraph({ ports }: Context, key: string): Promise<PackedGraph | undefined> {
  const bytes = await ports.blobStore.get(key);
  return bytes && decodeGraph(bytes);
}
