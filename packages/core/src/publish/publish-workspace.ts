import type { Transaction } from "@knockon/db/database";
import { workspace as workspaceTable } from "@knockon/db/schema/workspace.sql";
import { buildEdges } from "@knockon/graph/edges";
import { packGraph, repackGraph, type PackedGraph } from "@knockon/graph/packed-graph";
import { contentHash, encodeGraph } from "@knockon/graph/packed-graph-codec";
import { indexProducers } from "@knockon/graph/resolve/producer-index";
import { eq, sql } from "drizzle-orm";
import type { Context } from "../context.ts";
import { findGraph, graphKey } from "../graph/load-graph.ts";
import { findChangedNames, findSeekers } from "./affected.ts";
import type { Workspace } from "./dependency-rows.ts";
import { findGone, storeProducers } from "./producer-table.ts";
import { refreshArtifacts } from "./refresh-artifacts.ts";
import { forgetRepositories, resolveRepositories } from "./resolve-repositories.ts";
import { loadSources, toProducer } from "./sources.ts";

/** To be raised when the same declarations and producers would be resolved differently: the next publish resolves them all. */
const RESOLUTION_KEY = "1";

/** How much a publish had to do, in repositories. */
export interface Published {
  /** Those that differ from what the graph was made of. */
  changed: number;
  /** Those whose declarations were resolved again. */
  resolved: number;
}

/** Publishes of one workspace wait for each other, to the end of the transaction: each reads what the others write. */
export async function lockPublishing(ctx: Context, tx: Transaction): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${ctx.workspaceId}, 0))`);
}

/**
 * Makes declarations, artifacts and graph those of the present repositories and their current snapshots; writes only
 * what changed. Resolved again is what changed and what looks up a name that came, went or moved by it: the result is
 * the same as if everything were (`isFull`). The caller holds the publishing lock.
 */
export async function publishWorkspace(ctx: Context, tx: Transaction, isFull = false): Promise<Published> {
  const stored = await findStored(ctx, tx);
  const former = isFull || stored.resolutionKey !== RESOLUTION_KEY ? undefined : stored.graph;
  const sources = await loadSources(tx);
  const gone = await findGone(tx);
  const changed = sources.filter((source) => source.isChanged);
  if (former && changed.length === 0 && gone.length === 0) return { changed: 0, resolved: 0 };

  const workspace: Workspace = {
    sources: new Map(sources.map((source) => [source.id, source])),
    index: indexProducers(sources.map(toProducer)),
  };
  const names = former ? await findChangedNames(tx, changed, gone) : new Set<string>();
  const seekers = await findSeekers(tx, names);
  const affected = former ? sources.filter((source) => source.isChanged || seekers.has(source.id)) : sources;
  const forgotten = await forgetRepositories(tx, gone);
  const { edges, artifactIds } = await resolveRepositories(tx, affected, workspace, ctx.now());
  const repositoryIds = new Set([...changed.map((source) => source.id), ...gone]);
  const touched = { artifactIds: artifactIds.union(forgotten), repositoryIds, names };
  await refreshArtifacts(tx, workspace, former ? touched : "all", ctx.now());
  const resolved = new Set(affected.map((source) => source.id));
  const isKept = (id: string) => !resolved.has(id);
  const graph = repackGraph(former ?? packGraph([], []), workspace.sources.keys(), isKept, buildEdges(edges));
  await storeGraph(ctx, tx, stored, graph);
  await storeProducers(tx, changed, gone);
  return { changed: changed.length + gone.length, resolved: affected.length };
}

type Stored = Awaited<ReturnType<typeof findStored>>;

async function findStored(ctx: Context, tx: Transaction) {
  const { graphHash, resolutionKey } = workspaceTable;
  const [row] = await tx
    .select({ graphHash, resolutionKey })
    .from(workspaceTable)
    .where(eq(workspaceTable.id, ctx.workspaceId));
  const graph = row?.graphHash ? await findGraph(ctx, row.graphHash) : undefined;
  return { graphHash: row?.graphHash ?? null, resolutionKey: row?.resolutionKey ?? null, graph };
}

/** The blob comes before the commit that points to it; one that nothing points to harms nobody. */
async function storeGraph(ctx: Context, tx: Transaction, stored: Stored, graph: PackedGraph): Promise<void> {
  const bytes = encodeGraph(graph);
  const graphHash = contentHash(bytes);
  if (graphHash === stored.graphHash && stored.graph && stored.resolutionKey === RESOLUTION_KEY) return;
  await ctx.ports.blobStore.put(graphKey(ctx.workspaceId, graphHash), bytes);
  await tx
    .update(workspaceTable)
    .set({
      graphHash,
      resolutionKey: RESOLUTION_KEY,
      updatedAt: ctx.now(),
      ...(graphHash !== stored.graphHash && { previousGraphHash: stored.graphHash }),
    })
    .where(eq(workspaceTable.id, ctx.workspaceId));
}
