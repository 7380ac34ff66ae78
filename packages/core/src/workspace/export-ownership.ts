import type { Transaction } from "@knockon/db/database";
import { ownership } from "@knockon/db/schema/ownership.sql";
import { and, asc, gt, isNotNull } from "drizzle-orm";
import type { Context } from "../context.ts";
import { presentOwnership } from "../ownership/get-ownership.ts";
import { pages } from "./export-pages.ts";

/** Each has all the people of a repository. */
const PAGE = 100;

/** What the interface shows of each repository's ownership; nothing while the signal is off. */
export function exportOwnership(ctx: Context, tx: Transaction) {
  if (ctx.settings.ownership === "off")
    return pages(
      async () => [],
      () => [],
    );
  return pages(
    (after) =>
      tx
        .select({
          id: ownership.repositoryId,
          credits: ownership.credits,
          teams: ownership.teams,
          computedAt: ownership.computedAt,
        })
        .from(ownership)
        .where(and(gt(ownership.repositoryId, after), isNotNull(ownership.computedAt)))
        .orderBy(asc(ownership.repositoryId))
        .limit(PAGE),
    (rows) => rows.map(({ id, ...known }) => ({ repositoryId: id, ...presentOwnership(known) })),
  );
}
