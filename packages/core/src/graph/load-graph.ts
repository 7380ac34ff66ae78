import type { Transaction } from "@knockon/db/database";
import { repository } from "@knockon/db/schema/repository.sql";
import { workspace } from "@knockon/db/schema/workspace.sql";
import { findNode, packGraph, withoutNodes, type PackedGraph } from "@knockon/graph/packed-graph";
import { decodeGraph } from "@knockon/graph/packed-graph-codec";
import { eq, isNotNull } from "drizzle-orm";
import type { Context } from "../context.ts";

export const graphKey = (workspaceId: string, hash: string): string => `graphs/${workspaceId}/${hash}`;

/** The last graphs this process used. They never change: a new publish is a new hash. */
const cache = new Map<string, PackedGraph>();
const CACHED_GRAPHS = 8;

/** The workspace's current graph, all orgs in one, of repositories that are there now; empty before the first publish. */
export async function loadGraph(ctx: Context, tx: Transaction): Promise<PackedGraph> {
  const [row] = await tx
    .select({ hash: workspace.graphHash })
    .from(workspace)
    .where(eq(workspace.id, ctx.workspaceId));
  if (!row?.hash) return packGraph([], []);
  const key = graphKey(ctx.workspaceId, row.hash);
  const published = await cached(key, () => readGraph(ctx, key));
  const gone = await findGone(tx, published);
  if (gone.length === 0) return published;
  return cached(`${key} without ${gone.join()}`, () => withoutNodes(published, new Set(gone)));
}

async function cached(key: string, make: () => PackedGraph | Promise<PackedGraph>): Promise<PackedGraph> {
  const graph = cache.get(key) ?? (await make());
  cache.set(key, graph);
  for (const oldest of [...cache.keys()].slice(0, -CACHED_GRAPHS)) cache.delete(oldest);
  return graph;
}

async function readGraph({ ports }: Context, key: string): Promise<PackedGraph> {
  const bytes = await ports.blobStore.get(key);
  if (!bytes) throw new Error(`The graph ${key} is not in the blob store.`);
  return decodeGraph(bytes);
}

/** What left since the graph was published: with a deleted org, or from a newer listing. */
async function findGone(tx: Transaction, graph: PackedGraph): Promise<string[]> {
  const absent = await tx
    .select({ id: repository.id })
    .from(repository)
    .where(isNotNull(repository.absentSince))
    .orderBy(repository.id);
  return absent.map(({ id }) => id).filter((id) => findNode(graph, id) !== undefined);
}
