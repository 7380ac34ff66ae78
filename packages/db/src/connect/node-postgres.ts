import { drizzle } from "drizzle-orm/node-postgres";
import { Pool } from "pg";
import type { Connection } from "../database.ts";
import { surviveLosses } from "./survive-losses.ts";

/** A pool of ordinary TCP connections: the embedded server, or whatever `DATABASE_URL` names. */
export function connectNodePostgres(url: string, maxConnections = 10): Connection {
  const pool = new Pool({ connectionString: url, max: maxConnections });
  surviveLosses(pool);
  return { database: drizzle({ client: pool }), close: () => pool.end() };
}
