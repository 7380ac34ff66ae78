import { once } from "node:events";
import { createServer } from "node:net";
import { createTestDatabase } from "@knockon/db/connect/test-database";
import { inject, onTestFinished } from "vitest";

/** Creates an empty database, dropped when the test ends. */
export const freshDatabase = (): Promise<{ DATABASE_URL: string }> => copyDatabase(inject("postgresUrl"));

/** Creates a migrated database, dropped when the test ends. */
export const migratedDatabase = (): Promise<{ DATABASE_URL: string }> => copyDatabase(inject("templateUrl"));

async function copyDatabase(template: string): Promise<{ DATABASE_URL: string }> {
  const { url, drop } = await createTestDatabase(template);
  onTestFinished(drop);
  return { DATABASE_URL: url };
}

/** A port that somebody listens on until the test ends. */
export async function usedPort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  onTestFinished(() => void server.close());
  await once(server, "listening");
  const address = server.address();
  return typeof address === "object" && address ? address.port : 0;
}
