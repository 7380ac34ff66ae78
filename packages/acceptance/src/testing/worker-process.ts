import { fork } from "node:child_process";
import { once } from "node:events";
import { onTestFinished } from "vitest";
import type { LocalOptions } from "@knockon/functions/compose/local";

const PROGRAM = new URL("worker.ts", import.meta.url);
const RESOLVE_DRIZZLE = import.meta.resolve("@knockon/db/resolve-drizzle");

export interface WorkerOptions extends Pick<
  LocalOptions,
  "dataFolder" | "localOrgRoots" | "visibilitySeconds"
> {
  databaseUrl: string;
}

export interface WorkerProcess {
  /** Sends SIGKILL. Resolves when the process has exited. */
  kill: () => Promise<void>;
}

/** Starts workers in a child process. Resolves when they run. They are killed after the test. */
export async function startWorkerProcess(options: WorkerOptions): Promise<WorkerProcess> {
  const child = fork(PROGRAM, [JSON.stringify(options)], {
    execArgv: ["--import", RESOLVE_DRIZZLE],
    env: { PATH: process.env["PATH"], NODE_COMPILE_CACHE: process.env["NODE_COMPILE_CACHE"] },
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
      throw new Error(`The worker exited with code ${code} before it started.`);
    }),
  ]);
  return { kill };
}
