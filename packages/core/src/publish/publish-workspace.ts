import type { Transaction } from "@knockon/db/database";
import { producer } from "@knockon/db/schema/repository.sql";
import { workspace } from "@knockon/db/schema/workspace.sql";
import { packGraph, repackGraph, type PackedGraph } from "@knockon/graph/packed-graph";
import { contentHash, encodeGraph } from "@knockon/graph/packed-graph-codec";
import { eq, sql } from "drizzle-orm";
import type { Context } from "../context.ts";
import { findGraph, graphKey } from "../graph/load-graph.ts";
import { takeChanges, type Changes } from "./changes.ts";
import { findDependents, Producers } from "./producers.ts";
import { refreshArtifacts } from "./refresh-artifacts.ts";
import { refreshNamespaces } from "./refresh-namespaces.ts";
import { deleteDeclarations, resolveRepositories } from "./resolve-repositories.ts";

/** Increment when the same declarations and producers resolve differently. The next publish then resolves everything again. */
const RESOLUTION_KEY = "12";

/** Numbers of repositories. */
export interface Published {
  /** Repositories that changed since the last publish. */
  changed: number;
  /** Repositories whose declarations were resolved again. */
  resolved: number;
}

/** Serializes the publishes of a workspace until the end of the transaction, because each reads what the others write. */
export async function lockPublishing(ctx: Context, tx: Transaction): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${ctx.workspaceId}, 0))`);
}

/**
 * Updates declarations, artifacts and the graph to the current snapshots of all present repositories. Resolves only repositories that
 * changed and their potential dependents, which gives the same result as resolving everything (`isFull`). Writes only changed rows.
 * The caller holds `lockPublishing`.
 */
export async function publishWorkspace(ctx: Context, tx: Transaction, isFull = false): Promise<Published> {
  const stored = await findStored(ctx, tx);
  const former = isFull || stored.resolutionKey !== RESOLUTION_KEY ? undefined : stored.graph;
  const changes = await takeChanges(tx, !former);
  const { changed, gone, retagged } = changes;
  if (former && changed.size + gone.size + retagged.size === 0) return { changed: 0, resolved: 0 };

  if (!former || changes.hasNewNamespaces) await refreshNamespaces(tx);
  const nodes = former ? nodesAfter(former, changes) : await findAll(tx);
  const affected = former ? changed.union(new Set(await findDependents(tx, changes.names))) : nodes;
  const producers = new Producers(tx);
  const abandoned = await deleteDeclarations(tx, [...gone]);
  const { uses, paths, artifactIds } = await resolveRepositories(tx, [...affected], producers, ctx.now());
  const touched = { ...changes, artifactIds: changes.artifactIds.union(artifactIds).union(abandoned) };
  await refreshArtifacts(tx, producers, former ? touched : "all", ctx.now());
  if (former && affected.size + gone.size === 0) return { changed: 0, resolved: 0 };
  const isKept = (id: string): boolean => !affected.has(id);
  const graph = repackGraph(former ?? packGraph([], []), nodes, isKept, uses, (id) => paths.get(id));
  await storeGraph(ctx, tx, stored, graph);
  return { changed: changed.size + gone.size, resolved: affected.size };
}

const nodesAfter = ({ nodes }: PackedGraph, { changed, gone }: Changes): Set<string> =>
  new Set(nodes).difference(gone).union(changed);

async function findAll(tx: Transaction): Promise<Set<string>> {
  const rows = await tx.select({ id: producer.repositoryId }).from(producer);
  return new Set(rows.map((row) => row.id));
}

type Stored = Awaited<ReturnType<typeof findStored>>;

async function findStored(ctx: Context, tx: Transaction) {
  const [row] = await tx
    .select({ graphHash: workspace.graphHash, resolutionKey: workspace.resolutionKey })
    .from(workspace)
    .where(eq(workspace.id, ctx.workspaceId));
  const isCurrent = row?.resolutionKey === RESOLUTION_KEY;
  const graph = isCurrent && row.graphHash ? await findGraph(ctx, row.graphHash) : null;
  return {
    graphHash: row?.graphHash ?? null,
    resolutionKey: row?.resolutionKey ?? null,
    graph: graph ?? undefined,
  };
}

/** Stores the blob before the row that refers to it. Garbage collection deletes blobs without a reference. */
async function storeGraph(ctx: Context, tx: Transaction, stored: Stored, graph: PackedGraph): Promise<void> {
  const bytes = encodeGraph(graph);
  const graphHash = contentHash(bytes);
  if (graphHash === stored.graphHash && stored.graph && stored.resolutionKey === RESOLUTION_KEY) return;
  await ctx.ports.blobStore.put(graphKey(ctx.workspaceId, graphHash), bytes);
  await tx
    .update(workspace)
    .set({
      graphHash,
      resolutionKey: RESOLUTION_KEY,
      updatedAt: ctx.now(),
      ...(graphHash !== stored.graphHash && { previousGraphHash: stored.graphHash }),
    })
    .where(eq(workspace.id, ctx.workspaceId));
}
