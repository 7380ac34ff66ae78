import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { onTestFinished } from "vitest";

const PROGRAM = new URL("../local.ts", import.meta.url).pathname;
const PATIENCE_MS = 60_000;

export interface LocalProcess {
  stdout: () => string;
  stderr: () => string;
  /** The match of what it has printed, as soon as it has. */
  printed: (pattern: RegExp) => Promise<RegExpExecArray>;
  /** Its exit code; with a signal, after sending that. */
  ended: (signal?: NodeJS.Signals) => Promise<number | null>;
}

/** A folder that Postgres may enter although the tests run as root; gone after the test. */
export async function reachableFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "knockon-local-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  await chmod(folder, 0o755);
  return folder;
}

/** `npm start` with these arguments, as a process of its own, with none of this machine's settings. */
export function startLocal(args: readonly string[], environment: Record<string, string> = {}): LocalProcess {
  const child = spawn(process.execPath, [PROGRAM, ...args], {
    stdio: ["ignore", "pipe", "pipe"],
    env: { PATH: process.env["PATH"], ...environment },
  });
  const exited = once(child, "close").then(() => child.exitCode);
  onTestFinished(async () => {
    if (child.exitCode === null) child.kill("SIGTERM");
    await exited;
  });
  let [stdout, stderr] = ["", ""];
  child.stdout.setEncoding("utf8").on("data", (text: string) => (stdout += text));
  child.stderr.setEncoding("utf8").on("data", (text: string) => (stderr += text));
  return {
    stdout: () => stdout,
    stderr: () => stderr,
    async printed(pattern) {
      for (const deadline = Date.now() + PATIENCE_MS; Date.now() < deadline; await sleep(20)) {
        const match = pattern.exec(stdout);
        if (match) return match;
        if (child.exitCode !== null) break;
      }
      throw new Error(`It never printed ${pattern.source}.\n${stdout}\n${stderr}`);
    },
    ended(signal) {
      if (signal) child.kill(signal);
      return exited;
    },
  };
}

/** The embedded Postgres of a data folder, if it is running. */
export function findPostgres(dataFolder: string): number | undefined {
  try {
    const pid = Number.parseInt(readFileSync(join(dataFolder, "postgres/data/postmaster.pid"), "utf8"), 10);
    process.kill(pid, 0);
    return pid;
  } catch {
    return undefined;
  }
}

export const isRunning = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};
