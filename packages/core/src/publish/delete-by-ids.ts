import type { Transaction } from "@knockon/db/database";
import type { artifact, dependency } from "@knockon/db/schema/dependency.sql";
import { sql } from "drizzle-orm";

/** Any number of rows with one parameter. */
export async function deleteByIds(
  tx: Transaction,
  table: typeof artifact | typeof dependency,
  ids: string[],
): Promise<void> {
  if (ids.length === 0) return;
  await tx.execute(sql`delete from ${table} where id = any(${sql.param(ids)}::uuid[])`);
}
