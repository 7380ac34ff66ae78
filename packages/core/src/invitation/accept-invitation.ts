import type { Transaction } from "@knockon/db/database";
import { asSystem, enterWorkspace } from "@knockon/db/in-workspace";
import { invitation, membership } from "@knockon/db/schema/membership.sql";
import { user } from "@knockon/db/schema/user.sql";
import { and, eq } from "drizzle-orm";
import { recordAuditEvent } from "../audit-event/audit-events.ts";
import type { UserContext } from "../context.ts";
import { ConflictError, ForbiddenError, NotFoundError } from "../errors.ts";
import { isOpenInvitation } from "../plan/usage.ts";
import { userIdOf } from "../session/session.ts";
import { getWorkspaceRow, type WorkspaceRow } from "../workspace/workspace-row.ts";
import { hashToken } from "./invitations.ts";

/**
 * Adds the signed-in user to the workspace of an invitation. Throws NotFoundError for a link that is unknown, closed or for another
 * address, and ForbiddenError until the user's email is verified.
 */
export function acceptInvitation(ctx: UserContext, { token }: { token: string }): Promise<WorkspaceRow> {
  const userId = userIdOf(ctx);
  return asSystem(ctx.database, async (tx) => {
    const found = await findOpen(tx, token);
    const invited = await getUser(tx, userId);
    if (found?.email !== invited.email) throw new NotFoundError();
    if (!invited.emailVerified) throw new ForbiddenError("Verify your email address first.");
    const { workspaceId } = found;
    await enterWorkspace(tx, workspaceId);
    const [accepted] = await tx
      .update(invitation)
      .set({ acceptedAt: ctx.now() })
      .where(and(eq(invitation.id, found.id), isOpenInvitation))
      .returning();
    if (!accepted) throw new NotFoundError();
    const [joined] = await tx
      .insert(membership)
      .values({ workspaceId, userId, role: accepted.role, joinedAt: ctx.now() })
      .onConflictDoNothing()
      .returning();
    if (!joined) throw new ConflictError("You are already a member of this workspace.");
    await recordAuditEvent(
      tx,
      { ...ctx, workspaceId },
      {
        action: "member.joined",
        target: { type: "user", id: userId },
        after: { role: joined.role, invitationId: found.id },
      },
    );
    return getWorkspaceRow(tx, workspaceId);
  });
}

async function findOpen(tx: Transaction, token: string) {
  const [found] = await tx
    .select({ id: invitation.id, workspaceId: invitation.workspaceId, email: invitation.email })
    .from(invitation)
    .where(and(eq(invitation.tokenHash, hashToken(token)), isOpenInvitation));
  return found;
}

async function getUser(tx: Transaction, userId: string) {
  const [found] = await tx
    .select({ email: user.email, emailVerified: user.emailVerified })
    .from(user)
    .where(eq(user.id, userId));
  if (!found) throw new NotFoundError();
  return found;
}
