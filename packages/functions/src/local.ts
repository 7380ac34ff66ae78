/** The whole product in one process: Postgres, API and workers. `npm start`. */
import { mkdir } from "node:fs/promises";
import { availableParallelism } from "node:os";
import { basename, join } from "node:path";
import { DiscoveryError } from "@knockon/adapters/git-host/local/discovery-error";
import { InvalidInputError } from "@knockon/core/errors";
import { triggerScan } from "@knockon/core/scan/trigger-scan";
import { startEmbeddedPostgres } from "@knockon/db/connect/embedded";
import { EmbeddedPostgresError } from "@knockon/db/connect/embedded/embedded-postgres-error";
import { connectNodePostgres } from "@knockon/db/connect/node-postgres";
import { migrateDatabase } from "@knockon/db/migrate";
import { composeLocal } from "./compose/local.ts";
import { jsonLogger } from "./compose/logger.ts";
import { HELP, parseArguments, StartError, type StartOptions } from "./local/arguments.ts";
import { makeExampleOrganisation } from "./local/example-organisation.ts";
import { openOrg, openWorkspace } from "./local/first-start.ts";
import { serveHttp } from "./local/serve-http.ts";
import { exampleQuestions } from "./local/questions.ts";
import { Shutdown } from "./local/shutdown.ts";
import { startWorkers } from "./local/start-workers.ts";
import { watchScan } from "./local/watch-scan.ts";

const say = (line = ""): void => void process.stdout.write(`${line}\n`);

async function start(options: StartOptions, shutdown: Shutdown): Promise<void> {
  const log = jsonLogger();
  await mkdir(options.dataFolder, { recursive: true });
  const url = await openDatabase(options, shutdown);
  await migrateDatabase(url);
  const { database, close } = connectNodePostgres(url, 20);
  shutdown.add("database connections", close);

  const org = options.org ?? (await makeExampleOrganisation(join(options.dataFolder, "examples")));
  const threads = availableParallelism();
  const { dataFolder } = options;
  const local = composeLocal({ database, dataFolder, localOrgRoots: [org], threads, log });
  shutdown.add("extraction threads", local.close);
  const { ctx, key } = await openWorkspace(local.shared);
  const { id: connectedOrgId, isNew } = await openOrg(ctx, basename(org), org);

  const baseUrl = await serveHttp(local.shared, options, shutdown);
  shutdown.add("workers", startWorkers(local.shared, local.queue, threads * 2));
  say(`Knockon is listening on ${baseUrl}`);
  if (key !== null) say(`Your API key, shown this once: ${key}`);
  if (!isNew)
    return say(`The data of ${dataFolder} is kept; the API key is the one shown at the first start.`);

  const { id: scanId } = await triggerScan(ctx, { connectedOrgId, scanType: "incremental" });
  say(`Scanning ${org}`);
  const scan = await watchScan(ctx, scanId, shutdown.signal);
  if (shutdown.signal.aborted) return;
  say(`Scan ${scan.status}: ${scan.scannedRepos} repositories read, ${scan.failedRepos} failed.`);
  for (const question of await exampleQuestions(ctx, connectedOrgId, baseUrl, key ?? "$KNOCKON_API_KEY")) {
    say();
    say(question);
  }
}

async function openDatabase(options: StartOptions, shutdown: Shutdown): Promise<string> {
  if (options.databaseUrl !== null) return options.databaseUrl;
  const postgres = await startEmbeddedPostgres({ folder: join(options.dataFolder, "postgres") });
  shutdown.add("Postgres", postgres.stop);
  return postgres.url;
}

/** What the user can mend is one line; anything else is a defect and shows where. */
const isForUser = (error: unknown): error is Error =>
  [StartError, EmbeddedPostgresError, DiscoveryError, InvalidInputError].some(
    (kind) => error instanceof kind,
  ) ||
  (error instanceof Error &&
    "code" in error &&
    ["EACCES", "ECONNREFUSED", "ENOTFOUND"].includes(String(error.code)));

const shutdown = new Shutdown();
try {
  const options = parseArguments(process.argv.slice(2), process.env);
  if (options.help) process.stdout.write(HELP);
  else await start(options, shutdown);
} catch (error) {
  if (!shutdown.signal.aborted) {
    process.stderr.write(
      isForUser(error) ? `knockon: ${error.message}\n` : `${String((error as Error).stack ?? error)}\n`,
    );
    process.exitCode = 1;
    await shutdown.run();
  }
}
