import { inWorkspace } from "@knockon/db/in-workspace";
import { membership } from "@knockon/db/schema/membership.sql";
import { eq } from "drizzle-orm";
import { recordAuditEvent } from "../audit-event/record-audit-event.ts";
import type { Context } from "../context.ts";
import { ConflictError, ForbiddenError } from "../errors.ts";
import { lockMembership } from "../membership/membership-row.ts";
import { userIdOf } from "../session/user-id.ts";

/** The target becomes the Owner, the caller an Admin. Throws NotFoundError where the target is no member. */
export function transferWorkspace(
  ctx: Context,
  { newOwnerUserId }: { newOwnerUserId: string },
): Promise<Record<string, never>> {
  const callerId = userIdOf(ctx);
  return inWorkspace(ctx, async (tx) => {
    // Of two transfers at once, the second finds its caller demoted.
    const caller = await lockMembership(tx, callerId);
    if (caller.role !== "owner") throw new ForbiddenError("This operation requires the role owner or above.");
    const target = await lockMembership(tx, newOwnerUserId);
    if (target.userId === callerId) throw new ConflictError("You are the Owner already.");
    await tx.update(membership).set({ role: "admin" }).where(eq(membership.userId, callerId));
    await tx.update(membership).set({ role: "owner" }).where(eq(membership.userId, target.userId));
    await recordAuditEvent(tx, ctx, {
      action: "workspace.transferred",
      target: { type: "workspace", id: ctx.workspaceId },
      before: { owner: callerId },
      after: { owner: target.userId },
    });
    return {};
  });
}
