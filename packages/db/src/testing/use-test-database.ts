import { connectNodePostgres } from "../connect/node-postgres.ts";
import { createTestDatabase } from "../connect/test-database.ts";
import type { Connection, Database } from "../database.ts";
import { migrateDatabase } from "../migrate.ts";
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
