import { execFile } from "node:child_process";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { startEmbeddedPostgres } from "../connect/embedded.ts";
import { migrateDatabase } from "../migrate.ts";
import { oncePerRun } from "./once-per-run.ts";

/** Creates the folder of an embedded Postgres that was migrated and stopped. Initializing another one takes seconds. */
export async function copyPreparedPostgres(folder: string): Promise<void> {
  const prepared = await oncePerRun("prepared-postgres", async (runFolder) => {
    const postgres = await startEmbeddedPostgres({ folder: join(runFolder, "postgres"), durable: false });
    await migrateDatabase(postgres.url);
    await postgres.stop();
    return join(runFolder, "postgres");
  });
  await mkdir(folder, { recursive: true });
  // Keeps the owner, which is another user if the tests run as root.
  await promisify(execFile)("cp", ["-a", `${prepared}/.`, folder]);
}
