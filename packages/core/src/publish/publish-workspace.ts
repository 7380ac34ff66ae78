import type { Transaction } from "@knockon/db/database";
import { dependency } from "@knockon/db/schema/dependency.sql";
import { repository } from "@knockon/db/schema/repository.sql";
import { workspace } from "@knockon/db/schema/workspace.sql";
import { contentHash, encodeGraph } from "@knockon/graph/packed-graph-codec";
import { eq, inArray, isNotNull, sql } from "drizzle-orm";
import type { Context } from "../context.ts";
import { graphKey } from "../graph/load-graph.ts";
import { loadSources } from "./load-sources.ts";
import { resolveWorkspace } from "./resolve-workspace.ts";

/** Publishes of one workspace wait for each other, to the end of the transaction: each reads what the others write. */
export async function lockPublishing(ctx: Context, tx: Transaction): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${ctx.workspaceId}, 0))`);
}

/**
 * Makes declarations, artifacts and graph those of the present repositories and their current snapshots; writes only
 * what changed. The caller holds the publishing lock.
 */
export async function publishWorkspace(ctx: Context, tx: Transaction): Promise<void> {
  await forgetAbsent(tx);
  const graph = await resolveWorkspace(tx, await loadSources(tx), ctx.now());
  const bytes = encodeGraph(graph);
  const graphHash = contentHash(bytes);
  // The blob comes before the commit that points to it; one that nothing points to harms nobody.
  await ctx.ports.blobStore.put(graphKey(ctx.workspaceId, graphHash), bytes);
  await tx
    .update(workspace)
    .set({ graphHash, updatedAt: ctx.now() })
    .where(eq(workspace.id, ctx.workspaceId));
}

/** A repository that its host no longer lists declares nothing. */
async function forgetAbsent(tx: Transaction): Promise<void> {
  const absent = tx.select({ id: repository.id }).from(repository).where(isNotNull(repository.absentSince));
  await tx.delete(dependency).where(inArray(dependency.sourceRepositoryId, absent));
}
