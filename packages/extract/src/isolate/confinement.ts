import { Worker, type WorkerOptions } from "node:worker_threads";

/** The code and the limits of an extraction thread. */
export interface Confinement {
  openWorker: (options: WorkerOptions) => Worker;
  /** Longer than any real file takes, and short enough to limit the cost of a hostile one. */
  fileTimeoutMs: number;
  linkTimeoutMs: number;
  maxHeapMb: number;
  /** How long an idle thread waits for the next repository before its memory is released. */
  idleMs: number;
}

export const CONFINED_PARSERS: Confinement = {
  openWorker: (options) => new Worker(new URL("./worker.ts", import.meta.url), options),
  fileTimeoutMs: 2000,
  linkTimeoutMs: 30_000,
  maxHeapMb: 160,
  idleMs: 5000,
};
