import type { ScanType } from "@knockon/contract/vocabulary/scan";
import { inWorkspace } from "@knockon/db/in-workspace";
import { scan } from "@knockon/db/schema/scan.sql";
import { and, eq, inArray, sql } from "drizzle-orm";
import { randomUUID } from "node:crypto";
import type { Transaction } from "@knockon/db/database";
import { recordAuditEvent } from "../audit-event/audit-events.ts";
import { getOrgRow } from "../connected-org/org-row.ts";
import type { Context } from "../context.ts";
import { ConflictError } from "../errors.ts";
import { presentScan, type ScanRow } from "./scan-row.ts";
import type { ScanMessage } from "../ports/queue.ts";

/** Starts a scan of an org. Throws ConflictError with the `scan_id` of the scan in flight, if there is one. */
export async function triggerScan(ctx: Context, input: { connectedOrgId: string; scanType: ScanType }) {
  const started = await inWorkspace(ctx, async (tx) => {
    await getOrgRow(tx, input.connectedOrgId);
    const created = await insertScan(ctx, tx, { ...input, startedBy: "manual" });
    if (created) {
      await recordAuditEvent(tx, ctx, {
        action: "scan.triggered",
        target: { type: "scan", id: created.id },
        after: { connectedOrgId: created.connectedOrgId, scanType: created.scanType },
      });
      return presentScan(tx, created);
    }
    const [running] = await tx
      .select({ id: scan.id })
      .from(scan)
      .where(
        and(eq(scan.connectedOrgId, input.connectedOrgId), inArray(scan.status, ["pending", "running"])),
      );
    throw new ConflictError(
      "A scan of this organization is already in progress.",
      running ? { scan_id: running.id } : {},
    );
  });
  await ctx.ports.queue.send([firstMessage(started)]);
  return started;
}

/** Inserts a pending scan. Returns undefined if a scan of the org is in flight; a unique index allows one at a time. */
export async function insertScan(
  { workspaceId, now }: Context,
  tx: Transaction,
  values: Pick<ScanRow, "connectedOrgId" | "scanType" | "startedBy">,
): Promise<ScanRow | undefined> {
  const createdAt = now();
  const [row] = await tx
    .insert(scan)
    .values({ ...values, id: randomUUID(), workspaceId, createdAt, updatedAt: createdAt })
    .onConflictDoNothing({ target: scan.connectedOrgId, where: sql`status in ('pending', 'running')` })
    .returning();
  return row;
}

/** Returns the message that starts a committed scan. */
export const firstMessage = ({ id: scanId, workspaceId }: ScanRow): ScanMessage => ({
  kind: "plan-scan",
  workspaceId,
  scanId,
  cursor: null,
});
