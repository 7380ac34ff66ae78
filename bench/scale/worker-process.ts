import { fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import type { Organization } from "./organization.ts";
import type { Push } from "./pushes.ts";
import type { Statement } from "./statement-log.ts";

const WORKER = fileURLToPath(new URL("./worker.ts", import.meta.url));
const RESOLVE_DRIZZLE = import.meta.resolve("@knockon/db/resolve-drizzle");

/** Limits the heap to what the worker needs, so that garbage is collected early. */
const HEAP = ["--max-semi-space-size=4", "--max-old-space-size=160"];
/** By default, glibc keeps freed memory in eight arenas per core and returns only large blocks. */
const MALLOC = { MALLOC_ARENA_MAX: "2", MALLOC_TRIM_THRESHOLD_: "131072" };

export type Execute = (command: Command) => Promise<Work>;

/** Runs a worker process for the duration of `work`. It executes one command at a time. */
export async function withWorker<T>(
  options: WorkerOptions,
  work: (execute: Execute) => Promise<T>,
): Promise<T> {
  const child = fork(WORKER, [JSON.stringify(options)], {
    serialization: "advanced",
    execArgv: ["--import", RESOLVE_DRIZZLE, ...HEAP],
    env: { ...process.env, ...MALLOC },
  });
  const ended = once(child, "exit");
  const died = ended.then(([code]) => {
    throw new Error(`The worker exited with ${code}.`);
  });
  died.catch(() => {});
  const execute: Execute = async (command) => {
    const answer = once(child, "message") as Promise<[Work]>;
    child.send(command);
    const [done] = await Promise.race([answer, died]);
    return done;
  };
  try {
    return await work(execute);
  } finally {
    if (child.connected) child.disconnect();
    await ended;
  }
}

/** Database, blob store and organization of a worker. */
export interface WorkerOptions {
  url: string;
  blobFolder: string;
  organization: Organization;
}

export type Command = { kind: "scan" } | { kind: "push"; push: Push } | { kind: "read" };

/** Result of a command. Times are in milliseconds. */
export interface Work {
  milliseconds: number;
  /** Per scanned repository: time of its message, and the part of it for extraction. */
  repositories: { total: number; extraction: number }[];
  /** Per finished scan: time to resolve, write and pack the graph. */
  publishes: number[];
  opened: number;
  statements: Statement[];
  /** CPU time of the process, including threads. */
  cpuSeconds: number;
  /** Peak memory of the process so far. */
  peakBytes: number;
}
