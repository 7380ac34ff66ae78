import { drizzle } from "drizzle-orm/node-postgres";
import { Pool } from "pg";
import type { Connection } from "../database.ts";
import { guardPool, poolLimits, STATEMENT_LIMIT_MS } from "./guard-pool.ts";

/** Opens a pool of TCP connections, to the embedded server or to `DATABASE_URL`. */
export function connectNodePostgres(
  url: string,
  maxConnections = 10,
  statementLimitMs = STATEMENT_LIMIT_MS,
): Connection {
  const pool = new Pool({ ...poolLimits(statementLimitMs), connectionString: url, max: maxConnections });
  const database = drizzle({ client: pool });
  guardPool(database, pool);
  return { database, close: () => pool.end() };
}
