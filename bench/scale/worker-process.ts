import { fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import type { Command, Work, WorkerOptions } from "./worker-protocol.ts";

const WORKER = fileURLToPath(new URL("./worker.ts", import.meta.url));

/** What the worker needs, instead of what it would take where there is more: garbage is collected sooner. */
const HEAP = ["--max-semi-space-size=4", "--max-old-space-size=160"];
/** Else glibc keeps freed memory in eight arenas for each core, and gives back only what is large. */
const MALLOC = { MALLOC_ARENA_MAX: "2", MALLOC_TRIM_THRESHOLD_: "131072" };

export type Obey = (command: Command) => Promise<Work>;

/** A worker that lives as long as `work`; it takes one command after the other. */
export async function withWorker<T>(options: WorkerOptions, work: (obey: Obey) => Promise<T>): Promise<T> {
  const child = fork(WORKER, [JSON.stringify(options)], {
    serialization: "advanced",
    execArgv: HEAP,
    env: { ...process.env, ...MALLOC },
  });
  const ended = once(child, "exit");
  const died = ended.then(([code]) => {
    throw new Error(`The worker ended with ${code}.`);
  });
  died.catch(() => {});
  const obey: Obey = async (command) => {
    const answer = once(child, "message") as Promise<[Work]>;
    child.send(command);
    const [done] = await Promise.race([answer, died]);
    return done;
  };
  try {
    return await work(obey);
  } finally {
    if (child.connected) child.disconnect();
    await ended;
  }
}
