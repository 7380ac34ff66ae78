import type { Transaction } from "@knockon/db/database";
import { ownership } from "@knockon/db/schema/ownership.sql";
import { and, isNotNull, sql } from "drizzle-orm";
import type { Context } from "../context.ts";

/** What the interface shows of a repository's ownership beside other things. */
export interface OwnershipSummary {
  busFactor: number;
  topAuthorName: string | null;
  humanAuthorCount: number;
}

/** Those of some repositories whose history was read, by id; none while the signal is off. */
export async function findSummaries(
  ctx: Context,
  tx: Transaction,
  repositoryIds: readonly string[],
): Promise<Map<string, OwnershipSummary>> {
  if (ctx.settings.ownership === "off" || repositoryIds.length === 0) return new Map();
  const rows = await tx
    .select({
      repositoryId: ownership.repositoryId,
      busFactor: ownership.busFactor,
      topAuthorName: ownership.topAuthorName,
      humanAuthorCount: ownership.humanAuthorCount,
    })
    .from(ownership)
    .where(
      and(
        sql`${ownership.repositoryId} = any(${sql.param([...repositoryIds])}::uuid[])`,
        isNotNull(ownership.computedAt),
      ),
    );
  return new Map(rows.map(({ repositoryId, ...summary }) => [repositoryId, summary]));
}
