import { DrizzleQueryError, sql } from "drizzle-orm";
import journal from "../migrations/meta/_journal.json" with { type: "json" };
import type { Database } from "./database.ts";

/** Why a service is not ready. */
export interface Unready {
  what: "database" | "migrations";
  cause: unknown;
}

const LIMIT_MS = 2_000;
const NEWEST = Math.max(...journal.entries.map(({ when }) => when));
const UNDEFINED_TABLE = "42P01";

/** Returns undefined if the database answers within two seconds and its newest migration is that of this build. */
export async function findUnready(database: Database): Promise<Unready | undefined> {
  try {
    const newest = await inTime(findNewestMigration(database));
    if (newest === NEWEST) return undefined;
    return { what: "migrations", cause: `The newest is ${newest}, and should be ${NEWEST}.` };
  } catch (cause) {
    return { what: isUnmigrated(cause) ? "migrations" : "database", cause };
  }
}

async function findNewestMigration(database: Database): Promise<number> {
  const { rows } = await database.execute<{ newest: number }>(
    sql`select max(created_at)::float8 as newest from drizzle.__drizzle_migrations`,
  );
  return rows[0]?.newest ?? 0;
}

/** SQLSTATE of a missing table: nothing was migrated yet. */
const isUnmigrated = (error: unknown): boolean =>
  error instanceof DrizzleQueryError &&
  error.cause !== undefined &&
  "code" in error.cause &&
  error.cause.code === UNDEFINED_TABLE;

async function inTime<T>(work: Promise<T>): Promise<T> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error(`No answer within ${LIMIT_MS} ms.`)), LIMIT_MS);
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
