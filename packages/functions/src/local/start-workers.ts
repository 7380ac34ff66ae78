import type { postgresQueue } from "@knockon/adapters/queue/postgres";
import type { SharedContext } from "@knockon/api/serve-route";
import { handleDeadLetter } from "@knockon/core/scan/handle-dead-letter";
import { handleMessage } from "@knockon/core/scan/handle-message";
import { sweepScans } from "@knockon/core/scan/sweep-scans";
import { workQueue } from "./work-queue.ts";

const SWEEP_MS = 60_000;

/** The scan workers and the sweeper. Returns what stops them, waiting for what is under way. */
export function startWorkers(
  shared: SharedContext,
  queue: ReturnType<typeof postgresQueue>,
  workers: number,
): () => Promise<void> {
  const base = { ...shared, actor: { type: "system" } as const, requestId: "worker" };
  const pool = workQueue({
    workers,
    log: shared.log,
    receive: queue.receive,
    handle: (message) => handleMessage({ ...base, workspaceId: message.workspaceId }, message),
    giveUp: (message) => handleDeadLetter({ ...base, workspaceId: message.workspaceId }, message),
  });
  const sweep = setInterval(() => {
    sweepScans(base).catch((error: unknown) => shared.log.error("sweep failed", { cause: String(error) }));
  }, SWEEP_MS);
  return async () => {
    clearInterval(sweep);
    await pool.stop();
  };
}
