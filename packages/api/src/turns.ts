import { TooManyRequestsError } from "@knockon/core/errors";

const RETRY_SECONDS = 5;

interface Limits {
  /** Pieces of work of one key at a time. */
  running: number;
  /** Further pieces that wait for them. */
  waiting: number;
}

interface Line {
  running: number;
  waiting: (() => void)[];
}

/**
 * Limits the concurrent work of each key, so that one tenant's slow requests leave connections and processors to others. Work waits in
 * the order of its arrival. Throws TooManyRequestsError if too much waits.
 */
export class Turns {
  readonly #limits: Limits;
  readonly #lines = new Map<string, Line>();

  constructor(limits: Limits) {
    this.#limits = limits;
  }

  async run<T>(key: string, work: () => Promise<T>): Promise<T> {
    await this.#enter(key);
    try {
      return await work();
    } finally {
      this.#leave(key);
    }
  }

  async #enter(key: string): Promise<void> {
    const line = this.#lines.get(key) ?? { running: 0, waiting: [] };
    this.#lines.set(key, line);
    if (line.running < this.#limits.running) {
      line.running += 1;
      return;
    }
    if (line.waiting.length >= this.#limits.waiting) throw new TooManyRequestsError(RETRY_SECONDS);
    const { promise, resolve } = Promise.withResolvers<void>();
    line.waiting.push(resolve);
    await promise;
  }

  /** Passes the place on, or gives it up. */
  #leave(key: string): void {
    const line = this.#lines.get(key);
    const next = line?.waiting.shift();
    if (next) return next();
    if (line && (line.running -= 1) === 0) this.#lines.delete(key);
  }
}
