import { inWorkspace } from "@knockon/db/in-workspace";
import { invitation } from "@knockon/db/schema/membership.sql";
import { and, eq } from "drizzle-orm";
import { recordAuditEvent } from "../audit-event/record-audit-event.ts";
import type { Context } from "../context.ts";
import { NotFoundError } from "../errors.ts";
import { isOpenInvitation } from "../plan/count-seats.ts";

/** Its link is good for nothing from here on. Throws NotFoundError unless it is open. */
export function revokeInvitation(
  ctx: Context,
  { invitationId }: { invitationId: string },
): Promise<Record<string, never>> {
  return inWorkspace(ctx, async (tx) => {
    const [revoked] = await tx
      .update(invitation)
      .set({ revokedAt: ctx.now() })
      .where(and(eq(invitation.id, invitationId), isOpenInvitation))
      .returning({ email: invitation.email, role: invitation.role });
    if (!revoked) throw new NotFoundError();
    await recordAuditEvent(tx, ctx, {
      action: "invitation.revoked",
      target: { type: "invitation", id: invitationId },
      before: revoked,
    });
    return {};
  });
}
