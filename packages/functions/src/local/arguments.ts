import { resolve } from "node:path";
import { parseArgs } from "node:util";

/** Something the user can mend; shown as one line. */
export class StartError extends Error {}

export interface StartOptions {
  /** A folder of git repositories or a listing file; null for the example organisation. */
  org: string | null;
  /** 127.0.0.1 unless `HOST` says otherwise. */
  host: string;
  port: number;
  dataFolder: string;
  /** Null for the embedded Postgres. */
  databaseUrl: string | null;
  help: boolean;
}

export const HELP = `Usage: npm start -- [--org PATH] [--port PORT] [--data FOLDER]

Starts Knockon on this machine: Postgres, API and workers in one process.

  --org PATH      Scan PATH instead of the examples: a folder of git repositories,
                  or a listing file (JSON lines: full_path, path, clone_url?, default_branch?).
  --port PORT     Listen on PORT (default 4000).
  --data FOLDER   Keep the data in FOLDER (default .knockon).
  --help          Show this.

DATABASE_URL    Use that Postgres instead of the embedded one.
HOST            Listen on that address instead of 127.0.0.1.

Example: npm start -- --org ~/src/acme --port 8080
`;

export function parseArguments(args: readonly string[], env: NodeJS.ProcessEnv): StartOptions {
  const { values } = parse(args);
  const port = Number(values.port ?? env["PORT"] ?? 4000);
  if (!Number.isInteger(port) || port < 0 || port > 65535)
    throw new StartError(`--port ${values.port}: not a port.`);
  return {
    org: values.org === undefined ? null : resolve(values.org),
    host: env["HOST"] ?? "127.0.0.1",
    port,
    dataFolder: resolve(values.data ?? ".knockon"),
    databaseUrl: env["DATABASE_URL"] ?? null,
    help: values.help ?? false,
  };
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      options: {
        org: { type: "string" },
        port: { type: "string" },
        data: { type: "string" },
        help: { type: "boolean", short: "h" },
      },
    });
  } catch (error) {
    throw new StartError(
      `${error instanceof Error ? error.message : String(error)} See npm start -- --help.`,
    );
  }
}
