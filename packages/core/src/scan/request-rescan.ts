import { inWorkspace } from "@knockon/db/in-workspace";
import { rescanRequest } from "@knockon/db/schema/scan.sql";
import { sql } from "drizzle-orm";
import { getOrgRow } from "../connected-org/org-row.ts";
import type { Context } from "../context.ts";
import { startRescan } from "./start-rescan.ts";

/**
 * Notes that repositories were pushed to, known or not, or that the listing changed. One scan of all that were noted follows, at most one a minute
 * for each org, also when a scan is under way. Throws NotFoundError.
 */
export async function requestRescan(
  ctx: Context,
  input: { connectedOrgId: string; platformIds: readonly string[] },
): Promise<void> {
  const requestedAt = ctx.now();
  const { workspaceId } = ctx;
  await inWorkspace(ctx, async (tx) => {
    const { id: connectedOrgId } = await getOrgRow(tx, input.connectedOrgId);
    const rows = [...new Set(input.platformIds)].map((platformId) => ({
      workspaceId,
      connectedOrgId,
      platformId,
      requestedAt,
    }));
    if (rows.length === 0) return;
    await tx
      .insert(rescanRequest)
      .values(rows)
      .onConflictDoUpdate({
        target: [rescanRequest.connectedOrgId, rescanRequest.platformId],
        set: {
          // Never the same again, whichever clock it was noted by: a scan that is looking it up does not take it for its own.
          requestedAt: sql`greatest(${rescanRequest.requestedAt} + interval '1 millisecond', excluded.requested_at)`,
          scanId: null,
        },
      });
  });
  await startRescan(ctx, input);
}
