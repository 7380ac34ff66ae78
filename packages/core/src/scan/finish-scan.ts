import type { Transaction } from "@knockon/db/database";
import { inWorkspace } from "@knockon/db/in-workspace";
import { connectedOrg } from "@knockon/db/schema/connected-org.sql";
import { repository } from "@knockon/db/schema/repository.sql";
import { scan, scanPage, scanRepository } from "@knockon/db/schema/scan.sql";
import { and, eq, isNull, ne, notInArray, sql } from "drizzle-orm";
import { requestWaitingChecks, sendChecks } from "../check/request-check.ts";
import type { Context } from "../context.ts";
import { nameMainAuthors } from "../ownership/name-main-authors.ts";
import { loadCorrections } from "../ownership/person-corrections.ts";
import { findHistoryErrors } from "../ownership/store-ownership.ts";
import { Step } from "../publish/publish-work.ts";
import { isLockTimeout, lockPublishingSoon, publishWorkspace } from "../publish/publish-workspace.ts";
import { ScanOverError, withOrgErrors } from "./count.ts";
import { deleteRequests, startRescan } from "./rescan.ts";
import { isDone, type ScanRow } from "./scan-row.ts";

/** Time after which a publish ends its transaction and goes on in the next one. */
const STEP_MS = 20 * 1000;
/** Time until a scan that another publish of its workspace holds back tries again. */
const RETRY_SECONDS = 5;

/**
 * Publishes a scan whose repositories are all counted. Declarations, artifacts, the graph and the scan's status change in one
 * transaction, which is rolled back if the scan was cancelled. A publish of many repositories takes several transactions, one per
 * message, of which the last changes the graph and the status.
 */
export async function finishScan(ctx: Context, { scanId }: { scanId: string }): Promise<void> {
  const message = { kind: "finish-scan", workspaceId: ctx.workspaceId, scanId } as const;
  try {
    const outcome = await inWorkspace(ctx, (tx) => runStep(ctx, tx, scanId));
    if (outcome === "over") return;
    if (outcome === "continued") return await ctx.ports.queue.send([message]);
    const { checkIds, ...published } = outcome;
    ctx.log.info("scan published", published);
    await sendChecks(ctx, checkIds);
    await startRescan(ctx, published);
  } catch (error) {
    if (!isLockTimeout(error)) throw error;
    // The message waits, so the sweeper need not send another.
    await inWorkspace(ctx, (tx) => noteProgress(ctx, tx, scanId));
    await ctx.ports.queue.send([message], RETRY_SECONDS);
  }
}

/** Runs one transaction of a publish. Returns "over" if there is nothing to publish. */
async function runStep(ctx: Context, tx: Transaction, scanId: string) {
  const startedAt = ctx.now().getTime();
  await lockPublishingSoon(ctx, tx);
  const [row] = await tx.select().from(scan).where(eq(scan.id, scanId));
  if (row?.status !== "running" || !isDone(row)) return "over";
  const isFirst = row.publishingAt === null;
  if (isFirst) {
    if (row.startedBy !== "push" && row.isListingComplete) await markAbsent(ctx, tx, row);
    await makeSnapshotsCurrent(ctx, tx, row);
  }
  const step = new Step(() => ctx.now().getTime() - startedAt >= STEP_MS);
  const done = await publishWorkspace(ctx, tx, isFirst && row.scanType === "full", step);
  if (!done) {
    await noteProgress(ctx, tx, row.id, { publishingAt: row.publishingAt ?? ctx.now() });
    return "continued";
  }
  await endScan(ctx, tx, row);
  const { connectedOrgId } = row;
  return { connectedOrgId, ...done, checkIds: await requestWaitingChecks(ctx, tx, connectedOrgId) };
}

async function noteProgress(
  ctx: Context,
  tx: Transaction,
  scanId: string,
  also: { publishingAt?: Date } = {},
): Promise<void> {
  const now = ctx.now();
  const noted = await tx
    .update(scan)
    .set({ progressAt: now, updatedAt: now, ...also })
    .where(and(eq(scan.id, scanId), eq(scan.status, "running")))
    .returning({ id: scan.id });
  if (noted.length === 0) throw new ScanOverError();
}

/** Marks repositories that are not in the complete listing as absent. */
async function markAbsent(ctx: Context, tx: Transaction, row: ScanRow): Promise<void> {
  const listed = tx
    .select({ id: sql`unnest(${scanPage.repositoryIds})` })
    .from(scanPage)
    .where(eq(scanPage.scanId, row.id));
  await tx
    .update(repository)
    .set({ absentSince: ctx.now(), isChanged: true })
    .where(
      and(
        eq(repository.connectedOrgId, row.connectedOrgId),
        isNull(repository.absentSince),
        notInArray(repository.id, listed),
      ),
    );
}

/** Makes the snapshots of the scan current. An empty repository has none; a failed one keeps its previous snapshot. */
async function makeSnapshotsCurrent(ctx: Context, tx: Transaction, row: ScanRow): Promise<void> {
  const isOfScan = and(eq(scanRepository.repositoryId, repository.id), eq(scanRepository.scanId, row.id));
  await tx
    .update(repository)
    .set({
      snapshotId: scanRepository.snapshotId,
      lastCommitSha: scanRepository.commitSha,
      lastScannedAt: row.startedAt,
      failedAt: null,
      beyondPlanSince: null,
      isChanged: true,
    })
    .from(scanRepository)
    .where(and(isOfScan, ne(scanRepository.status, "failed")));
  await tx
    .update(repository)
    .set({ failedAt: ctx.now() })
    .from(scanRepository)
    .where(and(isOfScan, eq(scanRepository.status, "failed"), isNull(repository.failedAt)));
}

async function endScan(ctx: Context, tx: Transaction, row: ScanRow): Promise<void> {
  const now = ctx.now();
  const { id: currentScanId, startedAt: scannedAt, startedBy } = row;
  await tx
    .update(connectedOrg)
    .set({ currentScanId, ...(startedBy !== "push" && { scannedAt }) })
    .where(eq(connectedOrg.id, row.connectedOrgId));
  await tx.delete(scanPage).where(eq(scanPage.scanId, row.id));
  if (ctx.settings.ownership !== "off") await nameMainAuthors(ctx, tx, await loadCorrections(tx));
  const historyErrors = await findHistoryErrors(ctx, tx, row.id);
  const status = row.failedRepos > 0 ? "partial" : "completed";
  const ended = await tx
    .update(scan)
    .set({
      status,
      completedAt: now,
      progressAt: now,
      updatedAt: now,
      ...(historyErrors.length > 0 && { orgErrors: withOrgErrors(historyErrors) }),
    })
    .where(and(eq(scan.id, row.id), eq(scan.status, "running")))
    .returning({ id: scan.id });
  if (ended.length === 0) throw new ScanOverError();
  // After the scan's row, the same lock order as `cancelScan`.
  await deleteRequests(tx, row);
}
