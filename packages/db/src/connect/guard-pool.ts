import type { EventEmitter } from "node:events";
import type { Database } from "../database.ts";

/** Longer than any statement may take. The longest ones are those of a publish. */
export const STATEMENT_LIMIT_MS = 2 * 60_000;

/** Options of both drivers' pools. Without them, a silent network makes a request wait forever. */
export const poolLimits = (statementLimitMs: number) => ({
  connectionTimeoutMillis: Math.min(5_000, statementLimitMs),
  query_timeout: statementLimitMs,
  keepAlive: true,
  keepAliveInitialDelayMillis: 10_000,
});

/** How long a used connection may take to begin a transaction. A live server takes milliseconds, even under load. */
const BEGIN_LIMIT_MS = 1_000;

interface Statement {
  text: string;
  /** Only `prepared` sets it. */
  name?: string | undefined;
  /** Whether it may be sent again if the connection is silent. */
  isRepeatable?: boolean;
}

type Query = (config: Statement, ...rest: unknown[]) => Promise<unknown> | undefined;

/** Asks whether a connection is alive. */
const PING: Statement = { text: "select", isRepeatable: true };

/** What both drivers have. */
interface Client extends EventEmitter {
  query: Query;
  release: (error?: Error) => void;
}

interface Pool extends EventEmitter {
  idleCount: number;
  waitingCount: number;
  connect: () => Promise<Client>;
  query: Query;
}

/** Errors after which the connection cannot be used again. */
const losses = new WeakSet();

/**
 * Keeps a pool usable when connections are closed, reset or silent. Closes a connection at the first error that is not a statement's
 * own, because Drizzle neither releases a connection on which `begin` failed nor closes one that no longer answers. A transaction whose
 * `begin` was lost is repeated once on another connection; nothing of it was executed. Outside of a transaction, a prepared statement
 * is repeated too, and any other is sent only after the connection has answered.
 */
export function guardPool(database: Database, driverPool: EventEmitter): void {
  const pool = driverPool as Pool;
  // Without a listener, the error event of a lost connection would end the process.
  pool.on("error", () => {});
  pool.on("connect", (client: Client) => {
    client.on("error", () => {});
    guardClient(pool, client);
  });
  pool.query = (statement, ...rest) => queryAlone(pool, statement, rest);
  const transact = database.transaction.bind(database);
  database.transaction = async (work, config) => {
    let hasBegun = false;
    const begin: typeof work = (tx) => {
      hasBegun = true;
      return work(tx);
    };
    try {
      return await transact(begin, config);
    } catch (error) {
      if (hasBegun || !isLoss(error)) throw error;
      return transact(work, config);
    }
  };
}

const isLoss = (error: unknown): boolean =>
  error instanceof Error &&
  typeof error.cause === "object" &&
  error.cause !== null &&
  losses.has(error.cause);

/** Runs a statement outside of a transaction. */
async function queryAlone(pool: Pool, statement: Statement, rest: unknown[]): Promise<unknown> {
  const isRepeatable = statement.name !== undefined;
  let isSent = false;
  const attempt = async (): Promise<unknown> => {
    const client = await pool.connect();
    try {
      if (!isRepeatable) await client.query(PING);
      isSent = true;
      return await client.query(isRepeatable ? { ...statement, isRepeatable } : statement, ...rest);
    } finally {
      client.release();
    }
  };
  try {
    return await attempt();
  } catch (error) {
    if ((isSent && !isRepeatable) || !(error instanceof Error && losses.has(error))) throw error;
    return attempt();
  }
}

function guardClient(pool: Pool, client: Client): void {
  const send = client.query.bind(client);
  let isUsed = false;
  client.query = (config, ...rest) => {
    const sent = send(config, ...rest);
    // With a callback, the pool itself releases the connection, and closes it after any error.
    if (!(sent instanceof Promise)) return sent;
    const isBegin = /^\s*begin\b/u.test(config.text);
    const answered = isUsed && (isBegin || config.isRepeatable) ? orSilent(sent) : sent;
    isUsed = true;
    return answered.catch((error: Error) => {
      if (isBegin || isFatal(error)) lose(error).catch(() => {});
      throw error;
    });
  };

  async function lose(cause: Error): Promise<void> {
    losses.add(cause);
    client.query = async () => {
      throw cause;
    };
    client.release(cause);
    // Drizzle releases it again.
    client.release = () => {};
    await closeIdle(pool);
    await serveWaiting(pool);
  }
}

/** Rejects after the limit, unless the answer has arrived while this process was busy. */
async function orSilent<T>(answer: Promise<T>): Promise<T> {
  const { promise: silence, reject } = Promise.withResolvers<never>();
  const rejectSilence = () => reject(new Error(`The database did not answer within ${BEGIN_LIMIT_MS} ms.`));
  const timer = setTimeout(() => setImmediate(() => setImmediate(rejectSilence)), BEGIN_LIMIT_MS);
  try {
    return await Promise.race([answer, silence]);
  } finally {
    clearTimeout(timer);
    answer.catch(() => {});
  }
}

/** Closes the idle connections: the same server or network has probably lost them as well. */
async function closeIdle(pool: Pool): Promise<void> {
  const idle = Array.from({ length: pool.idleCount }, () => pool.connect());
  for (const client of await Promise.all(idle)) client.release(new Error("Another connection was lost."));
}

/** The pool serves waiting requests when a lost connection is closed, but closing a silent WebSocket takes long. */
async function serveWaiting(pool: Pool): Promise<void> {
  if (pool.waitingCount === 0) return;
  const client = await pool.connect();
  client.release();
}

/** Classes of SQLSTATE after which the server has closed the connection. */
const CLOSED = /^(?:08|57P|25P03|25P04)/u;

/** An error that the server did not report, or with which it closed the connection. */
function isFatal(error: Error): boolean {
  if (!("severity" in error)) return true;
  return "code" in error && CLOSED.test(String(error.code));
}
