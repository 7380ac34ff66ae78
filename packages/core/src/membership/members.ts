import { ROLES, type Role } from "@knockon/contract/vocabulary/scan";
import type { Transaction } from "@knockon/db/database";
import { inWorkspace } from "@knockon/db/in-workspace";
import { membership } from "@knockon/db/schema/membership.sql";
import { user } from "@knockon/db/schema/user.sql";
import { and, asc, count, eq, ilike, or, sql, type SQL } from "drizzle-orm";
import { recordAuditEvent } from "../audit-event/audit-events.ts";
import type { Context } from "../context.ts";
import { ConflictError, ForbiddenError, NotFoundError } from "../errors.ts";
import { containing, orderBy, type Page, type Sort } from "../page.ts";
import { requireRoom, SEATS } from "../plan/require-plan.ts";
import { countSeats } from "../plan/usage.ts";

interface Filter {
  /** A substring of the name or email address. */
  q?: string | undefined;
  role?: Role | undefined;
  sort?: Sort<"full_name" | "joined_at" | "role"> | undefined;
}

/** Returns the workspace's members, by default oldest first. */
export const listMembers = (ctx: Context, { q, role, sort, limit, offset }: Filter & Page) =>
  inWorkspace(ctx, async (tx) => {
    const wanted = and(
      q === undefined ? undefined : or(ilike(user.name, containing(q)), ilike(user.email, containing(q))),
      role === undefined ? undefined : eq(membership.role, role),
    );
    const [counted] = await tx
      .select({ total: count() })
      .from(membership)
      .innerJoin(user, eq(user.id, membership.userId))
      .where(wanted);
    return {
      total: counted?.total ?? 0,
      body: await selectMembers(tx, wanted, sort).limit(limit).offset(offset),
    };
  });

/**
 * Changes a member's role; only a transfer makes an Owner. Viewers take no seat, so promoting one throws PaymentRequiredError if the
 * plan has no seat left.
 */
export function updateMember(
  ctx: Context,
  { userId, role }: { userId: string; role: Exclude<Role, "owner"> },
) {
  return inWorkspace(ctx, async (tx) => {
    const before = await lockMembership(tx, userId);
    requireChangeable(ctx, before);
    const takesSeat = before.role === "viewer" && role !== "viewer";
    if (takesSeat) await requireRoom(ctx, tx, SEATS, () => countSeats(tx));
    await tx.update(membership).set({ role }).where(eq(membership.userId, userId));
    await recordAuditEvent(tx, ctx, {
      action: "member.updated",
      target: { type: "user", id: userId },
      before: { role: before.role },
      after: { role },
    });
    const [after] = await selectMembers(tx, eq(membership.userId, userId));
    if (!after) throw new Error("The member was read in this transaction.");
    return after;
  });
}

/** Removes a member; the workspace disappears for them with their next request. */
export function removeMember(ctx: Context, { userId }: { userId: string }): Promise<Record<string, never>> {
  return inWorkspace(ctx, async (tx) => {
    const before = await lockMembership(tx, userId);
    requireChangeable(ctx, before);
    await tx.delete(membership).where(eq(membership.userId, userId));
    await recordAuditEvent(tx, ctx, {
      action: "member.removed",
      target: { type: "user", id: userId },
      before: { role: before.role },
    });
    return {};
  });
}

/** Protects the Owner, who changes only by transfer. Throws ConflictError for the Owner's own request, otherwise ForbiddenError. */
export function requireChangeable({ actor }: Context, { role }: MembershipRow): void {
  if (role !== "owner") return;
  if (actor.type === "user" && actor.role === "owner") {
    throw new ConflictError("A workspace needs an Owner. Transfer ownership first.");
  }
  throw new ForbiddenError("Only the Owner can change the Owner.");
}

export type MembershipRow = typeof membership.$inferSelect;

/** Returns a member's locked row. Throws NotFoundError. */
export async function lockMembership(tx: Transaction, userId: string): Promise<MembershipRow> {
  const [row] = await tx.select().from(membership).where(eq(membership.userId, userId)).for("update");
  if (!row) throw new NotFoundError();
  return row;
}

const SORT_FIELDS = {
  full_name: sql`lower(${user.name})`,
  joined_at: membership.joinedAt,
  role: sql`array_position(${sql.param([...ROLES])}::text[], ${membership.role})`,
};

/** Selects members, by default oldest first. */
export const selectMembers = (tx: Transaction, condition?: SQL, sort?: Sort<keyof typeof SORT_FIELDS>) =>
  tx
    .select({
      userId: membership.userId,
      email: user.email,
      fullName: user.name,
      avatarUrl: user.image,
      role: membership.role,
      joinedAt: membership.joinedAt,
    })
    .from(membership)
    .innerJoin(user, eq(user.id, membership.userId))
    .where(condition)
    .orderBy(...orderBy(sort, SORT_FIELDS, asc(membership.joinedAt), asc(membership.userId)));
