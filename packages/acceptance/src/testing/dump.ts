import type { Database } from "@knockon/db/database";
import { sql } from "drizzle-orm";

/** Every row of every table, as text. */
export async function dump(database: Database): Promise<string> {
  const tables = await database.execute<{ name: string }>(
    sql`select table_name as name from information_schema.tables where table_schema = 'public'`,
  );
  const texts = await Promise.all(
    tables.rows.map(({ name }) =>
      database.execute<{ text: string }>(
        sql`select to_jsonb(t)::text as text from ${sql.identifier(name)} t`,
      ),
    ),
  );
  return texts.flatMap(({ rows }) => rows.map(({ text }) => text)).join("\n");
}
