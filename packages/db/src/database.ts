import type { NodePgQueryResultHKT } from "drizzle-orm/node-postgres";
import type { PgDatabase } from "drizzle-orm/pg-core";

/** Drizzle's Postgres database is the seam: node-postgres, Neon and the embedded server all give this. */
export type Database = PgDatabase<NodePgQueryResultHKT>;

/** One connection inside one transaction. */
export type Transaction = Parameters<Parameters<Database["transaction"]>[0]>[0];

/** A pool that knows how to end. */
export interface Connection {
  database: Database;
  close(): Promise<void>;
}
