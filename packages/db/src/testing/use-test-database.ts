import { connectNodePostgres } from "../connect/node-postgres.ts";
import { createTestDatabase, type TestDatabase } from "../connect/test-database.ts";
import type { Connection, Database } from "../database.ts";
import { afterAll, beforeAll, inject } from "vitest";

/** Creates a migrated database and connects to it over the server's Unix socket, if there is one. */
export async function openTestDatabase(maxConnections = 10): Promise<Connection & TestDatabase> {
  const { url, drop } = await createTestDatabase(inject("templateUrl"));
  const overSocket = new URL(url);
  const socketFolder = inject("socketFolder");
  if (socketFolder) overSocket.searchParams.set("host", socketFolder);
  return { url, drop, ...connectNodePostgres(overSocket.href, maxConnections) };
}

/** A migrated database for the tests of one file. The connection belongs to the server's owner, so it bypasses row-level security. */
export function useTestDatabase(maxConnections = 10): () => Database {
  let connection: Connection | undefined;
  let drop: (() => Promise<void>) | undefined;
  beforeAll(async () => {
    const created = await openTestDatabase(maxConnections);
    drop = created.drop;
    connection = created;
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
