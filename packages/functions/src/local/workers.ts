import { setTimeout as sleep } from "node:timers/promises";
import type { PostgresQueue, ReceivedMessage } from "@knockon/adapters/queue/postgres";
import type { SharedContext } from "@knockon/api/serve-route";
import type { Logger } from "@knockon/core/context";
import { describeFault } from "@knockon/core/describe-fault";
import { collectGarbage } from "@knockon/core/garbage/collect-garbage";
import { handleDeadLetter } from "@knockon/core/scan/handle-dead-letter";
import { handleMessage } from "@knockon/core/scan/handle-message";
import type { TraceMessage } from "./tracing.ts";
import { sweepAll } from "../sweep-all.ts";
import { type Delivery, InterruptedError, interruptiblePorts, workOnMessage } from "../work-on-message.ts";

const SWEEP_MS = 60_000;
/** Delay after the start. */
const FIRST_COLLECTION_MS = 5 * 60_000;
const COLLECTION_MS = 24 * 60 * 60_000;

export interface Workers {
  /** Receives no further messages and waits for work in progress. */
  stop(): Promise<void>;
  /** Interrupts messages in progress and releases their leases, so that the next start can process them at once. */
  release(): Promise<void>;
}

/** Starts the workers that handle the queue's messages. */
export function startWorkers(
  shared: SharedContext,
  queue: PostgresQueue,
  workers: number,
  traceMessage: TraceMessage = (delivery, handle) => handle(delivery),
): Workers {
  const { log } = shared;
  const interruption = new AbortController();
  const context = { ...shared, ports: interruptiblePorts(shared.ports, interruption.signal) };
  const pool = workQueue({
    workers,
    log,
    receive: queue.receive,
    extendMs: (queue.visibilitySeconds * 1000) / 3,
    handle: (received) =>
      traceMessage(received, (delivery) => workOnMessage(context, handleMessage, delivery)),
    giveUp: (received) =>
      traceMessage(received, (delivery) => workOnMessage(context, handleDeadLetter, delivery)),
  });
  return {
    stop: pool.stop,
    release() {
      interruption.abort();
      return pool.stop();
    },
  };
}

/** Starts the sweeper and the garbage collection. `stop` waits for work in progress. */
export function startSweeper(shared: SharedContext): { stop(): Promise<void> } {
  const { log } = shared;
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
      await Promise.all([sweeper.stop(), collector.stop()]);
    },
  };
}

const IDLE_MS = 100;
/** Pause after the queue did not answer. */
const UNAVAILABLE_MS = 1000;
const MAX_RECEIVES = 5;
const RETRY_SECONDS = 5;

interface QueueOptions {
  receive: () => Promise<ReceivedMessage | undefined>;
  /** Logs its own failures, as `giveUp` does. */
  handle: (delivery: Delivery) => Promise<void>;
  /** Called instead of `handle` for a message whose five deliveries failed or crashed the process. */
  giveUp: (delivery: Delivery) => Promise<void>;
  /** How often a message is extended while it is processed. */
  extendMs: number;
  workers: number;
  log: Logger;
}

/** Processes queue messages until stopped. `stop` waits for work in progress. Failed messages are redelivered, as by SQS. */
export function workQueue(options: QueueOptions): { stop(): Promise<void> } {
  const stopping = new AbortController();
  const watch = new Watch(stopping.signal);
  const loops = Array.from({ length: options.workers }, () =>
    receiveMessages(options, watch, stopping.signal),
  );
  return {
    async stop() {
      stopping.abort();
      await Promise.all(loops);
    },
  };
}

async function receiveMessages(options: QueueOptions, watch: Watch, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    try {
      const received = await options.receive();
      if (received) {
        watch.wakeOne();
        await processMessage(options, received, signal);
      } else await watch.wait();
    } catch (error) {
      options.log.error("queue unavailable", { cause: describeFault(error) });
      await sleep(UNAVAILABLE_MS, undefined, { signal }).catch(() => {});
    }
  }
}

/** One idle worker polls the queue. The others wait until a message is received, so that an idle process does little work. */
class Watch {
  readonly #signal: AbortSignal;
  readonly #waiting = new Set<() => void>();
  #isWatched = false;

  constructor(signal: AbortSignal) {
    this.#signal = signal;
    signal.addEventListener("abort", () => this.#waiting.forEach((wake) => wake()));
  }

  /** Resolves when the calling worker should poll again. */
  async wait(): Promise<void> {
    if (this.#signal.aborted) return;
    if (this.#isWatched) {
      const { promise, resolve } = Promise.withResolvers<void>();
      this.#waiting.add(resolve);
      return promise;
    }
    this.#isWatched = true;
    await sleep(IDLE_MS, undefined, { signal: this.#signal }).catch(() => {});
    this.#isWatched = false;
  }

  /** Lets a waiting worker poll: it receives the next message or watches the queue. */
  wakeOne(): void {
    const [wake] = this.#waiting;
    if (!wake) return;
    this.#waiting.delete(wake);
    wake();
  }
}

async function processMessage(
  options: QueueOptions,
  received: ReceivedMessage,
  signal: AbortSignal,
): Promise<void> {
  const { handle, giveUp, extendMs } = options;
  // If an extension fails, the message is at worst delivered twice.
  const extension = setInterval(() => void received.extend().catch(() => {}), extendMs).unref();
  try {
    await (received.receiveCount > MAX_RECEIVES ? giveUp(received) : handle(received));
  } catch (error) {
    return returnMessage(options, received, error instanceof InterruptedError ? 0 : RETRY_SECONDS, signal);
  } finally {
    clearInterval(extension);
  }
  await received.delete();
}

/**
 * Releases a message. A database that restarts refuses that for seconds, and the message would stay hidden meanwhile. Therefore tries
 * again until the queue answers or the worker is stopped.
 */
async function returnMessage(
  { log }: QueueOptions,
  received: ReceivedMessage,
  delaySeconds: number,
  signal: AbortSignal,
): Promise<void> {
  for (;;) {
    try {
      return await received.release(delaySeconds);
    } catch (error) {
      if (signal.aborted) throw error;
      log.error("message not returned", { cause: describeFault(error) });
      await sleep(UNAVAILABLE_MS, undefined, { signal }).catch(() => {});
    }
  }
}

interface RepeatOptions {
  work: () => Promise<unknown>;
  /** Called with each failure. The work is repeated anyway. */
  fail: (error: unknown) => void;
  everyMs: number;
  /** Delay before the first time; `everyMs` by default. */
  firstMs?: number;
}

/** Repeats work at an interval, never concurrently. `stop` waits for work in progress. */
export function repeat({ work, fail, everyMs, firstMs = everyMs }: RepeatOptions): { stop(): Promise<void> } {
  const stopping = new AbortController();
  const { signal } = stopping;
  const pause = (milliseconds: number) => sleep(milliseconds, undefined, { signal }).catch(() => {});
  async function loop(): Promise<void> {
    for (await pause(firstMs); !signal.aborted; await pause(everyMs)) await work().catch(fail);
  }
  const ended = loop();
  return {
    stop() {
      stopping.abort();
      return ended;
    },
  };
}
