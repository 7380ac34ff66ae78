import type { Transaction } from "@knockon/db/database";
import { scan, type OrgError } from "@knockon/db/schema/scan.sql";
import { and, eq, sql } from "drizzle-orm";
import type { Context } from "../context.ts";
import { isDone, type ScanRow } from "./scan-row.ts";

interface Counts {
  totalRepos?: number;
  scannedRepos?: number;
  skippedRepos?: number;
  failedRepos?: number;
  /** The listing is at its end. */
  plannedAt?: Date;
  /** The listing kept something back. */
  isIncomplete?: boolean;
  orgErrors?: OrgError[];
}

/** The scan ended while work for it was under way: everything of that transaction is undone. */
export class ScanOverError extends Error {}

/**
 * Adds to the scan's counters, in the transaction of the data that is counted and as its last write (it locks the
 * row that every worker of the scan wants). Throws ScanOverError unless the scan is running.
 */
export async function settle(
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
      progressAt: movedAt(now),
      updatedAt: now,
    })
    .where(and(eq(scan.id, scanId), eq(scan.status, "running")))
    .returning();
  if (!row) throw new ScanOverError();
  return row;
}

export const withOrgErrors = (errors: readonly OrgError[]) =>
  sql`${scan.orgErrors} || ${JSON.stringify(errors)}::jsonb`;

/** Progress that was put off for a busy host is not due before. */
const movedAt = (now: Date) => sql`greatest(${scan.progressAt}, ${now})`;

/** One row while the scan runs, for the condition of a write that must not come after its end. */
export const isRunning = (tx: Transaction, scanId: string) =>
  tx
    .select({ one: sql`1` })
    .from(scan)
    .where(and(eq(scan.id, scanId), eq(scan.status, "running")));

/** Whoever completes the count asks for the finish; the finish itself is idempotent. */
export async function sendFinishIfDone(ctx: Context, row: ScanRow): Promise<void> {
  if (!isDone(row)) return;
  await ctx.ports.queue.send([{ kind: "finish-scan", workspaceId: ctx.workspaceId, scanId: row.id }]);
}
