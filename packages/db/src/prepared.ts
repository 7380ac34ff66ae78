import type { PgPreparedQuery, PreparedQueryConfig } from "drizzle-orm/pg-core";
import type { Database, Transaction } from "./database.ts";

/** A query before it is sent: what every builder of drizzle is. */
interface Preparable<T extends PreparedQueryConfig> {
  prepare(name: string): PgPreparedQuery<T>;
}

/**
 * A statement that is built, parsed and planned once for each connection, not for each request: what differs are the
 * values of its placeholders. For what every request asks; the name must be its own.
 */
export function prepared<T extends PreparedQueryConfig, On extends Database = Transaction>(
  name: string,
  build: (on: On) => Preparable<T>,
): (on: On, values: Record<string, unknown>) => Promise<T["execute"]> {
  const known = new WeakMap<object, PgPreparedQuery<T>>();
  return (on, values) => {
    const connection = connectionOf(on);
    const statement = known.get(connection) ?? build(on).prepare(name);
    known.set(connection, statement);
    return statement.execute(values);
  };
}

/** The driver's: within a transaction its connection, which outlives it, and so does what is prepared on it; else the pool. */
const connectionOf = (on: Database): object => (on._.session as unknown as { client: object }).client;
