import { prepared, type Transaction } from "@knockon/db/database";
import { connectedOrg } from "@knockon/db/schema/connected-org.sql";
import { invitation, membership } from "@knockon/db/schema/membership.sql";
import { repository } from "@knockon/db/schema/repository.sql";
import { and, eq, gt, isNull, ne, sql } from "drizzle-orm";
import type { Context } from "../context.ts";
import { isPresent, lastScannedAt } from "../repository/repository-row.ts";
import type { Limit } from "./require-plan.ts";

export const countOrgConnections = (tx: Transaction): Promise<number> =>
  tx.$count(connectedOrg, isNull(connectedOrg.deletedAt));

/** Counts the present repositories of connected orgs. */
export async function countRepositories(tx: Transaction): Promise<number> {
  const listed = tx
    .select({ id: repository.id })
    .from(repository)
    .innerJoin(connectedOrg, eq(connectedOrg.id, repository.connectedOrgId))
    .where(and(isPresent, isNull(connectedOrg.deletedAt)));
  return tx.$count(listed.as("listed"));
}

/** Selects invitations that are not accepted, revoked or expired. */
export const isOpenInvitation = and(
  isNull(invitation.acceptedAt),
  isNull(invitation.revokedAt),
  gt(invitation.expiresAt, sql`now()`),
);

/** Counts seats in use in one statement: members above viewer, and open invitations above viewer. */
export async function countSeats(tx: Transaction): Promise<number> {
  const [row] = await selectSeats(tx, {});
  return Number(row?.seats ?? 0);
}

const selectSeats = prepared("seats", (tx) => {
  const members = tx.$count(membership, ne(membership.role, "viewer"));
  const invitations = tx.$count(invitation, and(isOpenInvitation, ne(invitation.role, "viewer")));
  return tx.select({ seats: sql<string>`${members} + ${invitations}` }).from(sql`(values (1)) as once`);
});

/**
 * Marks and returns those of the repositories that exceed the plan's limit. The plan keeps the longest-known repositories of the whole
 * workspace, by ID if two are equally old. A smaller plan deletes nothing: the data of the others stays in lists and the graph.
 */
export async function markBeyondPlan(
  ctx: Context,
  tx: Transaction,
  limit: Limit | null,
  repositoryIds: string[],
): Promise<ReadonlySet<string>> {
  if (!limit) return new Set();
  const ranked = tx
    .select({
      id: repository.id,
      rank: sql<number>`row_number() over (order by ${repository.createdAt}, ${repository.id})`.as("rank"),
    })
    .from(repository)
    .innerJoin(connectedOrg, eq(connectedOrg.id, repository.connectedOrgId))
    .where(and(isPresent, isNull(connectedOrg.deletedAt)))
    .as("ranked");
  const rows = await tx
    .select({ id: ranked.id })
    .from(ranked)
    .where(
      and(
        sql`${ranked.rank} > ${limit.allowed}`,
        sql`${ranked.id} = any(${sql.param(repositoryIds)}::uuid[])`,
      ),
    );
  const beyond = rows.map(({ id }) => id);
  await tx
    .update(repository)
    .set({ lastScannedAt, beyondPlanSince: ctx.now() })
    .where(
      and(isNull(repository.beyondPlanSince), sql`${repository.id} = any(${sql.param(beyond)}::uuid[])`),
    );
  return new Set(beyond);
}
