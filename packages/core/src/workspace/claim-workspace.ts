import { inWorkspace } from "@knockon/db/in-workspace";
import { membership } from "@knockon/db/schema/membership.sql";
import { recordAuditEvent } from "../audit-event/record-audit-event.ts";
import type { Context } from "../context.ts";

/** Makes somebody the Owner of a workspace that has no member yet; of two at once, one. */
export function claimWorkspace(ctx: Context, userId: string): Promise<void> {
  return inWorkspace(ctx, async (tx) => {
    if ((await tx.$count(membership)) > 0) return;
    const { workspaceId } = ctx;
    const claimed = await tx
      .insert(membership)
      .values({ workspaceId, userId, role: "owner", joinedAt: ctx.now() })
      .onConflictDoNothing()
      .returning();
    if (claimed.length === 0) return;
    await recordAuditEvent(tx, ctx, {
      action: "workspace.claimed",
      target: { type: "workspace", id: workspaceId },
      after: { owner: userId },
    });
  });
}
