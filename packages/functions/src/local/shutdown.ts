/** Ends in reverse order what was started. Ctrl-C and SIGTERM run it; a second signal does not interrupt it. */
export class Shutdown {
  readonly #steps: { name: string; end: () => Promise<unknown> }[] = [];
  readonly #controller = new AbortController();
  #running: Promise<void> | undefined;

  constructor() {
    for (const signal of ["SIGINT", "SIGTERM"] as const) {
      process.on(signal, () => void this.run().then(() => process.exit()));
    }
  }

  /** Aborted as soon as the end has begun. */
  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  add(name: string, end: () => Promise<unknown>): void {
    this.#steps.push({ name, end });
  }

  run(): Promise<void> {
    this.#controller.abort();
    return (this.#running ??= this.#end());
  }

  async #end(): Promise<void> {
    for (const { name, end } of this.#steps.toReversed()) {
      try {
        await end();
      } catch (error) {
        process.stderr.write(`knockon: ${name} did not end cleanly: ${String(error)}\n`);
        process.exitCode = 1;
      }
    }
  }
}
