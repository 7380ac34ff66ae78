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
  /** Empty for none. */
  socketFolder: string;
  account: Account | undefined;
  /** PID that the folder records for its server, known to be stale. */
  stalePid: number | undefined;
}

export interface Server {
  stop: () => Promise<void>;
  /** Resolves when the server has ended, stopped or not. */
  ended: Promise<void>;
}

export class PortInUseError extends EmbeddedPostgresError {}

/** How long the workers of a killed server may take to exit. */
const WORKERS_END_MILLISECONDS = 10_000;

/** Starts Postgres on the loopback and waits until it accepts connections, also through a long recovery. */
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
    // Tells Postgres to ignore the process that has this PID now. Its check of shared memory still applies.
    env: { LC_ALL: "C", PG_GRANDPARENT_PID: String(options.stalePid ?? 0) },
    stdio: ["ignore", "ignore", "pipe"],
    // In its own process group, so that Ctrl-C reaches only this process, which stops the server last.
    detached: true,
  });
}

function handle(child: ChildProcess): Server {
  const interrupt = (): boolean => child.kill("SIGINT");
  process.once("exit", interrupt);
  let stopped: Promise<void> | undefined;
  return {
    ended: waitForEnd(child, interrupt),
    stop: () =>
      (stopped ??= stop(child).finally(() => {
        process.off("exit", interrupt);
      })),
  };
}

async function waitForEnd(child: ChildProcess, interrupt: () => boolean): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
  process.off("exit", interrupt);
}

function serverArguments({ dataFolder, port, durable, socketFolder }: ServerOptions): string[] {
  const settings = {
    listen_addresses: "127.0.0.1",
    unix_socket_directories: socketFolder,
    timezone: "UTC",
    log_timezone: "UTC",
    [OWNER_SETTING]: process.pid,
    // Only tests and benchmarks do not flush. All test files of a run share a server.
    ...(durable
      ? {}
      : { fsync: "off", synchronous_commit: "off", full_page_writes: "off", max_connections: 300 }),
  };
  const flags = Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
  return ["-D", dataFolder, "-p", String(port), ...flags];
}

/** Returns the server's output if it exited, undefined if it is ready. Later output is discarded. */
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

/** Requests Postgres' fast shutdown: open transactions are rolled back, committed data is written. */
async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill("SIGINT");
  await once(child, "exit");
}
