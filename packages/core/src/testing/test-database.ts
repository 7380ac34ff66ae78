import { connectNodePostgres } from "@knockon/db/connect/node-postgres";
import { createTestDatabase } from "@knockon/db/connect/test-database";
import type { Connection, Database } from "@knockon/db/database";
import { migrateDatabase } from "@knockon/db/migrate";
import { afterAll, beforeAll, inject } from "vitest";

/** A migrated database for the tests of one file. The connection is the server's owner, whom row-level security does not hold. */
export function useTestDatabase(maxConnections = 10): () => Database {
  let connection: Connection | undefined;
  let drop: (() => Promise<void>) | undefined;
  beforeAll(async () => {
    const created = await createTestDatabase(inject("postgresUrl"));
    drop = created.drop;
    await migrateDatabase(created.url);
    connection = connectNodePostgres(created.url, maxConnections);
  });
  afterAll(async () => {
    await connection?.close();
    await drop?.();
  });
  return () => {
    if (!connection) throw new Error("The database is open while tests run.");
    return connection.database;
  };
}
