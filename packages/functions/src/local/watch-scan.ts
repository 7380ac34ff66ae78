import { setTimeout as sleep } from "node:timers/promises";
import { progressBar } from "@knockon/cli/output/progress-bar";
import { getScan } from "@knockon/core/scan/get-scan";
import { isInFlight } from "@knockon/core/scan/scan-row";
import type { Context } from "@knockon/core/context";

const POLL_MS = 150;

/** Shows a scan's progress until it ends, or until `signal` says to stop looking. */
export async function watchScan(ctx: Context, scanId: string, signal: AbortSignal) {
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
