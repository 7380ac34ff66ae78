import { describeFault } from "@knockon/core/describe-fault";
import { setTimeout as sleep } from "node:timers/promises";
import type { ReceivedMessage } from "@knockon/adapters/queue/postgres";
import type { Logger } from "@knockon/core/context";
import { InterruptedError, type Delivery } from "../work-on-message.ts";

const IDLE_MS = 100;
const MAX_RECEIVES = 5;
const RETRY_SECONDS = 5;

interface Options {
  receive: () => Promise<ReceivedMessage | undefined>;
  /** Tells of its own failures, as does `giveUp`. */
  handle: (delivery: Delivery) => Promise<void>;
  /** Instead of `handle`, for a message that five deliveries failed at, or ended their process. */
  giveUp: (delivery: Delivery) => Promise<void>;
  workers: number;
  log: Logger;
}

/** Works on the queue until stopped; `stop` waits for what is under way. Messages that fail come again, as from SQS. */
export function workQueue(options: Options): { stop(): Promise<void> } {
  const stopping = new AbortController();
  const loops = Array.from({ length: options.workers }, () => loop(options, stopping.signal));
  return {
    async stop() {
      stopping.abort();
      await Promise.all(loops);
    },
  };
}

async function loop(options: Options, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    try {
      const received = await options.receive();
      if (received) await work(options, received);
      else await sleep(IDLE_MS, undefined, { signal }).catch(() => {});
    } catch (error) {
      options.log.error("queue unavailable", { cause: describeFault(error) });
      await sleep(IDLE_MS * 10, undefined, { signal }).catch(() => {});
    }
  }
}

async function work({ handle, giveUp }: Options, received: ReceivedMessage): Promise<void> {
  try {
    await (received.receiveCount > MAX_RECEIVES ? giveUp(received) : handle(received));
  } catch (error) {
    return received.release(error instanceof InterruptedError ? 0 : RETRY_SECONDS);
  }
  await received.delete();
}
