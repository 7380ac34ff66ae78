/** Preloaded into a measured Node process: on its way out it writes the most memory it ever held, in KiB. */
import { writeSync } from "node:fs";
import { isMainThread } from "node:worker_threads";
import { PEAK_DESCRIPTOR } from "./descriptors.ts";

if (isMainThread) {
  process.once("exit", () => void writeSync(PEAK_DESCRIPTOR, String(process.resourceUsage().maxRSS)));
}
