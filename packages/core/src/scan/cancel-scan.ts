import { inWorkspace } from "@knockon/db/in-workspace";
import { scan } from "@knockon/db/schema/scan.sql";
import { and, eq, inArray } from "drizzle-orm";
import { recordAuditEvent } from "../audit-event/record-audit-event.ts";
import type { Context } from "../context.ts";
import { ConflictError } from "../errors.ts";
import { forgetRequests, STARTED_BY_EVENTS } from "./rescan-requests.ts";
import { getScanRow, presentScan } from "./scan-row.ts";

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
      // Else the pushes that it was started for would start the next one at once.
      if (STARTED_BY_EVENTS.some((starter) => starter === cancelled.startedBy))
        await forgetRequests(tx, cancelled);
      await recordAuditEvent(tx, ctx, {
        action: "scan.cancelled",
        target: { type: "scan", id: cancelled.id },
        after: { connected_org_id: cancelled.connectedOrgId },
      });
      return presentScan(tx, cancelled);
    }
    const ended = await getScanRow(tx, input.scanId);
    if (ended.status !== "cancelled") throw new ConflictError(`The scan is already ${ended.status}.`);
    return presentScan(tx, ended);
  });
}
