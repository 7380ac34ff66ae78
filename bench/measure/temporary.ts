import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startEmbeddedPostgres } from "@knockon/db/connect/embedded";
import { connectNodePostgres } from "@knockon/db/connect/node-postgres";
import type { Database } from "@knockon/db/database";
import { migrateDatabase } from "@knockon/db/migrate";

/** Passes a temporary folder to `work` and removes it afterward. */
export async function withTemporaryFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), "knockon-bench-"));
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Passes a migrated database to `work`, on a temporary Postgres that does not flush to disk. */
export const withTestServer = (work: (database: Database) => Promise<void>): Promise<void> =>
  withTemporaryFolder(async (folder) => {
    const postgres = await startEmbeddedPostgres({ folder, durable: false });
    try {
      await migrateDatabase(postgres.url);
      const connection = connectNodePostgres(postgres.url);
      try {
        await work(connection.database);
      } finally {
        await connection.close();
      }
    } finally {
      await postgres.stop();
    }
  });
