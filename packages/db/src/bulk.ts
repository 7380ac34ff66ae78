import { getTableColumns, getTableName, type InferInsertModel, sql } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import type { Transaction } from "./database.ts";

/** Rows per statement, so that a parameter stays below one or two megabytes. */
const BATCH = 1000;

/**
 * Inserts any number of rows, with one parameter per batch. Replaces rows whose single-column primary key exists. Every
 * column must be given.
 */
export async function upsertRows<T extends PgTable>(
  tx: Transaction,
  table: T,
  rows: readonly InferInsertModel<T>[],
) {
  const columns = Object.entries(getTableColumns(table));
  const primaryKey = columns.find(([, column]) => column.primary)?.[1].name;
  if (primaryKey === undefined) throw new Error(`${getTableName(table)} has no primary key of one column.`);
  const target = sql.identifier(getTableName(table));
  const names = sql.join(
    columns.map(([, column]) => sql.identifier(column.name)),
    sql`, `,
  );
  const replaced = sql.join(
    columns.map(([, { name }]) => sql`${sql.identifier(name)} = excluded.${sql.identifier(name)}`),
    sql`, `,
  );
  for (let start = 0; start < rows.length; start += BATCH) {
    const records = rows.slice(start, start + BATCH).map((row) => {
      const values: Record<string, unknown> = row;
      return Object.fromEntries(columns.map(([key, column]) => [column.name, values[key]]));
    });
    await tx.execute(sql`
      insert into ${target} (${names})
      select ${names} from jsonb_populate_recordset(null::${target}, ${JSON.stringify(records)}::jsonb)
      on conflict (${sql.identifier(primaryKey)}) do update set ${replaced}`);
  }
}

/** Sorts before every ID. Start of a walk in ID order. */
export const LEAST_UUID = "00000000-0000-0000-0000-000000000000";
