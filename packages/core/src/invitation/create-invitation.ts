import { randomUUID } from "node:crypto";
import type { Role } from "@knockon/contract/vocabulary/scan";
import type { Transaction } from "@knockon/db/database";
import { inWorkspace } from "@knockon/db/in-workspace";
import { invitation, membership } from "@knockon/db/schema/membership.sql";
import { user } from "@knockon/db/schema/user.sql";
import { and, eq, isNull, lte } from "drizzle-orm";
import { recordAuditEvent } from "../audit-event/record-audit-event.ts";
import type { Context } from "../context.ts";
import { ConflictError } from "../errors.ts";
import { countSeats } from "../plan/count-seats.ts";
import { requireRoom, SEATS } from "../plan/require-plan.ts";
import { userIdOf } from "../session/user-id.ts";
import { getWorkspaceRow } from "../workspace/workspace-row.ts";
import { revokeInvitation } from "./revoke-invitation.ts";
import { createToken, hashToken } from "./token.ts";

const DAYS_OPEN = 14;
const DAY_MS = 24 * 60 * 60 * 1000;

/** Keeps a place and mails the link, which is stored nowhere. Throws ConflictError for a member and for whoever is invited. */
export async function createInvitation(
  ctx: Context,
  { email, role }: { email: string; role: Exclude<Role, "owner"> },
) {
  const invitedBy = userIdOf(ctx);
  const token = createToken();
  const { row, workspaceName } = await inWorkspace(ctx, async (tx) => {
    const { name } = await getWorkspaceRow(tx, ctx.workspaceId);
    await closeExpired(tx, email, ctx.now());
    if (role !== "viewer") await requireRoom(ctx, tx, SEATS, () => countSeats(tx));
    await requireNotMember(tx, email);
    const [created] = await tx
      .insert(invitation)
      .values({
        id: randomUUID(),
        workspaceId: ctx.workspaceId,
        email,
        role,
        tokenHash: hashToken(token),
        invitedBy,
        createdAt: ctx.now(),
        expiresAt: new Date(ctx.now().getTime() + DAYS_OPEN * DAY_MS),
      })
      .onConflictDoNothing()
      .returning();
    if (!created) throw new ConflictError("This address has an open invitation.");
    await recordAuditEvent(tx, ctx, {
      action: "invitation.created",
      target: { type: "invitation", id: created.id },
      after: { email, role },
    });
    return { row: { ...created, role }, workspaceName: name };
  });
  try {
    await ctx.ports.sendMail({
      to: email,
      subject: `You are invited to ${workspaceName} on Knockon`,
      text: `Open this link, signed in with this address, to join ${workspaceName}. It is good for ${DAYS_OPEN} days:\n${ctx.settings.appUrl}/invitations/${token}\n`,
    });
  } catch (error) {
    // Nobody has the link, and nobody ever will: it would only keep the place.
    await revokeInvitation(ctx, { invitationId: row.id });
    throw error;
  }
  return row;
}

async function requireNotMember(tx: Transaction, email: string): Promise<void> {
  const [member] = await tx
    .select({ id: user.id })
    .from(user)
    .innerJoin(membership, eq(membership.userId, user.id))
    .where(eq(user.email, email));
  if (member) throw new ConflictError("This address belongs to a member.");
}

/** What ran out makes room for another. */
const closeExpired = (tx: Transaction, email: string, now: Date) =>
  tx
    .update(invitation)
    .set({ revokedAt: now })
    .where(
      and(
        eq(invitation.email, email),
        isNull(invitation.acceptedAt),
        isNull(invitation.revokedAt),
        lte(invitation.expiresAt, now),
      ),
    );
