import { Hono } from "hono";
import type { Pool } from "pg";
import type { Issued } from "./issued.ts";

export interface Recorded {
  path: string;
  /** What was sent to Postgres for the answer, transaction by transaction. */
  transactions: Issued[][];
  body: unknown;
}

/**
 * What the framework, the driver and Postgres cost by themselves: a route that sends the same statements with the same
 * values over the same pool, prepared or not as they were, in the same transactions, and writes the same answer as JSON.
 */
export function bareApp(pool: Pool, recorded: readonly Recorded[]): Hono {
  const app = new Hono();
  for (const { path, transactions, body } of recorded) {
    app.get(path.split("?", 1).join(), async (c) => {
      for (const statements of transactions) await issue(pool, statements);
      return c.json(body as object);
    });
  }
  return app;
}

async function issue(pool: Pool, statements: readonly Issued[]): Promise<void> {
  const client = await pool.connect();
  try {
    for (const { name, text, values } of statements) {
      await client.query({ name, text, values, rowMode: "array" });
    }
  } finally {
    client.release();
  }
}
