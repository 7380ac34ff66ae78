import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
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

/** Returns the process if it is a live Postgres of this data folder. PIDs are reused, so the PID alone is not enough. */
function findServer(pid: number, dataFolder: string): RunningServer | undefined {
  const found = existsSync("/proc/self") ? readProc(pid) : readPs(pid);
  if (!found?.command.includes(`/postgres -D ${dataFolder} -p `)) return undefined;
  const [, owner] = found.command.split(` ${OWNER_SETTING}=`);
  return { parent: found.parent, owner: owner === undefined ? undefined : Number.parseInt(owner, 10) };
}

interface Process {
  parent: number;
  /** The program and its arguments, separated by spaces. */
  command: string;
}

/** Needs no installed program. */
export function readProc(pid: number): Process | undefined {
  const command = readText(`/proc/${pid}/cmdline`)?.replaceAll("\0", " ").trimEnd();
  const [, parent] = /^PPid:\s*(\d+)/m.exec(readText(`/proc/${pid}/status`) ?? "") ?? [];
  return command === undefined || parent === undefined ? undefined : { parent: Number(parent), command };
}

/** Systems without /proc, such as macOS, have `ps`. */
export function readPs(pid: number): Process | undefined {
  const { stdout } = spawnSync("ps", ["-ww", "-o", "ppid=", "-o", "command=", "-p", String(pid)], {
    encoding: "utf8",
  });
  const [, parent, command = ""] = /^\s*(\d+)\s+(.*)/.exec(stdout) ?? [];
  return parent === undefined ? undefined : { parent: Number(parent), command };
}

function readText(file: string): string | undefined {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    if (errorCode(error) === "ENOENT" || errorCode(error) === "ESRCH") return undefined;
    throw error;
  }
}
