/** The whole product in one process: Postgres, API and workers. `npm start`. */
import { mkdir } from "node:fs/promises";
import { availableParallelism } from "node:os";
import { basename, join } from "node:path";
import { DiscoveryError } from "@knockon/adapters/git-host/local/discovery-error";
import { noPayments } from "@knockon/adapters/payments/none";
import { postgresRateCounter } from "@knockon/adapters/rate-counter/postgres";
import { printedMail } from "@knockon/adapters/mail/printed";
import type { Context } from "@knockon/core/context";
import { HostRefusedError } from "@knockon/core/ports/git-host";
import type { Payments } from "@knockon/core/ports/payments";
import { EmbeddedPostgresError } from "@knockon/db/connect/embedded/embedded-postgres-error";
import { composeLocal } from "./compose/local.ts";
import { faultLogger, jsonLogger } from "./compose/logger.ts";
import { HELP, parseArguments, StartError, type StartOptions } from "./local/arguments.ts";
import { openEncryptionKeys } from "./local/encryption-keys.ts";
import { makeExampleOrganization } from "./local/example-organization.ts";
import { findFirstKey, findScanToWatch, openOrg, openWorkspace } from "./local/first-start.ts";
import { openLocalSignIn } from "./local/local-sign-in.ts";
import { openDatabase } from "./local/open-database.ts";
import { exampleQuestions } from "./local/questions.ts";
import { serveHttp } from "./local/serve-http.ts";
import { Shutdown } from "./local/shutdown.ts";
import { startWorkers } from "./local/start-workers.ts";
import { describeScan, watchScan } from "./local/watch-scan.ts";

const say = (line = ""): void => void process.stdout.write(`${line}\n`);

/** The key comes last of all that can fail, since it is shown only once. */
async function start(options: StartOptions, shutdown: Shutdown): Promise<void> {
  const { dataFolder } = options;
  await mkdir(dataFolder, { recursive: true });
  const { database, countingDatabase } = await openDatabase(options, shutdown);
  const folder = options.org ?? (await makeExampleOrganization(join(dataFolder, "examples")));
  const threads = availableParallelism();
  const billingEnforced = options.stripe !== null;
  const settings = { appUrl: "", billingEnforced, ownership: options.ownership };
  const sendMail = printedMail(say);
  const local = composeLocal({
    sendMail,
    settings,
    payments: await openPayments(options.stripe),
    database,
    dataFolder,
    localOrgRoots: [folder, ...options.localOrgRoots],
    threads,
    hosts: {
      ...options.hosts,
      encryptionKeys: options.hosts.encryptionKeys ?? (await openEncryptionKeys(dataFolder)),
    },
    log: options.logsJson ? jsonLogger() : faultLogger(),
  });
  shutdown.add("The extraction threads", local.close);
  const ctx = await openWorkspace(local.shared);
  const org = await openOrg(ctx, basename(folder), folder);
  const counter = postgresRateCounter(countingDatabase);
  const signIn = await openLocalSignIn({
    ctx,
    dataFolder,
    settings,
    sendMail,
    providers: options.signIn,
  });
  const baseUrl = await serveHttp(local.shared, { counter, signIn }, options, shutdown);
  // Known only now: port 0 is whichever is free.
  settings.appUrl = baseUrl;
  const workers = startWorkers(local.shared, local.queue, threads * 2);
  shutdown.add("The work under way", workers.release);
  shutdown.add("The workers", workers.stop);

  const key = await findFirstKey(ctx);
  say(`Knockon is listening on ${baseUrl}`);
  if (key !== undefined) say(`Your API key, shown this once: ${key}`);
  const scanId = await findScanToWatch(ctx, org);
  if (scanId === undefined)
    return say(`The data in ${dataFolder} is kept; the API key is the one shown at the first start.`);
  say(`Scanning ${folder}`);
  await tellScan(ctx, scanId, shutdown.signal);
  if (shutdown.signal.aborted) return;
  for (const question of await exampleQuestions(ctx, org.id, baseUrl, key ?? "$KNOCKON_API_KEY")) {
    say();
    say(question);
  }
}

/** Its SDK is loaded by who uses it. */
async function openPayments(stripe: StartOptions["stripe"]): Promise<Payments> {
  if (stripe === null) return noPayments;
  const { stripePayments } = await import("@knockon/adapters/payments/stripe/stripe-payments");
  return stripePayments(stripe);
}

async function tellScan(ctx: Context, scanId: string, signal: AbortSignal): Promise<void> {
  const scan = await watchScan(ctx, scanId, signal);
  if (!signal.aborted) describeScan(scan).forEach(say);
}

/** What the user can mend is one line; anything else is a defect and shows where. */
const isForUser = (error: unknown): error is Error =>
  [StartError, EmbeddedPostgresError, DiscoveryError, HostRefusedError].some(
    (kind) => error instanceof kind,
  ) ||
  (error instanceof Error && "syscall" in error);

function tellFailure(error: unknown): void {
  const text = isForUser(error) ? `knockon: ${error.message}` : String((error as Error).stack ?? error);
  process.stderr.write(`${text}\n`);
  process.exitCode = 1;
}

const shutdown = new Shutdown();
try {
  const options = parseArguments(process.argv.slice(2), process.env);
  if (options === null) process.stdout.write(HELP);
  else {
    await start(options, shutdown);
    await shutdown.requested;
  }
} catch (error) {
  if (!shutdown.signal.aborted) tellFailure(error);
}
await shutdown.end();
process.exit();
