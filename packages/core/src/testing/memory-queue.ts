import type { Queue, ScanMessage } from "../ports/queue.ts";

export interface MemoryQueue extends Queue {
  /** Takes a message for good; undefined when none is left. */
  take(): ScanMessage | undefined;
  /** Loses every message. */
  clear(): void;
  readonly length: number;
}

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
