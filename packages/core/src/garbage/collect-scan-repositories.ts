import { inWorkspace } from "@knockon/db/in-workspace";
import { connectedOrg } from "@knockon/db/schema/connected-org.sql";
import { scan, scanRepository } from "@knockon/db/schema/scan.sql";
import { and, eq, exists, inArray, isNotNull, lt, ne, or, sql } from "drizzle-orm";
import type { Context } from "../context.ts";
import { AT_ONCE, untilNone } from "./in-batches.ts";

/**
 * Deletes what scans that ended before noted of each repository. The published scan keeps it; the others, which stay
 * as history, keep the failed repositories that their errors name.
 */
export async function collectScanRepositories(ctx: Context, before: Date): Promise<number> {
  let deleted = 0;
  for (const scanId of await findEnded(ctx, before)) {
    deleted += await untilNone(ctx, (tx) => {
      const some = tx
        .select({ id: scanRepository.repositoryId })
        .from(scanRepository)
        .where(isForgettable(scanId))
        .limit(AT_ONCE);
      return tx
        .delete(scanRepository)
        .where(and(isForgettable(scanId), inArray(scanRepository.repositoryId, some)));
    });
  }
  return deleted;
}

/** Those that have something left to delete. */
function findEnded(ctx: Context, before: Date): Promise<string[]> {
  return inWorkspace(ctx, async (tx) => {
    const left = tx
      .select({ one: sql`1` })
      .from(scanRepository)
      .where(isForgettable(scan.id));
    const rows = await tx
      .select({ id: scan.id })
      .from(scan)
      .innerJoin(connectedOrg, eq(connectedOrg.id, scan.connectedOrgId))
      .where(
        and(
          lt(scan.completedAt, before),
          or(
            sql`${connectedOrg.currentScanId} is distinct from ${scan.id}`,
            isNotNull(connectedOrg.deletedAt),
          ),
          exists(left),
        ),
      );
    return rows.map((row) => row.id);
  });
}

const isForgettable = (scanId: string | typeof scan.id) =>
  and(eq(scanRepository.scanId, scanId), ne(scanRepository.status, "failed"));
