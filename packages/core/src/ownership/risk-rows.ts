import type { Transaction } from "@knockon/db/database";
import { dependency } from "@knockon/db/schema/dependency.sql";
import { ownership } from "@knockon/db/schema/ownership.sql";
import { repository } from "@knockon/db/schema/repository.sql";
import { FAN_IN_FLOOR } from "@knockon/graph/confidence";
import { and, count, eq, sql } from "drizzle-orm";
import { isForeign } from "../repository/declaration-rows.ts";
import { isPresent } from "../repository/repository-row.ts";

/** Every repository of an org that is not archived, with what rests on it and on whom it rests. */
export async function selectRiskRows(tx: Transaction, connectedOrgId: string) {
  const uses = tx
    .select({
      repositoryId: dependency.targetRepositoryId,
      dependents: count().as("dependents"),
      fanIn:
        sql<number>`count(distinct ${dependency.sourceRepositoryId}) filter (where ${dependency.confidence} >= ${FAN_IN_FLOOR})`
          .mapWith(Number)
          .as("fan_in"),
    })
    .from(dependency)
    .where(isForeign)
    .groupBy(dependency.targetRepositoryId)
    .as("uses");
  const rows = await tx
    .select({
      id: repository.id,
      name: repository.name,
      fullPath: repository.fullPath,
      dependents: uses.dependents,
      fanIn: uses.fanIn,
      busFactor: ownership.busFactor,
      topAuthorName: ownership.topAuthorName,
      topAuthorShare: ownership.topAuthorShare,
      humanAuthorCount: ownership.humanAuthorCount,
    })
    .from(repository)
    .leftJoin(uses, eq(uses.repositoryId, repository.id))
    .leftJoin(ownership, eq(ownership.repositoryId, repository.id))
    .where(and(eq(repository.connectedOrgId, connectedOrgId), isPresent, eq(repository.archived, false)));
  return rows.map((row) => ({
    ...row,
    dependents: row.dependents ?? 0,
    fanIn: row.fanIn ?? 0,
    busFactor: row.busFactor ?? 0,
    topAuthorShare: row.topAuthorShare ?? 0,
    humanAuthorCount: row.humanAuthorCount ?? 0,
  }));
}
