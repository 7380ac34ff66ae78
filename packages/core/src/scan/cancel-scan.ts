import { inWorkspace } from "@knockon/db/in-workspace";
import { rescanRequest, scan } from "@knockon/db/schema/scan.sql";
import type { Transaction } from "@knockon/db/database";
import { and, eq, inArray, lte } from "drizzle-orm";
import type { Context } from "../context.ts";
import { ConflictError } from "../errors.ts";
import { getScanRow, presentScan, type ScanRow } from "./scan-row.ts";

/** Pushes that the cancelled scan was started for: else they would start the next one at once. */
async function forgetRequests(
  tx: Transaction,
  { connectedOrgId, startedBy, createdAt }: ScanRow,
): Promise<void> {
  if (startedBy !== "push") return;
  await tx
    .delete(rescanRequest)
    .where(and(eq(rescanRequest.connectedOrgId, connectedOrgId), lte(rescanRequest.requestedAt, createdAt)));
}

/** At once and for good: every later write of the scan's workers is conditional on it running. Cancelling twice is one cancel. */
export function cancelScan(ctx: Context, input: { scanId: string }) {
  return inWorkspace(ctx, async (tx) => {
    const now = ctx.now();
    const [cancelled] = await tx
      .update(scan)
      .set({ status: "cancelled", completedAt: now, updatedAt: now })
      .where(and(eq(scan.id, input.scanId), inArray(scan.status, ["pending", "running"])))
      .returning();
    if (cancelled) {
      await forgetRequests(tx, cancelled);
      return presentScan(tx, cancelled);
    }
    const ended = await getScanRow(tx, input.scanId);
    if (ended.status !== "cancelled") throw new ConflictError(`The scan is already ${ended.status}.`);
    return presentScan(tx, ended);
  });
}
