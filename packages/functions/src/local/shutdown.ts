import { setTimeout as sleep } from "node:timers/promises";

/** What takes longer is left to the step after it, and in the end to the system. */
const STEP_MS = 30_000;

/** Ends in reverse order what was started, when a signal asks for it or the start fails. */
export class Shutdown {
  readonly #steps: { name: string; end: () => Promise<unknown> }[] = [];
  readonly #controller = new AbortController();
  /** Resolves when the end is asked for: by Ctrl-C, SIGTERM, or the terminal going away. */
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

  /** Remembers how to end what was just started. Throws if the end was asked for meanwhile: nothing more is to start. */
  add(name: string, end: () => Promise<unknown>): void {
    this.#steps.push({ name, end });
    this.signal.throwIfAborted();
  }

  async end(): Promise<void> {
    for (const { name, end } of this.#steps.splice(0).toReversed()) {
      try {
        await Promise.race([end(), sleep(STEP_MS, undefined, { ref: false })]);
      } catch (error) {
        process.stderr.write(`knockon: ${name} did not end cleanly: ${String(error)}\n`);
        process.exitCode = 1;
      }
    }
  }
}
