import { drizzle } from "drizzle-orm/node-postgres";
import { Pool } from "pg";
import type { Connection } from "../database.ts";
import { surviveLosses } from "./survive-losses.ts";

/** Opens a pool of TCP connections, to the embedded server or to `DATABASE_URL`. */
export function connectNodePostgres(url: string, maxConnections = 10): Connection {
  const pool = new Pool({ connectionString: url, max: maxConnections });
  surviveLosses(pool);
  return { database: drizzle({ client: pool }), close: () => pool.end() };
}
