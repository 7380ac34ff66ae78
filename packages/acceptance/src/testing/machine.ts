import { once } from "node:events";
import { createServer } from "node:net";
import { createTestDatabase } from "@knockon/db/connect/test-database";
import { inject, onTestFinished } from "vitest";

/** A database of its own for each: much quicker to have than a server of its own. */
export async function freshDatabase(): Promise<{ DATABASE_URL: string }> {
  const { url, drop } = await createTestDatabase(inject("postgresUrl"));
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
