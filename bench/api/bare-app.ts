import { Hono } from "hono";
import type { Pool, PoolClient } from "pg";

export interface Recorded {
  path: string;
  /** Statements sent to Postgres for the response, by transaction. */
  transactions: Issued[][];
  body: unknown;
}

/**
 * The baseline: routes that send the same statements as our API, with the same values, transactions and pool, and
 * respond with the same JSON. It measures framework, driver and Postgres alone.
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

/** A statement as passed to the driver. */
export interface Issued {
  /** Name of a prepared statement. */
  name?: string | undefined;
  text: string;
  values: unknown[];
}

/** Records the statements of a new pool. The returned function returns those since its last call, in order. */
export function recordStatements(pool: Pool): () => Issued[] {
  let issued: Issued[] = [];
  pool.on("connect", (client: PoolClient) => {
    const send = client.query.bind(client) as (...given: unknown[]) => unknown;
    const query = (config: Issued, values: unknown[] = [], ...rest: unknown[]): unknown => {
      issued.push({ name: config.name, text: config.text, values });
      return send(config, values, ...rest);
    };
    Object.assign(client, { query });
  });
  return () => {
    const taken = issued;
    issued = [];
    return taken;
  };
}

/** Groups statements by transaction, `begin` and `commit` included. A statement outside of one is its own group. */
export function transactionsOf(issued: readonly Issued[]): Issued[][] {
  const transactions: Issued[][] = [];
  let open: Issued[] | undefined;
  for (const statement of issued) {
    const verb = statement.text.trim().toLowerCase();
    if (verb.startsWith("begin")) transactions.push((open = []));
    if (open) open.push(statement);
    else transactions.push([statement]);
    if (verb.startsWith("commit")) open = undefined;
  }
  return transactions;
}
