import { createTestDatabase } from "@knockon/db/connect/test-database";
import { inject } from "vitest";
import { startPostgresProxy } from "./postgres-over-websocket.ts";

export interface NeonDatabase {
  url: string;
  /** By which a function reaches it, over Neon's driver. */
  environment: { DATABASE_URL: string; NEON_WS_PROXY: string };
  close: () => Promise<void>;
}

/** A migrated database behind what Neon runs in front of its own. */
export async function startNeonDatabase(): Promise<NeonDatabase> {
  const { url, drop } = await createTestDatabase(inject("templateUrl"));
  const proxy = await startPostgresProxy(url);
  return {
    url,
    environment: { DATABASE_URL: url, NEON_WS_PROXY: proxy.address },
    async close() {
      proxy.close();
      await drop();
    },
  };
}
