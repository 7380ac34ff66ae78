import type { Context } from "../context.ts";
import type { ScanMessage } from "../ports/queue.ts";
import { ScanOverError } from "./count.ts";
import { finishScan } from "./finish-scan.ts";
import { planScan } from "./plan-scan.ts";
import { scanRepositoryOnce } from "./scan-repository.ts";

/** Does what a queue message asks. Resolving acknowledges it; a rejection lets the queue deliver it again. */
export async function handleMessage(ctx: Context, message: ScanMessage): Promise<void> {
  try {
    if (message.kind === "plan-scan") await planScan(ctx, message);
    else if (message.kind === "scan-repository") await scanRepositoryOnce(ctx, message);
    else await finishScan(ctx, message);
  } catch (error) {
    if (!(error instanceof ScanOverError)) throw error;
  }
}
