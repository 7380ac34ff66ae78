import type { Database } from "@knockon/db/database";
import { asSystem } from "@knockon/db/in-workspace";
import type { session, verification } from "@knockon/db/schema/user.sql";
import { inArray, lt } from "drizzle-orm";
import { AT_ONCE } from "./in-batches.ts";

/** Deletes sessions, or what links had to prove, that expired before: nobody can use them any more. */
export async function collectExpired(
  database: Database,
  table: typeof session | typeof verification,
  before: Date,
): Promise<number> {
  for (let deleted = 0; ;) {
    const { rowCount } = await asSystem(database, (tx) => {
      const old = tx.select({ id: table.id }).from(table).where(lt(table.expiresAt, before)).limit(AT_ONCE);
      return tx.delete(table).where(inArray(table.id, old));
    });
    if (!rowCount) return deleted;
    deleted += rowCount;
  }
}
