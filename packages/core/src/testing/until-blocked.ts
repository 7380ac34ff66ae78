import { setTimeout as sleep } from "node:timers/promises";
import type { Database } from "@knockon/db/database";
import { sql } from "drizzle-orm";

const POLL_MS = 10;

/** Resolves when at least `count` statements of this database wait for a lock. */
export async function untilBlocked(database: Database, count: number): Promise<void> {
  while ((await countBlocked(database)) < count) await sleep(POLL_MS);
}

/** Resolves when the work has settled or a statement of this database waits for a lock. */
export async function untilSettledOrBlocked(database: Database, work: Promise<unknown>): Promise<void> {
  let isSettled = false;
  const settle = () => void (isSettled = true);
  work.then(settle, settle);
  while (!isSettled && (await countBlocked(database)) === 0) await sleep(POLL_MS);
}

async function countBlocked(database: Database): Promise<number> {
  const { rows } = await database.execute(
    sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  );
  return rows.length;
}
