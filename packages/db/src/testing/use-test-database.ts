import { connectNodePostgres } from "../connect/node-postgres.ts";
import { createTestDatabase } from "../connect/test-database.ts";
import type { Connection, Database } from "../database.ts";
import { afterAll, beforeAll, inject } from "vitest";

/** A migrated database for the tests of one file. The connection belongs to the server's owner, so it bypasses row-level security. */
export function useTestDatabase(maxConnections = 10): () => Database {
  let connection: Connection | undefined;
  let drop: (() => Promise<void>) | undefined;
  beforeAll(async () => {
    const created = await createTestDatabase(inject("templateUrl"));
    drop = created.drop;
    connection = connectNodePostgres(created.url, maxConnections);
  });
  afterAll(async () => {
    await connection?.close();
    await drop?.();
  });
  return () => {
    if (!connection) throw new Error("Call this inside a test: the database is open only while tests run.");
    return connection.database;
  };
}
