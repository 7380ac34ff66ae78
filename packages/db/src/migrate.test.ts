import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { Client } from "pg";
import { describe, expect, inject, it, onTestFinished } from "vitest";
import journal from "../migrations/meta/_journal.json" with { type: "json" };
import { createTestDatabase } from "./connect/test-database.ts";
import { migrateDatabase } from "./migrate.ts";
import { migrateToPrevious } from "./testing/former-migrations.ts";

const PROCESSES = 2;
const STARTS_EACH = 2;
const RESOLVE_DRIZZLE = new URL("resolve-drizzle.ts", import.meta.url).href;

async function emptyDatabase(): Promise<string> {
  const { url, drop } = await createTestDatabase(inject("postgresUrl"));
  onTestFinished(drop);
  return url;
}

/** Rejects if any start failed. */
async function startAtOnce(url: string): Promise<void> {
  const program = `import { migrateDatabase } from ${JSON.stringify(new URL("migrate.ts", import.meta.url))};
    await Promise.all(Array.from({ length: ${STARTS_EACH} }, () => migrateDatabase(${JSON.stringify(url)})));`;
  const run = promisify(execFile);
  await Promise.all(
    Array.from({ length: PROCESSES }, () =>
      run(process.execPath, ["--import", RESOLVE_DRIZZLE, "--input-type=module", "--eval", program]),
    ),
  );
}

/** Everything that migrations create (columns, constraints, indexes, policies, grants), and the recorded migrations. */
async function describeSchema(url: string) {
  const client = new Client({ connectionString: url });
  await client.connect();
  const rowsOf = async (query: string) => (await client.query<Record<string, unknown>>(query)).rows;
  try {
    return {
      columns: await rowsOf(`
        select table_name, column_name, data_type, is_nullable, column_default
        from information_schema.columns where table_schema = 'public' order by 1, 2`),
      constraints: await rowsOf(`
        select conrelid::regclass::text as on_table, conname, pg_get_constraintdef(oid) from pg_constraint
        where connamespace = 'public'::regnamespace order by 1, 2`),
      indexes: await rowsOf("select indexdef from pg_indexes where schemaname = 'public' order by 1"),
      policies: await rowsOf("select * from pg_policies order by schemaname, tablename, policyname"),
      rights: await rowsOf(`
        select relname, relrowsecurity, relforcerowsecurity, relacl::text from pg_class
        where relnamespace = 'public'::regnamespace order by 1`),
      recorded: await rowsOf(
        "select created_at::float8 as when from drizzle.__drizzle_migrations order by id",
      ),
    };
  } finally {
    await client.end();
  }
}

describe(`${PROCESSES * STARTS_EACH} concurrent starts in ${PROCESSES} processes`, () => {
  const recorded = journal.entries.map(({ when }) => ({ when }));

  it.each([
    ["an empty database", async () => {}],
    ["a database at the previous migration", migrateToPrevious],
  ])("migrate %s once, as one alone does", async (_name, prepare) => {
    const [alone, url] = [await emptyDatabase(), await emptyDatabase()];
    await migrateDatabase(alone);
    await prepare(url);
    await startAtOnce(url);
    const schema = await describeSchema(url);
    expect(schema.recorded).toEqual(recorded);
    expect(schema).toEqual(await describeSchema(alone));
    expect(schema.columns.length).toBeGreaterThan(100);
  });
});
