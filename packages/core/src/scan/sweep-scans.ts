import { describeFault } from "../describe-fault.ts";
import type { Database, Transaction } from "@knockon/db/database";
import { asSystem, inWorkspace } from "@knockon/db/in-workspace";
import { rescanRequest, scan, scanRepository } from "@knockon/db/schema/scan.sql";
import { and, eq, gte, inArray, isNull, lt, or } from "drizzle-orm";
import { withFields, type Context } from "../context.ts";
import type { ScanMessage } from "../ports/queue.ts";
import { startRescan } from "./rescan.ts";
import { failScanIn } from "./fail.ts";
import { isDone, type ScanRow } from "./scan-row.ts";

/** A first or last message without effect for this long was lost between the commit and the queue. */
const OUTBOX_MS = 2 * 60 * 1000;
/** A scan without progress and without leases for this long was interrupted. */
const STALL_MS = 15 * 60 * 1000;
const MAX_INTERRUPTIONS = 3;

/**
 * Runs every minute. Enqueues work that was committed but never enqueued, work that dead workers leased, and all pending work of
 * stalled scans. Fails a scan at its third interruption. Starts rescans whose message was lost. The rows are the source of truth; the
 * queue only says when to look at them. Returns the number of messages sent.
 */
export async function sweepScans(base: Omit<Context, "workspaceId">): Promise<number> {
  const inFlight = await asSystem(base.database, (tx) =>
    tx
      .select({ id: scan.id, workspaceId: scan.workspaceId })
      .from(scan)
      .where(inArray(scan.status, ["pending", "running"])),
  );
  let sent = 0;
  for (const { id: scanId, workspaceId } of inFlight) {
    const ctx = { ...base, workspaceId, log: withFields(base.log, { workspaceId, scanId }) };
    await attempt(ctx, async () => (sent += await sweepScan(ctx, scanId)));
  }
  for (const { workspaceId, connectedOrgId } of await findWaitingOrgs(base.database)) {
    const ctx = { ...base, workspaceId, log: withFields(base.log, { workspaceId, connectedOrgId }) };
    await attempt(ctx, () => startRescan(ctx, { connectedOrgId }));
  }
  return sent;
}

/** Returns the orgs with pending rescan requests; their message may be lost. */
const findWaitingOrgs = (database: Database) =>
  asSystem(database, (tx) =>
    tx
      .selectDistinct({
        workspaceId: rescanRequest.workspaceId,
        connectedOrgId: rescanRequest.connectedOrgId,
      })
      .from(rescanRequest),
  );

/** Logs an error of one scan or org, so that the others are still swept. */
async function attempt(ctx: Context, work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
  } catch (error) {
    ctx.log.error("sweep failed", { cause: describeFault(error) });
  }
}

/** Sweeps one scan. Returns the number of messages sent. */
export async function sweepScan(ctx: Context, scanId: string): Promise<number> {
  const messages = await inWorkspace(ctx, async (tx) => {
    const [row] = await tx
      .select()
      .from(scan)
      .where(and(eq(scan.id, scanId), inArray(scan.status, ["pending", "running"])))
      .for("update");
    if (!row) return [];
    return (await isStalled(ctx, tx, row)) ? interrupt(ctx, tx, row) : findLost(ctx, tx, row);
  });
  if (messages.length > 0) await ctx.ports.queue.send(messages);
  return messages.length;
}

async function isStalled(ctx: Context, tx: Transaction, row: ScanRow): Promise<boolean> {
  if (!isIdleFor(ctx, row, STALL_MS)) return false;
  const leases = and(
    eq(scanRepository.scanId, row.id),
    eq(scanRepository.status, "pending"),
    gte(scanRepository.leaseUntil, ctx.now()),
  );
  return (await tx.$count(scanRepository, leases)) === 0;
}

const isIdleFor = (ctx: Context, row: ScanRow, milliseconds: number): boolean =>
  ctx.now().getTime() - (row.progressAt ?? row.createdAt).getTime() > milliseconds;

async function interrupt(ctx: Context, tx: Transaction, row: ScanRow): Promise<ScanMessage[]> {
  const now = ctx.now();
  const interruptionCount = row.interruptionCount + 1;
  await tx
    .update(scan)
    .set({ interruptionCount, progressAt: now, updatedAt: now })
    .where(eq(scan.id, row.id));
  if (interruptionCount >= MAX_INTERRUPTIONS) {
    const message = `The scan was interrupted ${MAX_INTERRUPTIONS} times.`;
    await failScanIn(ctx, tx, row.id, { code: "interrupted", message });
    return [];
  }
  if (isDone(row)) return [finishMessage(ctx, row)];
  const repositories = await resend(ctx, tx, row, "all");
  return row.plannedAt === null ? [planMessage(ctx, row), ...repositories] : repositories;
}

async function findLost(ctx: Context, tx: Transaction, row: ScanRow): Promise<ScanMessage[]> {
  const isOverdue = isIdleFor(ctx, row, OUTBOX_MS);
  if (row.status === "pending") return isOverdue ? [planMessage(ctx, row)] : [];
  if (isDone(row)) return isOverdue ? [finishMessage(ctx, row)] : [];
  return resend(ctx, tx, row, "lost");
}

/** Marks pending repositories as enqueued and returns their messages: all of them, or those never enqueued or left by a dead worker. */
async function resend(
  ctx: Context,
  tx: Transaction,
  row: ScanRow,
  which: "lost" | "all",
): Promise<ScanMessage[]> {
  const now = ctx.now();
  const isLost = or(
    lt(scanRepository.leaseUntil, now),
    lt(scanRepository.notBefore, new Date(now.getTime() - OUTBOX_MS)),
    and(isNull(scanRepository.leaseUntil), isNull(scanRepository.enqueuedAt)),
  );
  // A row locked by a worker is not lost. Waiting for it would deadlock: the worker waits for the scan's row, which is locked here.
  const waiting = tx
    .select({ id: scanRepository.repositoryId })
    .from(scanRepository)
    .where(
      and(
        eq(scanRepository.scanId, row.id),
        eq(scanRepository.status, "pending"),
        which === "lost" ? isLost : undefined,
      ),
    )
    .for("update", { skipLocked: true });
  const sent = await tx
    .update(scanRepository)
    .set({ enqueuedAt: now, leaseUntil: null, notBefore: null })
    .where(and(eq(scanRepository.scanId, row.id), inArray(scanRepository.repositoryId, waiting)))
    .returning({ repositoryId: scanRepository.repositoryId });
  // This counts as progress. It cannot go on forever, because the attempts of a repository are limited.
  if (sent.length > 0) await tx.update(scan).set({ progressAt: now }).where(eq(scan.id, row.id));
  const about = { kind: "scan-repository", workspaceId: ctx.workspaceId, scanId: row.id } as const;
  return sent.map(({ repositoryId }) => ({ ...about, repositoryId }));
}

const planMessage = (ctx: Context, row: ScanRow): ScanMessage => ({
  kind: "plan-scan",
  workspaceId: ctx.workspaceId,
  scanId: row.id,
  cursor: null,
});

const finishMessage = (ctx: Context, row: ScanRow): ScanMessage => ({
  kind: "finish-scan",
  workspaceId: ctx.workspaceId,
  scanId: row.id,
});
