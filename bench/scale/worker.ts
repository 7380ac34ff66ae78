/** Runs the product on a generated organization in a separate process, to measure its memory and CPU time. */
import { inspect } from "node:util";
import { openWorker } from "./open-worker.ts";
import type { Command, Work, WorkerOptions } from "./worker-process.ts";

const worker = await openWorker(JSON.parse(process.argv[2] ?? "") as WorkerOptions);

process.on("message", (command: Command) => {
  void worker.execute(command).then(answer, fail);
});
process.once("disconnect", () => void worker.close());

const answer = (work: Work): boolean | undefined => process.send?.(work);

/** Exits the process, which fails the benchmark. */
function fail(error: unknown): void {
  process.stderr.write(`${inspect(error)}\n`);
  process.exit(1);
}
