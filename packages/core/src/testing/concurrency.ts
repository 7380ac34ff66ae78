import { setTimeout as sleep } from "node:timers/promises";
import type { Database } from "@knockon/db/database";
import { sql } from "drizzle-orm";
import type { Context } from "../context.ts";

/** Returns a context whose transactions call `act` between their last write and their commit. */
export function beforeCommit(ctx: Context, act: () => Promise<unknown>): Context {
  const transaction: Context["database"]["transaction"] = (work, config) =>
    ctx.database.transaction(async (tx) => {
      const result = await work(tx);
      await act();
      return result;
    }, config);
  const database = new Proxy(ctx.database, {
    get: (target, property) =>
      property === "transaction" ? transaction : (Reflect.get(target, property) as unknown),
  });
  return { ...ctx, database };
}

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
