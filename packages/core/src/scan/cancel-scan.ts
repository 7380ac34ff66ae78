import { inWorkspace } from "@knockon/db/in-workspace";
import { scan } from "@knockon/db/schema/scan.sql";
import { and, eq, inArray } from "drizzle-orm";
import { recordAuditEvent } from "../audit-event/audit-events.ts";
import type { Context } from "../context.ts";
import { ConflictError } from "../errors.ts";
import { deleteRequests, STARTED_BY_EVENTS } from "./rescan.ts";
import { getScanRow, presentScan } from "./scan-row.ts";

/**
 * Cancels a scan immediately; workers only write while it is running. Idempotent. Throws ConflictError for a scan that has ended
 * otherwise.
 */
export function cancelScan(ctx: Context, input: { scanId: string }) {
  return inWorkspace(ctx, async (tx) => {
    const now = ctx.now();
    const [cancelled] = await tx
      .update(scan)
      .set({ status: "cancelled", completedAt: now, updatedAt: now })
      .where(and(eq(scan.id, input.scanId), inArray(scan.status, ["pending", "running"])))
      .returning();
    if (cancelled) {
      // Otherwise these requests would immediately start another scan.
      if (STARTED_BY_EVENTS.some((starter) => starter === cancelled.startedBy))
        await deleteRequests(tx, cancelled);
      await recordAuditEvent(tx, ctx, {
        action: "scan.cancelled",
        target: { type: "scan", id: cancelled.id },
        after: { connectedOrgId: cancelled.connectedOrgId },
      });
      return presentScan(tx, cancelled);
    }
    const ended = await getScanRow(tx, input.scanId);
    if (ended.status !== "cancelled") throw new ConflictError(`The scan is already ${ended.status}.`);
    return presentScan(tx, ended);
  });
}
