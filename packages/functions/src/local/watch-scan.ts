import { setTimeout as sleep } from "node:timers/promises";
import { progressBar } from "@knockon/cli/output/progress-bar";
import { getScan } from "@knockon/core/scan/get-scan";
import { isInFlight } from "@knockon/core/scan/scan-row";
import type { Context } from "@knockon/core/context";

const POLL_MS = 150;
/** The API has them all. */
const NAMED_FAILURES = 10;

type Scan = Awaited<ReturnType<typeof getScan>>;

/** Shows a scan's progress until it ends, or until `signal` says to stop looking. */
export async function watchScan(ctx: Context, scanId: string, signal: AbortSignal): Promise<Scan> {
  const bar = progressBar();
  try {
    for (;;) {
      const scan = await getScan(ctx, { scanId });
      if (!isInFlight(scan.status) || signal.aborted) return scan;
      bar.update(scan.scannedRepos + scan.skippedRepos + scan.failedRepos, scan.totalRepos, "repositories");
      await sleep(POLL_MS);
    }
  } finally {
    bar.end();
  }
}

/** How a scan ended, and what could not be read. */
export function describeScan({ status, scannedRepos, skippedRepos, failedRepos, errors }: Scan): string[] {
  const counts = `${scannedRepos} repositories read, ${skippedRepos} skipped, ${failedRepos} failed`;
  return [
    `Scan ${status}: ${counts}.`,
    ...(errors?.orgErrors ?? []).map(({ message }) => `  ${message}`),
    ...(errors?.repoErrors ?? [])
      .slice(0, NAMED_FAILURES)
      .map(({ fullPath, message }) => `  ${fullPath}: ${message}`),
  ];
}
