import type { Transaction } from "@knockon/db/database";
import { inWorkspace } from "@knockon/db/in-workspace";
import { connectedOrg } from "@knockon/db/schema/connected-org.sql";
import { dependency } from "@knockon/db/schema/dependency.sql";
import { repository } from "@knockon/db/schema/repository.sql";
import { scan, scanRepository } from "@knockon/db/schema/scan.sql";
import { workspace } from "@knockon/db/schema/workspace.sql";
import { contentHash, encodeGraph } from "@knockon/graph/packed-graph-codec";
import { and, eq, isNotNull, sql } from "drizzle-orm";
import type { Context } from "../context.ts";
import { graphKey } from "../graph/load-graph.ts";
import { applyDifference } from "../publish/apply-difference.ts";
import { loadSources } from "../publish/load-sources.ts";
import { resolveWorkspace } from "../publish/resolve-workspace.ts";
import { ScanOverError } from "./count.ts";
import { isDone, type ScanRow } from "./scan-row.ts";

/**
 * Publishes a scan whose repositories are all accounted for: declarations, artifacts, graph and status change in one
 * commit. Publishes of one workspace wait for each other, since each reads what the others produce.
 */
export async function finishScan(ctx: Context, { scanId }: { scanId: string }): Promise<void> {
  const published = await inWorkspace(ctx, async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${ctx.workspaceId}, 0))`);
    const [row] = await tx.select().from(scan).where(eq(scan.id, scanId));
    if (row?.status !== "running" || !isDone(row)) return undefined;
    const graphHash = await writeGraph(ctx, tx, scanId);
    await flip(ctx, tx, row, graphHash);
    return row;
  });
  if (published) ctx.log.info("scan published", { scanId, repositories: published.totalRepos });
}

/** The blob comes before the commit that points to it; one that nothing points to harms nobody. */
async function writeGraph(ctx: Context, tx: Transaction, scanId: string): Promise<string> {
  await forgetAbsent(tx);
  const resolved = await resolveWorkspace(tx, await loadSources(tx, scanId));
  await applyDifference(tx, resolved.artifacts, resolved.declarations, ctx.now());
  const bytes = encodeGraph(resolved.graph);
  const hash = contentHash(bytes);
  await ctx.ports.blobStore.put(graphKey(ctx.workspaceId, hash), bytes);
  return hash;
}

/** A repository that its host no longer lists declares nothing. */
async function forgetAbsent(tx: Transaction): Promise<void> {
  const absent = tx.select({ id: repository.id }).from(repository).where(isNotNull(repository.absentSince));
  await tx.delete(dependency).where(sql`${dependency.sourceRepositoryId} in ${absent}`);
}

async function flip(ctx: Context, tx: Transaction, row: ScanRow, graphHash: string): Promise<void> {
  const now = ctx.now();
  await tx
    .update(repository)
    .set({
      snapshotId: scanRepository.snapshotId,
      lastCommitSha: scanRepository.commitSha,
      lastScannedAt: now,
    })
    .from(scanRepository)
    .where(
      and(
        eq(scanRepository.repositoryId, repository.id),
        eq(scanRepository.scanId, row.id),
        eq(scanRepository.status, "scanned"),
      ),
    );
  await tx.update(connectedOrg).set({ currentScanId: row.id }).where(eq(connectedOrg.id, row.connectedOrgId));
  await tx.update(workspace).set({ graphHash, updatedAt: now }).where(eq(workspace.id, ctx.workspaceId));
  const status = row.failedRepos > 0 ? "partial" : "completed";
  const ended = await tx
    .update(scan)
    .set({ status, completedAt: now, progressAt: now, updatedAt: now })
    .where(and(eq(scan.id, row.id), eq(scan.status, "running")))
    .returning({ id: scan.id });
  if (ended.length === 0) throw new ScanOverError();
}
