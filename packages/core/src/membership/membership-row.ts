import type { Transaction } from "@knockon/db/database";
import { membership } from "@knockon/db/schema/membership.sql";
import { user } from "@knockon/db/schema/user.sql";
import { asc, eq, type SQL } from "drizzle-orm";
import { NotFoundError } from "../errors.ts";

export type MembershipRow = typeof membership.$inferSelect;

/** A member's row, locked against other changes. Throws NotFoundError. */
export async function lockMembership(tx: Transaction, userId: string): Promise<MembershipRow> {
  const [row] = await tx.select().from(membership).where(eq(membership.userId, userId)).for("update");
  if (!row) throw new NotFoundError();
  return row;
}

/** Members as the interface shows them, oldest first. */
export const selectMembers = (tx: Transaction, condition?: SQL) =>
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
    .orderBy(asc(membership.joinedAt), asc(membership.userId));
