import type { SharedContext } from "@knockon/api/serve-route";
import { reconcileSubscriptions } from "@knockon/core/billing/reconcile-subscriptions";
import { sweepChecks } from "@knockon/core/check/sweep-checks";
import { startScheduledScans } from "@knockon/core/scan/start-scheduled-scans";
import { sweepScans } from "@knockon/core/scan/sweep-scans";

/**
 * Runs the work of each minute: starts scheduled scans, sweeps scans in flight and pending checks, and reconciles subscriptions without an
 * event for a day. Logs a line if there was anything to do.
 */
export async function sweepAll(shared: SharedContext): Promise<void> {
  const begun = performance.now();
  const base = { ...shared, actor: { type: "system" }, requestId: "sweeper" } as const;
  const started = await startScheduledScans(base);
  const sent = await sweepScans(base);
  const durationMs = Math.round(performance.now() - begun);
  if (started + sent > 0) shared.log.info("scans swept", { started, sent, durationMs });
  const checks = await sweepChecks(base);
  if (checks > 0) shared.log.info("checks swept", { sent: checks });
  const reconciled = await reconcileSubscriptions(base);
  if (reconciled > 0) shared.log.info("subscriptions reconciled", { reconciled });
}
