import type { ScanStatus } from "@knockon/contract/vocabulary/scan";
import type { Transaction } from "@knockon/db/database";
import { repository } from "@knockon/db/schema/repository.sql";
import { scanRepository, type scan } from "@knockon/db/schema/scan.sql";
import { and, asc, eq, inArray } from "drizzle-orm";

export type ScanRow = typeof scan.$inferSelect;

export const isInFlight = (status: ScanStatus): boolean => status === "pending" || status === "running";

/** Every repository of the plan is accounted for, and the plan itself is complete. */
export const isDone = (
  row: Pick<ScanRow, "plannedAt" | "totalRepos" | "scannedRepos" | "skippedRepos" | "failedRepos">,
): boolean =>
  row.plannedAt !== null && row.scannedRepos + row.skippedRepos + row.failedRepos === row.totalRepos;

/** At most this many failed repositories are named in an answer. */
const MAX_REPO_ERRORS = 1000;

/** The scans as the interface shows them, `errors` put together from the failed repositories of each. */
export async function presentScans(tx: Transaction, rows: readonly ScanRow[]) {
  const failing = rows.filter((row) => row.failedRepos > 0).map((row) => row.id);
  const failures = failing.length === 0 ? [] : await findFailures(tx, failing);
  return rows.map((row) => {
    const repoErrors = failures.filter((failure) => failure.scanId === row.id);
    const { orgErrors } = row;
    const hasErrors = repoErrors.length > 0 || orgErrors.length > 0;
    return { ...row, errors: hasErrors ? { repoErrors, ...(orgErrors.length > 0 && { orgErrors }) } : null };
  });
}

export async function presentScan(tx: Transaction, row: ScanRow) {
  const [presented] = await presentScans(tx, [row]);
  if (!presented) throw new Error("One scan in, one scan out.");
  return presented;
}

function findFailures(tx: Transaction, scanIds: string[]) {
  return tx
    .select({
      scanId: scanRepository.scanId,
      repositoryId: scanRepository.repositoryId,
      fullPath: repository.fullPath,
      code: scanRepository.errorCode,
      message: scanRepository.errorMessage,
    })
    .from(scanRepository)
    .innerJoin(repository, eq(repository.id, scanRepository.repositoryId))
    .where(and(inArray(scanRepository.scanId, scanIds), eq(scanRepository.status, "failed")))
    .orderBy(asc(repository.fullPath))
    .limit(MAX_REPO_ERRORS)
    .then((rows) => rows.map((row) => ({ ...row, code: row.code ?? "unknown", message: row.message ?? "" })));
}
