import { neonConfig, Pool } from "@neondatabase/serverless";
import { drizzle } from "drizzle-orm/neon-serverless";
import type { Connection } from "../database.ts";
import { guardPool, poolLimits, STATEMENT_LIMIT_MS } from "./guard-pool.ts";

/**
 * Connects to Neon over WebSockets, with one connection per container, because a Lambda function handles one request at a
 * time. `wsProxy` names a WebSocket-to-TCP proxy to use instead of Neon's own, for a local Postgres.
 */
export function connectNeon(
  url: string,
  wsProxy?: string,
  statementLimitMs = STATEMENT_LIMIT_MS,
): Connection {
  if (wsProxy !== undefined) {
    neonConfig.wsProxy = () => wsProxy;
    neonConfig.useSecureWebSocket = false;
    neonConfig.pipelineConnect = false;
    neonConfig.pipelineTLS = false;
  }
  const pool = new Pool({ ...poolLimits(statementLimitMs), connectionString: url, max: 1 });
  const database = drizzle({ client: pool });
  guardPool(database, pool);
  return { database, close: () => pool.end() };
}
