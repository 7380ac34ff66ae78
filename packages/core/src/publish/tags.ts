import type { Transaction } from "@knockon/db/database";
import { repository } from "@knockon/db/schema/repository.sql";
import { sql } from "drizzle-orm";

/** The tag names of some repositories, by repository id. */
export async function loadTags(tx: Transaction, ids: readonly string[]): Promise<Map<string, string[]>> {
  const rows = await tx
    .select({ id: repository.id, tags: repository.tags })
    .from(repository)
    .where(sql`${repository.id} = any(${sql.param(ids)}::uuid[])`);
  return new Map(rows.map((row) => [row.id, row.tags]));
}
