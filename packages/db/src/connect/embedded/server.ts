import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import type { Account } from "./account.ts";
import { EmbeddedPostgresError } from "./embedded-postgres-error.ts";
import { inUse, OWNER_SETTING } from "./former-server.ts";

export interface ServerOptions {
  binFolder: string;
  dataFolder: string;
  port: number;
  durable: boolean;
  account: Account | undefined;
  /** Recorded in the folder as its server's, and known to be none. */
  stalePid: number | undefined;
}

export interface Server {
  stop: () => Promise<void>;
}

export class PortInUseError extends EmbeddedPostgresError {}

/** How long the workers of a killed server may take to notice that it is gone. */
const WORKERS_END_MILLISECONDS = 10_000;

/** Starts Postgres on the loopback alone and waits until it takes connections, however long recovery needs. */
export async function startServer(options: ServerOptions): Promise<Server> {
  for (const deadline = Date.now() + WORKERS_END_MILLISECONDS; ; await setTimeout(100)) {
    const child = launch(options);
    const output = await waitUntilReady(child);
    if (output === undefined) return handle(child);
    const workersLive = output.includes("pre-existing shared memory block");
    if (!workersLive || Date.now() > deadline) throw startupError(options, output);
  }
}

function launch(options: ServerOptions): ChildProcess {
  return spawn(join(options.binFolder, "postgres"), serverArguments(options), {
    ...options.account,
    cwd: "/",
    // Tells Postgres that this pid, whoever has it now, is no rival; its check of shared memory still holds.
    env: { LC_ALL: "C", PG_GRANDPARENT_PID: String(options.stalePid ?? 0) },
    stdio: ["ignore", "ignore", "pipe"],
    // In a process group of its own: Ctrl-C reaches us alone, and we stop the server when we are done with it.
    detached: true,
  });
}

function handle(child: ChildProcess): Server {
  const interrupt = (): boolean => child.kill("SIGINT");
  process.once("exit", interrupt);
  let stopped: Promise<void> | undefined;
  return {
    stop: () =>
      (stopped ??= stop(child).finally(() => {
        process.off("exit", interrupt);
      })),
  };
}

function serverArguments({ dataFolder, port, durable }: ServerOptions): string[] {
  const settings = {
    listen_addresses: "127.0.0.1",
    unix_socket_directories: "",
    timezone: "UTC",
    log_timezone: "UTC",
    [OWNER_SETTING]: process.pid,
    ...(durable ? {} : { fsync: "off", synchronous_commit: "off", full_page_writes: "off" }),
  };
  const flags = Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
  return ["-D", dataFolder, "-p", String(port), ...flags];
}

/** What the server printed if it ended instead, else undefined. Later output is read and dropped. */
async function waitUntilReady(child: ChildProcess): Promise<string | undefined> {
  let output = "";
  const ready = new Promise<undefined>((resolve) => {
    child.stderr?.setEncoding("utf8").on("data", function read(text: string) {
      output += text;
      if (!output.includes("ready to accept connections")) return;
      child.stderr?.off("data", read).resume();
      resolve(undefined);
    });
  });
  const ended = once(child, "close").then(
    () => output,
    (error: unknown) => String(error),
  );
  return await Promise.race([ready, ended]);
}

function startupError({ port, dataFolder }: ServerOptions, output: string): EmbeddedPostgresError {
  if (output.includes("Address already in use"))
    return new PortInUseError(`Port ${port} on 127.0.0.1 is in use by another program.`);
  if (/lock file "postmaster\.pid" already exists/.test(output))
    return new EmbeddedPostgresError(inUse(dataFolder));
  return new EmbeddedPostgresError(`The embedded Postgres did not start on ${dataFolder}.\n${output.trim()}`);
}

/** Postgres' fast shutdown: open transactions are rolled back, what is committed is written. */
async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill("SIGINT");
  await once(child, "exit");
}
