import type { NodePgQueryResultHKT } from "drizzle-orm/node-postgres";
import type { PgDatabase, PgPreparedQuery, PreparedQueryConfig } from "drizzle-orm/pg-core";

/** A Drizzle database, over node-postgres or Neon. */
export type Database = PgDatabase<NodePgQueryResultHKT>;

/** A connection inside a transaction. */
export type Transaction = Parameters<Parameters<Database["transaction"]>[0]>[0];

/** A database with its pool. */
export interface Connection {
  database: Database;
  close(): Promise<void>;
}

/** A query that is not sent yet: any Drizzle query builder. */
interface Preparable<T extends PreparedQueryConfig> {
  prepare(name: string): PgPreparedQuery<T>;
}

/**
 * A statement that is built, parsed and planned once per connection. Only the values of its placeholders differ. Use it for
 * queries of every request. The name must be unique. Outside of a transaction, the statement must be safe to repeat: it is sent again
 * if its connection is silent.
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

/** Returns the driver's client: the connection within a transaction, else the pool. Prepared statements outlive the transaction. */
const connectionOf = (on: Database): object => (on._.session as unknown as { client: object }).client;
