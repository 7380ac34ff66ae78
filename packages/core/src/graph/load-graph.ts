import { prepared, type Transaction } from "@knockon/db/database";
import { workspace } from "@knockon/db/schema/workspace.sql";
import { packGraph, type PackedGraph } from "@knockon/graph/packed-graph";
import { decodeGraph } from "@knockon/graph/packed-graph-codec";
import { eq, sql } from "drizzle-orm";
import type { Context } from "../context.ts";

export const graphKey = (workspaceId: string, hash: string): string => `graphs/${workspaceId}/${hash}`;

/** The graphs this process read last. A graph never changes; each publish has a new hash. */
const cache = new Map<string, PackedGraph>();
const CACHED_GRAPHS = 3;

/** Returns the workspace's current graph with all orgs, or an empty graph while `hasGraph` is false. */
export async function loadGraph(ctx: Context, tx: Transaction): Promise<PackedGraph> {
  const [row] = await selectHash(tx, { workspaceId: ctx.workspaceId });
  if (!row?.hash) return packGraph([], []);
  const graph = await findGraph(ctx, row.hash);
  if (graph === undefined)
    throw new Error(`The blob store does not contain the graph ${graphKey(ctx.workspaceId, row.hash)}.`);
  return graph ?? packGraph([], []);
}

/** Returns false before the first published scan, and after an upgrade that cannot read stored graphs until the next one. */
export async function hasGraph(ctx: Context, tx: Transaction): Promise<boolean> {
  const [row] = await selectHash(tx, { workspaceId: ctx.workspaceId });
  return row?.hash ? Boolean(await findGraph(ctx, row.hash)) : false;
}

const selectHash = prepared("hash of the graph", (tx) =>
  tx
    .select({ hash: workspace.graphHash })
    .from(workspace)
    .where(eq(workspace.id, sql.placeholder("workspaceId"))),
);

/** Returns a graph by its hash; null if it was stored in another format, undefined if the blob store does not contain it. */
export async function findGraph(ctx: Context, hash: string): Promise<PackedGraph | null | undefined> {
  const key = graphKey(ctx.workspaceId, hash);
  const graph = cache.get(key) ?? (await readGraph(ctx, key));
  if (!graph) return graph;
  cache.delete(key);
  cache.set(key, graph);
  for (const oldest of [...cache.keys()].slice(0, -CACHED_GRAPHS)) cache.delete(oldest);
  return graph;
}

async function readGraph({ ports }: Context, key: string): Promise<PackedGraph | null | undefined> {
  const bytes = await ports.blobStore.get(key);
  return bytes && decodeGraph(bytes);
}
