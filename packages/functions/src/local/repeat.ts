import { setTimeout as sleep } from "node:timers/promises";

interface Options {
  work: () => Promise<unknown>;
  /** Told of a failure; the work is done again all the same. */
  fail: (error: unknown) => void;
  everyMs: number;
  /** Before the first time; as between two unless given. */
  firstMs?: number;
}

/** Does a piece of work again and again, never twice at once, until stopped; `stop` waits for what is under way. */
export function repeat({ work, fail, everyMs, firstMs = everyMs }: Options): { stop(): Promise<void> } {
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
