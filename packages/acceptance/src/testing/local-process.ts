import { readFileSync } from "node:fs";
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { once } from "node:events";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createTestDatabase } from "@knockon/db/connect/test-database";
import { copyPreparedPostgres } from "@knockon/db/testing/prepared-postgres";
import { inject, onTestFinished } from "vitest";
import { builtServer } from "./built-server.ts";
import { spawnLocal, type LocalProcess, type SpawnOptions } from "./spawn-local.ts";

/** Runs the built server until the test ends. */
export async function startLocal(
  args: readonly string[],
  environment: Record<string, string> = {},
  options: SpawnOptions = {},
): Promise<LocalProcess> {
  const local = spawnLocal(args, environment, { program: await builtServer(), ...options });
  onTestFinished(async () => void (await local.ended("SIGTERM")));
  return local;
}

/** Creates a folder that is removed after the test. Postgres can access it even if the tests run as root. */
export async function reachableFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "knockon-local-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  await chmod(folder, 0o755);
  return folder;
}

/** Creates a data folder with a migrated embedded Postgres, which takes seconds less to start than a new one. Removed after the test. */
export async function preparedDataFolder(): Promise<string> {
  const data = join(await reachableFolder(), "data");
  await copyPreparedPostgres(join(data, "postgres"));
  return data;
}

/** Creates an empty database, dropped when the test ends. */
export const freshDatabase = (): Promise<{ DATABASE_URL: string }> => copyDatabase(inject("postgresUrl"));

/** Creates a migrated database, dropped when the test ends. */
export const migratedDatabase = (): Promise<{ DATABASE_URL: string }> => copyDatabase(inject("templateUrl"));

async function copyDatabase(template: string): Promise<{ DATABASE_URL: string }> {
  const { url, drop } = await createTestDatabase(template);
  onTestFinished(drop);
  return { DATABASE_URL: url };
}

/** Returns a port that is in use until the test ends. */
export async function usedPort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  onTestFinished(() => void server.close());
  await once(server, "listening");
  const address = server.address();
  return typeof address === "object" && address ? address.port : 0;
}

/** Returns the process ID of a data folder's embedded Postgres, if it is running. */
export function findPostgres(dataFolder: string): number | undefined {
  try {
    const pid = Number.parseInt(readFileSync(join(dataFolder, "postgres/data/postmaster.pid"), "utf8"), 10);
    return isRunning(pid) ? pid : undefined;
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
