import type { SharedContext } from "@knockon/api/serve-route";
import { sweepScans } from "@knockon/core/scan/sweep-scans";

/** One sweep of every scan in flight, and a line in the log where it found something to do. */
export async function sweepAll(shared: SharedContext): Promise<void> {
  const begun = performance.now();
  const sent = await sweepScans({ ...shared, actor: { type: "system" }, requestId: "sweeper" });
  const durationMs = Math.round(performance.now() - begun);
  if (sent > 0) shared.log.info("scans swept", { sent, durationMs });
}
