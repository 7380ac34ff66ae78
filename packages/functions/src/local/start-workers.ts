import { describeFault } from "@knockon/core/describe-fault";
import type { postgresQueue } from "@knockon/adapters/queue/postgres";
import type { SharedContext } from "@knockon/api/serve-route";
import { collectGarbage } from "@knockon/core/garbage/collect-garbage";
import { handleDeadLetter } from "@knockon/core/scan/handle-dead-letter";
import { handleMessage } from "@knockon/core/scan/handle-message";
import { interruptiblePorts } from "../interruptible-ports.ts";
import { sweepAll } from "../sweep-all.ts";
import { workOnMessage } from "../work-on-message.ts";
import { repeat } from "./repeat.ts";
import { workQueue } from "./work-queue.ts";

const SWEEP_MS = 60_000;
/** After the start, which has better to do. */
const FIRST_COLLECTION_MS = 5 * 60_000;
const COLLECTION_MS = 24 * 60 * 60_000;

export interface Workers {
  /** Takes no further message, and waits for the work under way. */
  stop(): Promise<void>;
  /** Breaks off the messages that are still worked on: what they held is free at once for the next start. */
  release(): Promise<void>;
}

/** The scan workers, the sweeper and the garbage collection. */
export function startWorkers(
  shared: SharedContext,
  queue: ReturnType<typeof postgresQueue>,
  workers: number,
): Workers {
  const { log } = shared;
  const interruption = new AbortController();
  const context = { ...shared, ports: interruptiblePorts(shared.ports, interruption.signal) };
  const pool = workQueue({
    workers,
    log,
    receive: queue.receive,
    handle: (delivery) => workOnMessage(context, handleMessage, delivery),
    giveUp: (delivery) => workOnMessage(context, handleDeadLetter, delivery),
  });
  const sweeper = repeat({
    work: () => sweepAll(shared),
    fail: (error) => log.error("sweep failed", { cause: describeFault(error) }),
    everyMs: SWEEP_MS,
  });
  const collector = repeat({
    work: () => collectGarbage({ ...shared, actor: { type: "system" }, requestId: "garbage-collector" }),
    fail: (error) => log.error("garbage collection failed", { cause: describeFault(error) }),
    everyMs: COLLECTION_MS,
    firstMs: FIRST_COLLECTION_MS,
  });
  return {
    async stop() {
      await Promise.all([sweeper.stop(), collector.stop(), pool.stop()]);
    },
    release() {
      interruption.abort();
      return pool.stop();
    },
  };
}
