import type { PgPreparedQuery, PreparedQueryConfig } from "drizzle-orm/pg-core";
import type { Transaction } from "./database.ts";

/** A query before it is sent: what every builder of drizzle is. */
interface Preparable<T extends PreparedQueryConfig> {
  prepare(name: string): PgPreparedQuery<T>;
}

/**
 * A statement that is built, parsed and planned once for each connection, not for each request: what differs are the
 * values of its placeholders. For what every request asks; the name must be its own.
 */
export function prepared<T extends PreparedQueryConfig>(
  name: string,
  build: (tx: Transaction) => Preparable<T>,
): (tx: Transaction, values: Record<string, unknown>) => Promise<T["execute"]> {
  const known = new WeakMap<object, PgPreparedQuery<T>>();
  return (tx, values) => {
    const connection = connectionOf(tx);
    const statement = known.get(connection) ?? build(tx).prepare(name);
    known.set(connection, statement);
    return statement.execute(values);
  };
}

/** The driver's: it outlives the transaction, and so does what is prepared on it. */
const connectionOf = (tx: Transaction): object => (tx._.session as unknown as { client: object }).client;
