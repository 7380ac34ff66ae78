import { Worker } from "node:worker_threads";
import { CONFINED_PARSERS, type Confinement } from "./confinement.ts";

/**
 * Reads no references in text without a format, which takes most of the time and finds no interfaces or arguments. For work
 * with pauses between files.
 */
export const confinedFormats = (): Confinement => ({
  ...CONFINED_PARSERS,
  idleMs: 60_000,
  openWorker: (options) => new Worker(new URL("./formats-worker.ts", import.meta.url), options),
});
