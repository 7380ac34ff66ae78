import { checkUnknownRepository } from "../check/check-unknown.ts";
import { runCheck } from "../check/run-check.ts";
import { withFields, type Context } from "../context.ts";
import { idsOf, type ScanMessage } from "../ports/queue.ts";
import { ScanOverError } from "./count.ts";
import { finishScan } from "./finish-scan.ts";
import { planScan } from "./plan-scan.ts";
import { scanRepositoryOnce } from "./scan-repository.ts";
import { startRescan } from "./rescan.ts";

/** Processes a queue message. Resolving acknowledges it; a rejection lets the queue deliver it again. */
export async function handleMessage(base: Context, message: ScanMessage): Promise<void> {
  const ctx = { ...base, log: withFields(base.log, idsOf(message)) };
  try {
    if (message.kind === "plan-scan") await planScan(ctx, message);
    else if (message.kind === "scan-repository") await scanRepositoryOnce(ctx, message);
    else if (message.kind === "finish-scan") await finishScan(ctx, message);
    else if (message.kind === "start-rescan") await startRescan(ctx, message);
    else if (message.kind === "check-unknown") await checkUnknownRepository(ctx, message);
    else await runCheck(ctx, message);
  } catch (error) {
    if (!(error instanceof ScanOverError)) throw error;
  }
}
