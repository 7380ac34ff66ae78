import type { Queue, ScanMessage } from "../ports/queue.ts";
import type { Random } from "./random.ts";

export interface MemoryQueue extends Queue {
  /** Takes a message for good; undefined when none is left. */
  take(): ScanMessage | undefined;
  /** Loses every message. */
  clear(): void;
  readonly length: number;
}

const DUPLICATED = 0.1;
const DELAYED = 0.2;

/** First in, first out, once. */
export function orderlyQueue(): MemoryQueue {
  const waiting: ScanMessage[] = [];
  return {
    async send(messages) {
      waiting.push(...messages);
    },
    take: () => waiting.shift(),
    clear: () => waiting.splice(0),
    get length() {
      return waiting.length;
    },
  };
}

/** What a queue may do at its worst: one message in ten comes twice, any may come late, none in its order. */
export function unreliableQueue(random: Random): MemoryQueue {
  const visible: ScanMessage[] = [];
  const delayed: ScanMessage[] = [];
  const put = (message: ScanMessage): void => {
    (random() < DELAYED ? delayed : visible).push(message);
  };
  return {
    async send(messages) {
      for (const message of messages) {
        put(message);
        if (random() < DUPLICATED) put(message);
      }
    },
    take() {
      const from = visible.length > 0 ? visible : delayed;
      return from.splice(Math.floor(random() * from.length), 1)[0];
    },
    clear() {
      visible.length = 0;
      delayed.length = 0;
    },
    get length() {
      return visible.length + delayed.length;
    },
  };
}
