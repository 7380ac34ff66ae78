import { startEmbeddedPostgres } from "@knockon/db/connect/embedded";
import { connectNodePostgres } from "@knockon/db/connect/node-postgres";
import type { Database } from "@knockon/db/database";
import { migrateDatabase } from "@knockon/db/migrate";
import { withTemporaryFolder } from "../measure/temporary-folder.ts";

/** A migrated database on a Postgres of its own, which lives as long as `work` and waits for no disk. */
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
