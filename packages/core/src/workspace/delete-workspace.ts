import { inWorkspace } from "@knockon/db/in-workspace";
import { subscription } from "@knockon/db/schema/billing.sql";
import { connectedOrg, credential } from "@knockon/db/schema/connected-org.sql";
import { scan } from "@knockon/db/schema/scan.sql";
import { webhook } from "@knockon/db/schema/webhook.sql";
import { apiKey, workspace } from "@knockon/db/schema/workspace.sql";
import { eq, inArray, isNull } from "drizzle-orm";
import { recordAuditEvent } from "../audit-event/audit-events.ts";
import type { Context } from "../context.ts";
import { lockWorkspaceRow } from "./workspace-row.ts";

/**
 * Deletes a workspace. It disappears immediately, its keys are revoked, its tokens deleted, its scans cancelled and its subscription
 * ends. Garbage collection purges the rows later.
 */
export function deleteWorkspace(ctx: Context): Promise<Record<string, never>> {
  return inWorkspace(ctx, async (tx) => {
    await lockWorkspaceRow(tx, ctx.workspaceId);
    const now = ctx.now();
    await tx
      .update(workspace)
      .set({ deletedAt: now, updatedAt: now })
      .where(eq(workspace.id, ctx.workspaceId));
    await tx.update(apiKey).set({ revokedAt: now }).where(isNull(apiKey.revokedAt));
    await tx
      .update(connectedOrg)
      .set({ deletedAt: now, nextScheduledAt: null, updatedAt: now })
      .where(isNull(connectedOrg.deletedAt));
    await tx.update(credential).set({ accessTokenEncrypted: null });
    await tx.delete(webhook);
    // `reconcileSubscriptions` reads these first and cancels them.
    await tx.update(subscription).set({ readAt: null });
    await tx
      .update(scan)
      .set({ status: "cancelled", completedAt: now, updatedAt: now })
      .where(inArray(scan.status, ["pending", "running"]));
    await recordAuditEvent(tx, ctx, {
      action: "workspace.deleted",
      target: { type: "workspace", id: ctx.workspaceId },
    });
    return {};
  });
}
