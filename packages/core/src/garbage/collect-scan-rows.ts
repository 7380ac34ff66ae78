import { inWorkspace } from "@knockon/db/in-workspace";
import { connectedOrg } from "@knockon/db/schema/connected-org.sql";
import { scan, scanPage, scanRepository } from "@knockon/db/schema/scan.sql";
import { and, eq, exists, inArray, isNotNull, lt, ne, or, sql } from "drizzle-orm";
import type { Context } from "../context.ts";
import { BATCH_SIZE, deleteUntilNone } from "./batches.ts";

/** A listing has up to a few hundred pages. */
const SCANS_BATCH_SIZE = 10;

/** Deletes the pages of scans that ended without being published. */
export const collectScanPages = (ctx: Context, before: Date): Promise<number> =>
  deleteUntilNone(ctx, (tx) => {
    const pages = tx
      .select({ one: sql`1` })
      .from(scanPage)
      .where(eq(scanPage.scanId, scan.id));
    const ended = tx
      .select({ id: scan.id })
      .from(scan)
      .where(and(lt(scan.completedAt, before), exists(pages)))
      .limit(SCANS_BATCH_SIZE);
    return tx.delete(scanPage).where(inArray(scanPage.scanId, ended));
  });

/**
 * Deletes the repository rows of ended scans, except those of the published scan and the failed repositories, which the scan history
 * shows as errors.
 */
export async function collectScanRepositories(ctx: Context, before: Date): Promise<number> {
  let deleted = 0;
  for (const scanId of await findEnded(ctx, before)) {
    deleted += await deleteUntilNone(ctx, (tx) => {
      const some = tx
        .select({ id: scanRepository.repositoryId })
        .from(scanRepository)
        .where(isDeletable(scanId))
        .limit(BATCH_SIZE);
      return tx
        .delete(scanRepository)
        .where(and(isDeletable(scanId), inArray(scanRepository.repositoryId, some)));
    });
  }
  return deleted;
}

/** Returns the ended scans that still have rows to delete. */
function findEnded(ctx: Context, before: Date): Promise<string[]> {
  return inWorkspace(ctx, async (tx) => {
    const left = tx
      .select({ one: sql`1` })
      .from(scanRepository)
      .where(isDeletable(scan.id));
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

const isDeletable = (scanId: string | typeof scan.id) =>
  and(eq(scanRepository.scanId, scanId), ne(scanRepository.status, "failed"));
