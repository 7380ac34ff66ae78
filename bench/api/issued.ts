import type { Pool, PoolClient } from "pg";

/** A statement as the driver is given it. */
export interface Issued {
  /** Of one that the connection keeps prepared. */
  name?: string | undefined;
  text: string;
  values: unknown[];
}

/** Keeps every statement that the connections of a new pool are given, in order, and returns those since the last call. */
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

/** What lies between `begin` and `commit` belongs to one connection, with both of them; what lies outside is alone. */
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
