import { prepared, type Transaction } from "@knockon/db/database";
import { workspace } from "@knockon/db/schema/workspace.sql";
import { packGraph } from "@knockon/graph/pack-graph";
import { type PackedGraph } from "@knockon/graph/packed-graph";
import { contentHash, decodeGraph, encodeGraph } from "@knockon/graph/packed-graph-codec";
import { eq, sql } from "drizzle-orm";
import type { Context } from "../context.ts";
import { describeFault } from "../describe-fault.ts";
import { rebuildGraph } from "./rebuild-graph.ts";

export const graphKey = (workspaceId: string, hash: string): string => `graphs/${workspaceId}/${hash}`;

/** The graphs this process read last. A graph never changes; each publish has a new hash. */
const cache = new Map<string, PackedGraph>();
const CACHED_GRAPHS = 3;

/** Returns the workspace's current graph with all orgs, or an empty graph while `hasGraph` is false. */
export async function loadGraph(ctx: Context, tx: Transaction): Promise<PackedGraph> {
  const [row] = await selectHash(tx, { workspaceId: ctx.workspaceId });
  return (row?.hash ? await openGraph(ctx, tx, row.hash) : undefined) ?? packGraph([], []);
}

/** Returns false before the first published scan, and after an upgrade that cannot read stored graphs until the next one. */
export async function hasGraph(ctx: Context, tx: Transaction): Promise<boolean> {
  const [row] = await selectHash(tx, { workspaceId: ctx.workspaceId });
  return row?.hash ? Boolean(await openGraph(ctx, tx, row.hash)) : false;
}

const selectHash = prepared("hash of the graph", (tx) =>
  tx
    .select({ hash: workspace.graphHash })
    .from(workspace)
    .where(eq(workspace.id, sql.placeholder("workspaceId"))),
);

/**
 * Returns a graph by its hash; null if it was stored in another format, undefined if the blob store does not contain it or its bytes
 * are damaged.
 */
export async function findGraph(ctx: Context, hash: string): Promise<PackedGraph | null | undefined> {
  const key = graphKey(ctx.workspaceId, hash);
  const graph = cache.get(key) ?? (await readGraph(ctx, key, hash));
  if (graph) remember(key, graph);
  return graph;
}

function remember(key: string, graph: PackedGraph): void {
  cache.delete(key);
  cache.set(key, graph);
  for (const oldest of [...cache.keys()].slice(0, -CACHED_GRAPHS)) cache.delete(oldest);
}

async function readGraph({ ports }: Context, key: string, hash: string) {
  const bytes = await ports.blobStore.get(key);
  return bytes && contentHash(bytes) === hash ? decodeGraph(bytes) : undefined;
}

/** Rebuilds that are in progress, so that concurrent requests wait for the same one. */
const rebuilding = new Map<string, Promise<PackedGraph>>();

/** Returns a graph as `findGraph` does, but rebuilds a missing or damaged one from the rows of its publish. */
async function openGraph(ctx: Context, tx: Transaction, hash: string): Promise<PackedGraph | null> {
  const found = await findGraph(ctx, hash);
  if (found !== undefined) return found;
  const key = graphKey(ctx.workspaceId, hash);
  const started = rebuilding.get(key) ?? restoreGraph(ctx, tx, key, hash);
  rebuilding.set(key, started);
  return started.finally(() => rebuilding.delete(key));
}

/** Rebuilds a graph, and stores it again if nothing was published in the meantime. */
async function restoreGraph(ctx: Context, tx: Transaction, key: string, hash: string): Promise<PackedGraph> {
  const graph = await rebuildGraph(tx);
  const bytes = encodeGraph(graph);
  const isSame = contentHash(bytes) === hash;
  ctx.log.error("graph rebuilt", { cause: `The blob ${key} is missing or damaged.`, isSame });
  if (!isSame) return graph;
  remember(key, graph);
  await ctx.ports.blobStore
    .put(key, bytes)
    .catch((error: unknown) => ctx.log.error("graph not stored", { cause: describeFault(error) }));
  return graph;
}
