import type { Transaction } from "@knockon/db/database";
import { asSystem, enterWorkspace } from "@knockon/db/in-workspace";
import { invitation, membership } from "@knockon/db/schema/membership.sql";
import { user } from "@knockon/db/schema/user.sql";
import { and, eq } from "drizzle-orm";
import { recordAuditEvent } from "../audit-event/record-audit-event.ts";
import type { UserContext } from "../context.ts";
import { ConflictError, ForbiddenError, NotFoundError } from "../errors.ts";
import { isOpenInvitation } from "../plan/count-seats.ts";
import { userIdOf } from "../session/user-id.ts";
import { getWorkspaceRow, type WorkspaceRow } from "../workspace/workspace-row.ts";
import { hashToken } from "./token.ts";

/**
 * Joins the workspace that a link invites to. Whoever holds the link still has to prove the invited address: throws
 * ForbiddenError until it is confirmed, NotFoundError for a link that is not, or no longer, open or is for another address.
 */
export function acceptInvitation(ctx: UserContext, { token }: { token: string }): Promise<WorkspaceRow> {
  const userId = userIdOf(ctx);
  return asSystem(ctx.database, async (tx) => {
    const found = await findOpen(tx, token);
    const person = await getPerson(tx, userId);
    if (found?.email !== person.email) throw new NotFoundError();
    if (!person.emailVerified) throw new ForbiddenError("Confirm your e-mail address first.");
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
    if (!joined) throw new ConflictError("You are a member already.");
    await recordAuditEvent(
      tx,
      { ...ctx, workspaceId },
      {
        action: "member.joined",
        target: { type: "user", id: userId },
        after: { role: joined.role, invitation_id: found.id },
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

async function getPerson(tx: Transaction, userId: string) {
  const [person] = await tx
    .select({ email: user.email, emailVerified: user.emailVerified })
    .from(user)
    .where(eq(user.id, userId));
  if (!person) throw new NotFoundError();
  return person;
}
