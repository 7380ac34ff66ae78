import type { Transaction } from "@knockon/db/database";
import { prepared } from "@knockon/db/prepared";
import { invitation, membership } from "@knockon/db/schema/membership.sql";
import { and, gt, isNull, ne, sql } from "drizzle-orm";

/** Open: neither accepted, nor taken back, nor run out. */
export const isOpenInvitation = and(
  isNull(invitation.acceptedAt),
  isNull(invitation.revokedAt),
  gt(invitation.expiresAt, sql`now()`),
);

/** Seats in use: members above viewer, and open invitations to be one. One statement. */
export async function countSeats(tx: Transaction): Promise<number> {
  const [row] = await selectSeats(tx, {});
  return Number(row?.seats ?? 0);
}

const selectSeats = prepared("seats", (tx) => {
  const members = tx.$count(membership, ne(membership.role, "viewer"));
  const invitations = tx.$count(invitation, and(isOpenInvitation, ne(invitation.role, "viewer")));
  return tx.select({ seats: sql<string>`${members} + ${invitations}` }).from(sql`(values (1)) as once`);
});
