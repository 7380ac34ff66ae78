import type { ScanStatus } from "@knockon/contract/vocabulary/scan";
import type { Transaction } from "@knockon/db/database";
import { connectedOrg } from "@knockon/db/schema/connected-org.sql";
import { repository } from "@knockon/db/schema/repository.sql";
import { scan, scanRepository } from "@knockon/db/schema/scan.sql";
import { and, asc, eq, inArray, isNull, lte, sql } from "drizzle-orm";
import { NotFoundError } from "../errors.ts";

export type ScanRow = typeof scan.$inferSelect;

export const isInFlight = (status: ScanStatus): boolean => status === "pending" || status === "running";

/** Returns a scan's row. Throws NotFoundError, also if its org is deleted. */
export async function getScanRow(tx: Transaction, scanId: string): Promise<ScanRow> {
  const [found] = await tx
    .select({ scan })
    .from(scan)
    .innerJoin(connectedOrg, eq(connectedOrg.id, scan.connectedOrgId))
    .where(and(eq(scan.id, scanId), isNull(connectedOrg.deletedAt)));
  if (!found) throw new NotFoundError();
  return found.scan;
}

/** Returns whether the plan is complete and all its repositories are counted. */
export const isDone = (
  row: Pick<ScanRow, "plannedAt" | "totalRepos" | "scannedRepos" | "skippedRepos" | "failedRepos">,
): boolean =>
  row.plannedAt !== null && row.scannedRepos + row.skippedRepos + row.failedRepos === row.totalRepos;

/** The maximum number of failed repositories reported per scan. */
const MAX_REPO_ERRORS = 1000;

/** Adds `errors` to each scan: its failed repositories and its org errors, or null. */
export async function presentScans(tx: Transaction, rows: readonly ScanRow[]) {
  const failing = rows.filter((row) => row.failedRepos > 0).map((row) => row.id);
  const found = failing.length === 0 ? [] : await findFailures(tx, failing);
  const failures = Map.groupBy(found, ({ scanId }) => scanId);
  return rows.map((row) => {
    const repoErrors = (failures.get(row.id) ?? []).map(({ repositoryId, fullPath, code, message }) => ({
      repositoryId,
      fullPath,
      code,
      message,
    }));
    const { orgErrors } = row;
    const hasErrors = repoErrors.length > 0 || orgErrors.length > 0;
    return { ...row, errors: hasErrors ? { repoErrors, ...(orgErrors.length > 0 && { orgErrors }) } : null };
  });
}

export async function presentScan(tx: Transaction, row: ScanRow) {
  const [presented] = await presentScans(tx, [row]);
  if (!presented) throw new Error("presentScans returned no scan.");
  return presented;
}

async function findFailures(tx: Transaction, scanIds: string[]) {
  const ranked = tx
    .select({
      scanId: scanRepository.scanId,
      repositoryId: scanRepository.repositoryId,
      fullPath: repository.fullPath,
      code: sql<string>`coalesce(${scanRepository.errorCode}, 'unknown')`.as("code"),
      message: sql<string>`coalesce(${scanRepository.errorMessage}, '')`.as("message"),
      rank: sql<number>`row_number() over (partition by ${scanRepository.scanId} order by ${repository.fullPath}, ${repository.id})`.as(
        "rank",
      ),
    })
    .from(scanRepository)
    .innerJoin(repository, eq(repository.id, scanRepository.repositoryId))
    .where(and(inArray(scanRepository.scanId, scanIds), eq(scanRepository.status, "failed")))
    .as("ranked");
  return tx.select().from(ranked).where(lte(ranked.rank, MAX_REPO_ERRORS)).orderBy(asc(ranked.rank));
}
