import { setTimeout as sleep } from "node:timers/promises";
import type { ReceivedMessage } from "@knockon/adapters/queue/postgres";
import type { Logger } from "@knockon/core/context";
import type { ScanMessage } from "@knockon/core/ports/queue";

const IDLE_MS = 100;
const MAX_RECEIVES = 5;
const RETRY_SECONDS = 5;

interface Options {
  receive: () => Promise<ReceivedMessage | undefined>;
  handle: (message: ScanMessage) => Promise<void>;
  /** Instead of `handle`, for a message that five deliveries failed at, or ended their process. */
  giveUp: (message: ScanMessage) => Promise<void>;
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
      options.log.error("queue unavailable", { cause: String(error) });
      await sleep(IDLE_MS * 10, undefined, { signal }).catch(() => {});
    }
  }
}

async function work({ handle, giveUp, log }: Options, received: ReceivedMessage): Promise<void> {
  const { message, receiveCount } = received;
  try {
    await (receiveCount > MAX_RECEIVES ? giveUp(message) : handle(message));
    await received.delete();
  } catch (error) {
    const cause = error instanceof Error ? (error.stack ?? error.message) : String(error);
    log.error("message failed", { ...message, receiveCount, cause });
    await received.release(RETRY_SECONDS);
  }
}
