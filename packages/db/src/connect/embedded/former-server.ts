import { readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { EmbeddedPostgresError, errorCode } from "./embedded-postgres-error.ts";

/** A setting that records which process started the server. Postgres ignores it. */
export const OWNER_SETTING = "knockon.owner";

const FAST_SHUTDOWN_MILLISECONDS = 30_000;
const IMMEDIATE_SHUTDOWN_MILLISECONDS = 5000;

/**
 * Stops the server that a killed process left behind. Throws if a live process still uses the folder. Returns the PID
 * that the folder records, which is stale from now on.
 */
export async function stopFormerServer(dataFolder: string): Promise<number | undefined> {
  const pid = Number.parseInt(readText(join(dataFolder, "postmaster.pid")) ?? "", 10);
  if (Number.isNaN(pid)) return undefined;
  const server = findServer(pid, dataFolder);
  if (!server) return pid;
  if (server.owner === undefined || server.owner === server.parent)
    throw new EmbeddedPostgresError(inUse(dataFolder, server.owner ?? pid));
  await stopOrphan(pid, dataFolder);
  return pid;
}

export function inUse(dataFolder: string, pid?: number): string {
  const user = pid === undefined ? "" : ` (process ${pid})`;
  return `${dataFolder} is in use by another running Knockon${user}. Stop that one or use another folder.`;
}

async function stopOrphan(pid: number, dataFolder: string): Promise<void> {
  for (const [signal, milliseconds] of [
    ["SIGINT", FAST_SHUTDOWN_MILLISECONDS],
    ["SIGQUIT", IMMEDIATE_SHUTDOWN_MILLISECONDS],
  ] as const) {
    signalProcess(pid, signal);
    for (const deadline = Date.now() + milliseconds; Date.now() < deadline; await setTimeout(20)) {
      if (!findServer(pid, dataFolder)) return;
    }
  }
  throw new EmbeddedPostgresError(
    `A Postgres that an earlier run left behind (process ${pid}) does not stop. End it, then start again.`,
  );
}

function signalProcess(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if (errorCode(error) !== "ESRCH") throw error;
  }
}

interface RunningServer {
  parent: number;
  /** PID of the process that started it; undefined if it was not Knockon. */
  owner: number | undefined;
}

/**
 * Returns the process if it is a live Postgres of this data folder. PIDs are reused, so the PID alone is not enough. Reads
 * /proc, which needs no installed program. Without /proc it finds nothing, and Postgres' own check decides.
 */
function findServer(pid: number, dataFolder: string): RunningServer | undefined {
  const [program = "", ...options] = readText(`/proc/${pid}/cmdline`)?.split("\0") ?? [];
  if (!program.endsWith("/postgres") || options[options.indexOf("-D") + 1] !== dataFolder) return undefined;
  const parent = /^PPid:\s*(\d+)/m.exec(readText(`/proc/${pid}/status`) ?? "")?.[1];
  const owner = options.find((option) => option.startsWith(`${OWNER_SETTING}=`))?.split("=")[1];
  return { parent: Number(parent), owner: owner === undefined ? undefined : Number(owner) };
}

function readText(file: string): string | undefined {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    if (errorCode(error) === "ENOENT" || errorCode(error) === "ESRCH") return undefined;
    throw error;
  }
}
