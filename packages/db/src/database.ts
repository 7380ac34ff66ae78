import type { NodePgQueryResultHKT } from "drizzle-orm/node-postgres";
import type { PgDatabase } from "drizzle-orm/pg-core";

/** A Drizzle database, over node-postgres or Neon. */
export type Database = PgDatabase<NodePgQueryResultHKT>;

/** A connection inside a transaction. */
export type Transaction = Parameters<Parameters<Database["transaction"]>[0]>[0];

/** A database with its pool. */
export interface Connection {
  database: Database;
  close(): Promise<void>;
}
