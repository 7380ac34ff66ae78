import { setTimeout as sleep } from "node:timers/promises";

/** Timeout of each step; the next step starts after it. */
const STEP_MS = 30_000;

/** Stops what was started, in reverse order, on a signal or after a failed start. */
export class Shutdown {
  readonly #steps: { name: string; end: () => Promise<unknown> }[] = [];
  readonly #controller = new AbortController();
  /** Resolves on SIGINT, SIGTERM or SIGHUP. */
  readonly requested: Promise<void>;

  constructor() {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.requested = promise;
    for (const name of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
      process.on(name, () => {
        this.#controller.abort();
        resolve();
      });
    }
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** Adds the step that stops what was just started. Throws if shutdown was requested in the meantime. */
  add(name: string, end: () => Promise<unknown>): void {
    this.#steps.push({ name, end });
    this.signal.throwIfAborted();
  }

  async end(): Promise<void> {
    for (const { name, end } of this.#steps.splice(0).toReversed()) {
      try {
        await Promise.race([end(), sleep(STEP_MS, undefined, { ref: false })]);
      } catch (error) {
        process.stderr.write(`knockon: ${name} did not stop cleanly: ${String(error)}\n`);
        process.exitCode = 1;
      }
    }
  }
}
