import { neonConfig, Pool } from "@neondatabase/serverless";
import { drizzle } from "drizzle-orm/neon-serverless";
import type { Connection } from "../database.ts";
import { surviveLosses } from "./survive-losses.ts";

/**
 * Connects to Neon over WebSockets, with one connection per container, because a Lambda function handles one request at a
 * time. `wsProxy` names a WebSocket-to-TCP proxy to use instead of Neon's own, for a local Postgres.
 */
export function connectNeon(url: string, wsProxy?: string): Connection {
  if (wsProxy !== undefined) {
    neonConfig.wsProxy = () => wsProxy;
    neonConfig.useSecureWebSocket = false;
    neonConfig.pipelineConnect = false;
    neonConfig.pipelineTLS = false;
  }
  const pool = new Pool({ connectionString: url, max: 1 });
  surviveLosses(pool);
  return { database: drizzle({ client: pool }), close: () => pool.end() };
}
