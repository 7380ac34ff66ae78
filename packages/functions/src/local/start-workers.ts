import type { postgresQueue } from "@knockon/adapters/queue/postgres";
import type { SharedContext } from "@knockon/api/serve-route";
import { collectGarbage } from "@knockon/core/garbage/collect-garbage";
import { handleDeadLetter } from "@knockon/core/scan/handle-dead-letter";
import { handleMessage } from "@knockon/core/scan/handle-message";
import { sweepScans } from "@knockon/core/scan/sweep-scans";
import { workQueue } from "./work-queue.ts";

const SWEEP_MS = 60_000;
/** After the start, which has better to do. */
const FIRST_COLLECTION_MS = 5 * 60_000;
const COLLECTION_MS = 24 * 60 * 60_000;

/** The scan workers, the sweeper and the garbage collection. Returns what stops them, waiting for what is under way. */
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
  const collect = (): void => {
    collectGarbage(base).catch((error: unknown) =>
      shared.log.error("garbage collection failed", { cause: String(error) }),
    );
  };
  const firstCollection = setTimeout(collect, FIRST_COLLECTION_MS);
  const collection = setInterval(collect, COLLECTION_MS);
  return async () => {
    for (const timer of [sweep, firstCollection, collection]) clearTimeout(timer);
    await pool.stop();
  };
}
