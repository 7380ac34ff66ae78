import { cp, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { drizzle } from "drizzle-orm/node-postgres";
import { migrate } from "drizzle-orm/node-postgres/migrator";
import { Client } from "pg";

const MIGRATIONS = join(import.meta.dirname, "../../migrations");

/** Migrates a database up to, but not including, the newest migration. */
export async function migrateToPrevious(url: string): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "knockon-migrations-"));
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await cp(MIGRATIONS, folder, { recursive: true });
    const path = join(folder, "meta/_journal.json");
    const journal = JSON.parse(await readFile(path, "utf8")) as { entries: unknown[] };
    await writeFile(path, JSON.stringify({ ...journal, entries: journal.entries.slice(0, -1) }));
    await migrate(drizzle({ client }), { migrationsFolder: folder });
  } finally {
    await client.end();
    await rm(folder, { recursive: true });
  }
}
