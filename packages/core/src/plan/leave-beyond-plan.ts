import type { Transaction } from "@knockon/db/database";
import { connectedOrg } from "@knockon/db/schema/connected-org.sql";
import { repository } from "@knockon/db/schema/repository.sql";
import { and, eq, isNull, sql } from "drizzle-orm";
import type { Context } from "../context.ts";
import { isPresent, lastScannedAt } from "../repository/repository-row.ts";
import type { Limit } from "./require-plan.ts";

/**
 * Those of the repositories that the plan has no room for: it keeps the first known of all the workspace's orgs
 * together, by id where two came at once. A smaller plan deletes nothing: what was read of the others before stays in
 * lists and graph, as of then, until there is room again.
 */
export async function leaveBeyondPlan(
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
