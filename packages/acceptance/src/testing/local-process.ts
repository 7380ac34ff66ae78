import { readFileSync } from "node:fs";
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { spawnLocal, type LocalProcess } from "./spawn-local.ts";

/** A folder that Postgres may enter although the tests run as root; gone after the test. */
export async function reachableFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "knockon-local-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  await chmod(folder, 0o755);
  return folder;
}

/** `npm start` with these arguments; ended after the test. */
export function startLocal(args: readonly string[], environment: Record<string, string> = {}): LocalProcess {
  const local = spawnLocal(args, environment);
  onTestFinished(async () => void (await local.ended("SIGTERM")));
  return local;
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
