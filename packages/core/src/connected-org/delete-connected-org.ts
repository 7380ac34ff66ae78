import { inWorkspace } from "@knockon/db/in-workspace";
import { connectedOrg } from "@knockon/db/schema/connected-org.sql";
import { repository } from "@knockon/db/schema/repository.sql";
import { rescanRequest, scan } from "@knockon/db/schema/scan.sql";
import { webhook } from "@knockon/db/schema/webhook.sql";
import { and, eq, inArray, isNull } from "drizzle-orm";
import { recordAuditEvent } from "../audit-event/audit-events.ts";
import type { Context } from "../context.ts";
import { lockPublishing, publishWorkspace } from "../publish/publish-workspace.ts";
import { identityOf } from "./org-settings.ts";
import { deleteToken } from "./credential.ts";
import { getOrgRow } from "./org-row.ts";

/**
 * Deletes an org. Its repositories and artifacts leave every list and graph immediately, declarations of other orgs are resolved
 * again, its scan is cancelled, and its token and webhook secret are deleted. Garbage collection purges the rows later.
 */
export function deleteConnectedOrg(
  ctx: Context,
  input: { connectedOrgId: string },
): Promise<Record<string, never>> {
  return inWorkspace(ctx, async (tx) => {
    await lockPublishing(ctx, tx);
    const org = await getOrgRow(tx, input.connectedOrgId);
    const { id } = org;
    const now = ctx.now();
    await tx
      .update(connectedOrg)
      .set({ deletedAt: now, nextScheduledAt: null, updatedAt: now })
      .where(eq(connectedOrg.id, id));
    await tx
      .update(scan)
      .set({ status: "cancelled", completedAt: now, updatedAt: now })
      .where(and(eq(scan.connectedOrgId, id), inArray(scan.status, ["pending", "running"])));
    await tx.delete(rescanRequest).where(eq(rescanRequest.connectedOrgId, id));
    await tx
      .update(repository)
      .set({ absentSince: now, isChanged: true })
      .where(and(eq(repository.connectedOrgId, id), isNull(repository.absentSince)));
    await deleteToken(tx, org);
    await tx.delete(webhook).where(eq(webhook.connectedOrgId, id));
    await publishWorkspace(ctx, tx);
    await recordAuditEvent(tx, ctx, {
      action: "connected_org.deleted",
      target: { type: "connected_org", id },
      before: identityOf(org),
    });
    return {};
  });
}
