/** `npm start`: the whole product in one process, with Postgres, API and workers. */
import { enableCompileCache } from "node:module";
import { DiscoveryError } from "@knockon/adapters/git-host/local/git";
import { HostRefusedError } from "@knockon/core/ports/git-host";
import { EmbeddedPostgresError } from "@knockon/db/connect/embedded/embedded-postgres-error";
import { HELP, parseArguments, StartError } from "./local/arguments.ts";
import { COMPILE_CACHE } from "./local/distribution.ts";
import { Shutdown } from "./local/shutdown.ts";

/** A fault that the user can fix is printed as one line. Any other is a bug and prints its stack. */
const isForUser = (error: unknown): error is Error =>
  [StartError, EmbeddedPostgresError, DiscoveryError, HostRefusedError].some(
    (kind) => error instanceof kind,
  ) ||
  (error instanceof Error && "syscall" in error);

function reportFailure(error: unknown): void {
  const text = isForUser(error) ? `knockon: ${error.message}` : String((error as Error).stack ?? error);
  process.stderr.write(`${text}\n`);
  process.exitCode = 1;
}

/** Halves the time to load the product, worker threads included. */
async function speedUpLoading(): Promise<void> {
  process.env["NODE_COMPILE_CACHE"] ??= COMPILE_CACHE;
  enableCompileCache();
  await Promise.all([
    import("@knockon/db/resolve-drizzle"),
    import("@knockon/extract/isolate/resolve-sources"),
  ]);
}

const shutdown = new Shutdown();
try {
  const options = parseArguments(process.argv.slice(2), process.env);
  if (options === null) process.stdout.write(HELP);
  else {
    // Loaded only now, so that --help and invalid options are answered at once.
    await speedUpLoading();
    if (options.role === "migrate") {
      const { openDatabase } = await import("./local/open-database.ts");
      await openDatabase(options, shutdown);
      process.stdout.write("The schema of the database is up to date.\n");
    } else if (options.role === "reseal") {
      const { reseal } = await import("./local/reseal.ts");
      process.stdout.write(`${await reseal(options, shutdown)}\n`);
    } else {
      const { start } = await import("./local/start.ts");
      await start(options, shutdown);
      await shutdown.requested;
    }
  }
} catch (error) {
  if (!shutdown.signal.aborted) reportFailure(error);
}
await shutdown.end();
process.exit();
