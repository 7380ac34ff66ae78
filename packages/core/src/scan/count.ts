import type { Transaction } from "@knockon/db/database";
import { inWorkspace } from "@knockon/db/in-workspace";
import { scan, type OrgError } from "@knockon/db/schema/scan.sql";
import { and, eq, sql } from "drizzle-orm";
import type { Context } from "../context.ts";
import { isDone, type ScanRow } from "./scan-row.ts";

interface Counts {
  totalRepos?: number;
  scannedRepos?: number;
  skippedRepos?: number;
  failedRepos?: number;
  /** Set with the last page of the listing. */
  plannedAt?: Date;
  /** The host left repositories out of the listing. */
  isIncomplete?: boolean;
  orgErrors?: OrgError[];
}

/** The scan ended while a worker was still working for it. Thrown inside a transaction to roll it back. */
export class ScanOverError extends Error {}

/**
 * Adds to the scan's counters, in the transaction that writes the counted data. Call it last, because it locks the row that every
 * worker of the scan updates. Returns the scan; throws ScanOverError unless it is running.
 */
export async function addCounts(
  ctx: Context,
  tx: Transaction,
  scanId: string,
  counts: Counts,
): Promise<ScanRow> {
  const now = ctx.now();
  const [row] = await tx
    .update(scan)
    .set({
      totalRepos: sql`${scan.totalRepos} + ${counts.totalRepos ?? 0}`,
      scannedRepos: sql`${scan.scannedRepos} + ${counts.scannedRepos ?? 0}`,
      skippedRepos: sql`${scan.skippedRepos} + ${counts.skippedRepos ?? 0}`,
      failedRepos: sql`${scan.failedRepos} + ${counts.failedRepos ?? 0}`,
      ...(counts.plannedAt && { plannedAt: counts.plannedAt }),
      ...(counts.isIncomplete && { isListingComplete: false }),
      ...(counts.orgErrors && { orgErrors: withOrgErrors(counts.orgErrors) }),
      // `deferScan` sets it to a time in the future.
      progressAt: sql`greatest(${scan.progressAt}, ${now})`,
      updatedAt: now,
    })
    .where(and(eq(scan.id, scanId), eq(scan.status, "running")))
    .returning();
  if (!row) throw new ScanOverError();
  return row;
}

export const withOrgErrors = (errors: readonly OrgError[]) =>
  sql`${scan.orgErrors} || ${JSON.stringify(errors)}::jsonb`;

/** Selects one row while the scan is running. Use it as the condition of every write that must not happen after its end. */
export const isRunning = (tx: Transaction, scanId: string) =>
  tx
    .select({ one: sql`1` })
    .from(scan)
    .where(and(eq(scan.id, scanId), eq(scan.status, "running")));

/** Enqueues the finish when every repository is counted. Several workers may enqueue it; the finish is idempotent. */
export async function sendFinishIfDone(ctx: Context, row: ScanRow): Promise<void> {
  if (!isDone(row)) return;
  await ctx.ports.queue.send([{ kind: "finish-scan", workspaceId: ctx.workspaceId, scanId: row.id }]);
}

/** Enqueues the finish that a failed delivery did not enqueue after its count. */
export async function sendFinishIfStillDue(ctx: Context, scanId: string): Promise<void> {
  const isRunningScan = and(eq(scan.id, scanId), eq(scan.status, "running"));
  const [row] = await inWorkspace(ctx, (tx) => tx.select().from(scan).where(isRunningScan));
  if (row) await sendFinishIfDone(ctx, row);
}
