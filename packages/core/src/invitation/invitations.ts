import { createHash, randomBytes, randomUUID } from "node:crypto";
import type { Role } from "@knockon/contract/vocabulary/scan";
import type { Transaction } from "@knockon/db/database";
import { inWorkspace } from "@knockon/db/in-workspace";
import { invitation, membership } from "@knockon/db/schema/membership.sql";
import { user } from "@knockon/db/schema/user.sql";
import { and, asc, eq, isNull, lte } from "drizzle-orm";
import { recordAuditEvent } from "../audit-event/audit-events.ts";
import type { Context } from "../context.ts";
import { ConflictError, NotFoundError } from "../errors.ts";
import type { Page } from "../page.ts";
import { requireRoom, SEATS } from "../plan/require-plan.ts";
import { countSeats, isOpenInvitation } from "../plan/usage.ts";
import { userIdOf } from "../session/session.ts";
import { getWorkspaceRow } from "../workspace/workspace-row.ts";

const VALID_DAYS = 14;
const DAY_MS = 24 * 60 * 60 * 1000;

/** Creates an invitation, which takes a seat, and emails its link. The link is not stored. Throws ConflictError for a member or an invited address. */
export async function createInvitation(
  ctx: Context,
  { email, role }: { email: string; role: Exclude<Role, "owner"> },
) {
  const invitedBy = userIdOf(ctx);
  const token = createToken();
  const { row, workspaceName, inviter } = await inWorkspace(ctx, async (tx) => {
    const { name } = await getWorkspaceRow(tx, ctx.workspaceId);
    const [by] = await tx.select({ name: user.name }).from(user).where(eq(user.id, invitedBy));
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
        expiresAt: new Date(ctx.now().getTime() + VALID_DAYS * DAY_MS),
      })
      .onConflictDoNothing()
      .returning();
    if (!created) throw new ConflictError("This address has an open invitation.");
    await recordAuditEvent(tx, ctx, {
      action: "invitation.created",
      target: { type: "invitation", id: created.id },
      after: { email, role },
    });
    return { row: { ...created, role }, workspaceName: name, inviter: by?.name ?? "A member" };
  });
  try {
    await ctx.ports.sendMail({
      to: email,
      subject: `You are invited to ${workspaceName} on Knockon`,
      text: `${inviter} invites you to join ${workspaceName}. Open this link, signed in with this address. It is valid for ${VALID_DAYS} days:\n${ctx.settings.appUrl}/invitations/${token}\n`,
    });
  } catch (error) {
    // The link is lost, so the invitation would only block a seat.
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

/** Revokes expired invitations, so that the address can be invited again. */
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

/** Returns open invitations, oldest first. */
export const listInvitations = (ctx: Context, page: Page) =>
  inWorkspace(ctx, async (tx) => {
    const rows = await tx
      .select()
      .from(invitation)
      .where(isOpenInvitation)
      .orderBy(asc(invitation.createdAt), asc(invitation.id))
      .limit(page.limit)
      .offset(page.offset);
    const body = rows.map((row) => ({ ...row, role: row.role as Exclude<Role, "owner"> }));
    return { total: await tx.$count(invitation, isOpenInvitation), body };
  });

/** Revokes an open invitation; its link stops working. Throws NotFoundError for other invitations. */
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

/** Returns a random token of 256 bits. */
export const createToken = (): string => randomBytes(32).toString("base64url");

/** Returns the stored form of a token. */
export const hashToken = (token: string): string => createHash("sha256").update(token).digest("hex");
