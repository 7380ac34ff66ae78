import { mkdir } from "node:fs/promises";
import { availableParallelism } from "node:os";
import { basename, join } from "node:path";
import { noPayments } from "@knockon/adapters/payments/none";
import { postgresRateCounter } from "@knockon/adapters/rate-counter/postgres";
import { printedMail } from "@knockon/adapters/mail/printed";
import type { Context } from "@knockon/core/context";
import type { Payments } from "@knockon/core/ports/payments";
import { composeLocal } from "../compose/local.ts";
import { faultLogger, jsonLogger } from "../compose/logger.ts";
import type { StartOptions } from "./arguments.ts";
import { makeExampleOrganization } from "./example-organization.ts";
import {
  describeScan,
  exampleQuestions,
  findFirstKey,
  findScanToWatch,
  openOrg,
  openWorkspace,
  watchScan,
} from "./first-scan.ts";
import { openEncryptionKeys } from "./kept-secrets.ts";
import { openLocalSignIn } from "./local-sign-in.ts";
import { openDatabase } from "./open-database.ts";
import { serveHttp } from "./serve-http.ts";
import type { Shutdown } from "./shutdown.ts";
import { startWorkers } from "./workers.ts";

const say = (line = ""): void => void process.stdout.write(`${line}\n`);

/** Starts Postgres, the API and the workers, and prints how to reach them. The API key is created last, because it is shown only once. */
export async function start(options: StartOptions, shutdown: Shutdown): Promise<void> {
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
  // Known only now, because port 0 means any free port.
  settings.appUrl = baseUrl;
  const workers = startWorkers(local.shared, local.queue, threads * 2);
  shutdown.add("The work in progress", workers.release);
  shutdown.add("The workers", workers.stop);

  const key = await findFirstKey(ctx);
  say(`Knockon is listening on ${baseUrl}`);
  if (key !== undefined) say(`Your API key (shown once): ${key}`);
  const scanId = await findScanToWatch(ctx, org);
  if (scanId === undefined)
    return say(`Using the data in ${dataFolder}. The API key is the one shown on the first start.`);
  say(`Scanning ${folder}`);
  await reportScan(ctx, scanId, shutdown.signal);
  if (shutdown.signal.aborted) return;
  for (const question of await exampleQuestions(ctx, org.id, baseUrl, key ?? "$KNOCKON_API_KEY")) {
    say();
    say(question);
  }
}

/** Loads Stripe's SDK only if it is configured. */
async function openPayments(stripe: StartOptions["stripe"]): Promise<Payments> {
  if (stripe === null) return noPayments;
  const { stripePayments } = await import("@knockon/adapters/payments/stripe/stripe-payments");
  return stripePayments(stripe);
}

async function reportScan(ctx: Context, scanId: string, signal: AbortSignal): Promise<void> {
  const scan = await watchScan(ctx, scanId, signal);
  if (!signal.aborted) describeScan(scan).forEach(say);
}
