import { inWorkspace } from "@knockon/db/in-workspace";
import { connectedOrg } from "@knockon/db/schema/connected-org.sql";
import { repository } from "@knockon/db/schema/repository.sql";
import { rescanRequest, scan } from "@knockon/db/schema/scan.sql";
import { webhook } from "@knockon/db/schema/webhook.sql";
import { and, eq, inArray, isNull } from "drizzle-orm";
import { recordAuditEvent } from "../audit-event/record-audit-event.ts";
import type { Context } from "../context.ts";
import { lockPublishing, publishWorkspace } from "../publish/publish-workspace.ts";
import { identityOf } from "./audited-org.ts";
import { forgetToken } from "./credential/credential-row.ts";
import { getOrgRow } from "./org-row.ts";

/**
 * Invisible at once: its repositories and artifacts leave every list and graph, what other orgs declare of them is
 * resolved anew, its running scan is cancelled, its token and the secret of its webhooks forgotten. The rows are purged later.
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
    await forgetToken(tx, org);
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
