import { fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import type { LocalOptions } from "@knockon/functions/compose/local";

const PROGRAM = new URL("worker.ts", import.meta.url);

export interface WorkerOptions extends Pick<
  LocalOptions,
  "dataFolder" | "localOrgRoots" | "visibilitySeconds"
> {
  databaseUrl: string;
}

export interface WorkerProcess {
  /** SIGKILL: nothing that it would still have done is done. Resolves when it is gone. */
  kill: () => Promise<void>;
}

/** Workers in a process of their own, at work when this resolves, and gone after the test. */
export async function startWorkerProcess(options: WorkerOptions): Promise<WorkerProcess> {
  const child = fork(PROGRAM, [JSON.stringify(options)], {
    execArgv: [],
    // Each start after the first takes half as long.
    env: { PATH: process.env["PATH"], NODE_COMPILE_CACHE: join(options.dataFolder, "compile-cache") },
  });
  const exited = once(child, "exit");
  const kill = async (): Promise<void> => {
    child.kill("SIGKILL");
    await exited;
  };
  onTestFinished(kill);
  await Promise.race([
    once(child, "message"),
    exited.then(([code]) => {
      throw new Error(`The worker ended with ${code} before it had begun.`);
    }),
  ]);
  return { kill };
}
