import { join } from "node:path";
import { drizzle } from "drizzle-orm/node-postgres";
import { migrate } from "drizzle-orm/node-postgres/migrator";
import { Client } from "pg";

const FOLDER = join(import.meta.dirname, "../migrations");
/** Key of the advisory lock that migrating processes wait for. Any constant works. */
const LOCK = 7_236_011;
const CONNECT_MS = 10_000;

/** Migrates the schema over a direct connection. Concurrent starts wait for each other. */
export async function migrateDatabase(url: string): Promise<void> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: CONNECT_MS });
  await client.connect();
  try {
    await client.query("select pg_advisory_lock($1)", [LOCK]);
    await migrate(drizzle({ client }), { migrationsFolder: FOLDER });
    // A restored dump has the rights of these roles, but not who may become them.
    await client.query("set role knockon_app; set role knockon_system");
  } finally {
    await client.end();
  }
}
