/** The product on the organization of a bench, in a process of its own: its memory and CPU time are what is measured. */
import { inspect } from "node:util";
import { openWorker } from "./open-worker.ts";
import type { Command, Work, WorkerOptions } from "./worker-protocol.ts";

const worker = await openWorker(JSON.parse(process.argv[2] ?? "") as WorkerOptions);

process.on("message", (command: Command) => {
  void worker.obey(command).then(answer, fail);
});
process.once("disconnect", () => void worker.close());

const answer = (work: Work): boolean | undefined => process.send?.(work);

/** Ends the process, and with it the bench. */
function fail(error: unknown): void {
  process.stderr.write(`${inspect(error)}\n`);
  process.exit(1);
}
