import { realpath } from "node:fs/promises";
import { createServer } from "node:net";
import { once } from "node:events";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { Client } from "pg";
import { assertReachable, prepareFolder } from "./embedded/account.ts";
import { getPassword, initialize } from "./embedded/data-folder.ts";
import { stopFormerServer } from "./embedded/former-server.ts";
import { getInstallation } from "./embedded/installation.ts";
import { PortInUseError, startServer, type Server, type ServerOptions } from "./embedded/server.ts";

export interface EmbeddedPostgresOptions {
  /** Created if absent. The database is in `data` below it. */
  folder: string;
  /** Defaults to a free port. */
  port?: number;
  /** False skips fsync, for tests. */
  durable?: boolean;
  /** Also listens on a Unix socket in this folder, which the server's account must be able to write to. */
  socketFolder?: string;
  /** Called when the server ended unexpectedly, before it is started again. */
  onLost?: () => void;
  /** Called when it accepts connections again. */
  onRestarted?: () => void;
}

export interface EmbeddedPostgres {
  /** Connection string of the database `knockon`, with the password. */
  url: string;
  /** Shuts the server down; may be called again. */
  stop: () => Promise<void>;
}

const DATABASE = "knockon";
const PORT_ATTEMPTS = 5;

/**
 * Starts a real Postgres for a single machine, from the binaries that npm installed. It listens on the loopback only.
 * Throws EmbeddedPostgresError for faults that the user can fix. A server that ends unexpectedly is started again on its port.
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const { durable = true, port, socketFolder = "" } = options;
  const account = await prepareFolder(options.folder);
  const installation = await getInstallation(account);
  const folder = await realpath(options.folder);
  if (account) await assertReachable(folder, account);
  const dataFolder = join(folder, "data");
  await initialize(dataFolder, installation, account, durable);
  const password = await getPassword(dataFolder, installation);
  const settings = { ...installation, dataFolder, account, durable, socketFolder };
  const stalePid = await stopFormerServer(dataFolder);
  const server = await startOnPort({ ...settings, stalePid }, port);
  const url = (database: string): string =>
    `postgres://postgres:${password}@127.0.0.1:${server.port}/${database}`;
  try {
    await createDatabase(url("postgres"));
  } catch (error) {
    await server.stop();
    throw error;
  }
  const restart = async (): Promise<Server> =>
    startServer({ ...settings, port: server.port, stalePid: await stopFormerServer(dataFolder) });
  return { url: url(DATABASE), stop: keepRunning(server, restart, options) };
}

/** Delays between attempts to start the server again. The last one is repeated. */
const RESTART_DELAYS_MS = [100, 500, 2000, 10_000];

/** Starts the server again whenever it ends, until the returned function is called. */
function keepRunning(
  first: Server,
  restart: () => Promise<Server>,
  { onLost, onRestarted }: EmbeddedPostgresOptions,
): () => Promise<void> {
  const stopping = new AbortController();
  const { signal } = stopping;
  let server = first;
  async function watch(): Promise<void> {
    for (;;) {
      await server.ended;
      if (signal.aborted) return;
      onLost?.();
      for (let attempt = 0; !signal.aborted; attempt += 1) {
        const delay = RESTART_DELAYS_MS[attempt] ?? RESTART_DELAYS_MS.at(-1);
        await setTimeout(delay, undefined, { signal }).catch(() => {});
        if (signal.aborted) return;
        const restarted = await restart().catch(() => undefined);
        if (!restarted) continue;
        server = restarted;
        break;
      }
      if (!signal.aborted) onRestarted?.();
    }
  }
  const watching = watch();
  return async () => {
    stopping.abort();
    await server.stop();
    await watching;
    // Started while this function was called.
    await server.stop();
  };
}

/** Retries with another free port if the first was taken in the meantime. */
async function startOnPort(
  options: Omit<ServerOptions, "port">,
  port: number | undefined,
): Promise<Server & { port: number }> {
  for (let attempt = 1; ; attempt++) {
    const candidate = port ?? (await findFreePort());
    try {
      return { port: candidate, ...(await startServer({ ...options, port: candidate })) };
    } catch (error) {
      if (!(error instanceof PortInUseError) || port !== undefined || attempt === PORT_ATTEMPTS) throw error;
    }
  }
}

async function findFreePort(): Promise<number> {
  const probe = createServer().listen(0, "127.0.0.1");
  await once(probe, "listening");
  const address = probe.address();
  probe.close();
  await once(probe, "close");
  return typeof address === "object" && address ? address.port : 0;
}

async function createDatabase(url: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    const { rowCount } = await client.query("SELECT FROM pg_database WHERE datname = $1", [DATABASE]);
    if (rowCount === 0) await client.query(`CREATE DATABASE ${DATABASE}`);
  } finally {
    await client.end();
  }
}
