import { setTimeout as sleep } from "node:timers/promises";
import type { Database } from "@knockon/db/database";
import { sql } from "drizzle-orm";

/** Resolves when so many statements of this database wait for a lock. */
export async function untilBlocked(database: Database, count: number): Promise<void> {
  for (;;) {
    const { rows } = await database.execute(
      sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    );
    if (rows.length >= count) return;
    await sleep(10);
  }
}
