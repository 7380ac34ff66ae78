/** Preloaded into a measured Node process: at exit, writes its peak memory in KiB to the descriptor of run-measured.ts. */
import { writeSync } from "node:fs";
import { isMainThread } from "node:worker_threads";

const PEAK_DESCRIPTOR = 4;

if (isMainThread) {
  process.once("exit", () => void writeSync(PEAK_DESCRIPTOR, String(process.resourceUsage().maxRSS)));
}
