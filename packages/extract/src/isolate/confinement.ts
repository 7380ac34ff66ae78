import { Worker, type WorkerOptions } from "node:worker_threads";

/** What an extraction thread runs, and what it may use up before it is ended. */
export interface Confinement {
  openWorker: (options: WorkerOptions) => Worker;
  /** Longer than any honest file takes, and short enough that a bomb costs little. */
  fileTimeoutMs: number;
  linkTimeoutMs: number;
  maxHeapMb: number;
  /** How long a thread waits for the next repository of its scan; what follows the scan wants its memory more. */
  idleMs: number;
}

export const CONFINED_PARSERS: Confinement = {
  openWorker: (options) => new Worker(new URL("./worker.ts", import.meta.url), options),
  fileTimeoutMs: 2000,
  linkTimeoutMs: 30_000,
  maxHeapMb: 160,
  idleMs: 5000,
};
