import type { Transaction } from "@knockon/db/database";
import { producer } from "@knockon/db/schema/repository.sql";
import { workspace } from "@knockon/db/schema/workspace.sql";
import { packGraph, repackGraph } from "@knockon/graph/pack-graph";
import { type PackedGraph } from "@knockon/graph/packed-graph";
import { contentHash, encodeGraph } from "@knockon/graph/packed-graph-codec";
import { DrizzleQueryError, eq, sql } from "drizzle-orm";
import type { Context } from "../context.ts";
import { findGraph, graphKey } from "../graph/load-graph.ts";
import { markAll, takeChanges, type Changes } from "./changes.ts";
import { findDependents, Producers } from "./producers.ts";
import { deleteBacklog, isPending, loadBacklog, loadResolved, Step, storeBacklog } from "./publish-work.ts";
import { findAllArtifacts, findTouchedArtifacts, refreshArtifacts } from "./refresh-artifacts.ts";
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

/** Like `lockPublishing`. Throws an error for which `isLockTimeout` is true if another publish takes longer than two seconds. */
export async function lockPublishingSoon(ctx: Context, tx: Transaction): Promise<void> {
  await tx.execute(sql`set local lock_timeout = '2s'`);
  await lockPublishing(ctx, tx);
  await tx.execute(sql`set local lock_timeout = 0`);
}

const LOCK_NOT_AVAILABLE = "55P03";

export const isLockTimeout = (error: unknown): boolean =>
  error instanceof DrizzleQueryError &&
  error.cause !== undefined &&
  "code" in error.cause &&
  error.cause.code === LOCK_NOT_AVAILABLE;

/**
 * Updates declarations, artifacts and the graph to the current snapshots of all present repositories. Resolves only repositories that
 * changed and their potential dependents, which gives the same result as resolving everything (`isFull`). Writes only changed rows.
 * The caller holds `lockPublishing`.
 *
 * Returns undefined if the time of the step was over before everything was done. What is left is then stored with the caller's
 * transaction, and the next call continues. The graph changes with the last step.
 */
export async function publishWorkspace(
  ctx: Context,
  tx: Transaction,
  isFull = false,
  step: Step = new Step(() => false),
): Promise<Published | undefined> {
  const stored = await findStored(ctx, tx);
  const former = stored.graph;
  const backlog = await loadBacklog(tx);
  const isContinued = isPending(backlog);
  const isAll = isFull || (!former && !isContinued);
  if (isAll) await markAll(tx);
  const changes = await takeChanges(tx, step);
  const { changed, gone, retagged } = changes;
  const hasChanges = changed.size + gone.size + retagged.size > 0;
  if (!isAll && !isContinued && !hasChanges) return { changed: 0, resolved: 0 };

  if (isAll || changes.hasNewNamespaces) await refreshNamespaces(tx);
  const producers = new Producers(tx);
  const affected = await findAffected(tx, isAll || (!former && backlog.resolved.size === 0), changes);
  const abandoned = await deleteDeclarations(tx, [...gone]);
  const touched = isAll
    ? await findAllArtifacts(tx, producers)
    : await findTouchedArtifacts(tx, producers, changes);
  const unresolved = backlog.unresolved.union(affected).difference(gone);
  const now = ctx.now();
  const mayResolve = !changes.isPartial && !step.isOver;
  const resolved = await resolveRepositories(tx, mayResolve ? [...unresolved] : [], producers, now, step);
  const rest = unresolved.difference(resolved.paths);
  const artifactIds = touched.union(abandoned).union(backlog.artifactIds).union(resolved.artifactIds);
  const mayRefresh = mayResolve && rest.size === 0;
  const left = mayRefresh ? await refreshArtifacts(tx, producers, artifactIds, now, step) : [...artifactIds];
  if (!mayRefresh || left.length > 0 || (isContinued && step.isOver)) {
    await storeBacklog(tx, { unresolved: rest, resolved, gone, artifactIds: left });
    return undefined;
  }
  if (!isAll && !isContinued && affected.size + gone.size === 0) return { changed: 0, resolved: 0 };

  const before = isContinued ? await loadResolved(tx) : NOTHING;
  const nodes = former && !isAll && !isContinued ? nodesAfter(former, changes) : await findAll(tx);
  const done = unresolved.union(backlog.resolved);
  const graph = repackGraph(
    former && !isAll ? former : packGraph([], []),
    nodes,
    (id) => !done.has(id),
    // A repository that was resolved before and again in this step has only its new uses.
    [...before.uses.filter(({ source }) => !resolved.paths.has(source)), ...resolved.uses],
    (id) => resolved.paths.get(id) ?? before.paths.get(id),
  );
  await storeGraph(ctx, tx, stored, graph);
  if (isContinued) await deleteBacklog(tx);
  return { changed: changed.size + gone.size, resolved: done.size };
}

const NOTHING = { uses: [], paths: new Map<string, string>() };

/** Returns the repositories to resolve: all, or those that changed and those that look up a name that may resolve differently. */
async function findAffected(
  tx: Transaction,
  isAll: boolean,
  { changed, names }: Changes,
): Promise<Set<string>> {
  if (isAll) return findAll(tx);
  return changed.union(new Set(await findDependents(tx, names)));
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
