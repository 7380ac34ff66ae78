import type { ScanType } from "@knockon/contract/vocabulary/scan";
import { inWorkspace } from "@knockon/db/in-workspace";
import { scan } from "@knockon/db/schema/scan.sql";
import { and, eq, inArray } from "drizzle-orm";
import { recordAuditEvent } from "../audit-event/record-audit-event.ts";
import { getOrgRow } from "../connected-org/org-row.ts";
import type { Context } from "../context.ts";
import { ConflictError } from "../errors.ts";
import { firstMessage, insertScan } from "./insert-scan.ts";
import { presentScan } from "./scan-row.ts";

/** Starts a scan; one at a time per org, held by a unique index. Throws ConflictError with the running scan's id. */
export async function triggerScan(ctx: Context, input: { connectedOrgId: string; scanType: ScanType }) {
  const started = await inWorkspace(ctx, async (tx) => {
    await getOrgRow(tx, input.connectedOrgId);
    const created = await insertScan(ctx, tx, { ...input, startedBy: "manual" });
    if (created) {
      await recordAuditEvent(tx, ctx, {
        action: "scan.triggered",
        target: { type: "scan", id: created.id },
        after: { connected_org_id: created.connectedOrgId, scan_type: created.scanType },
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
      "A scan of this org is already under way.",
      running ? { scan_id: running.id } : {},
    );
  });
  await ctx.ports.queue.send([firstMessage(started)]);
  return started;
}
