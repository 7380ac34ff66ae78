import { mkdir } from "node:fs/promises";
import { availableParallelism, constants, getPriority, setPriority } from "node:os";
import { basename, join } from "node:path";
import { filesystemBlobStore } from "@knockon/adapters/blob-store/filesystem";
import { postgresBlobStore } from "@knockon/adapters/blob-store/postgres";
import { assertGitVersion } from "@knockon/adapters/git-host/local/git";
import { noPayments } from "@knockon/adapters/payments/none";
import { postgresQueue } from "@knockon/adapters/queue/postgres";
import { postgresRateCounter } from "@knockon/adapters/rate-counter/postgres";
import { printedMail } from "@knockon/adapters/mail/printed";
import type { Context } from "@knockon/core/context";
import { describeFault } from "@knockon/core/describe-fault";
import type { BlobStore } from "@knockon/core/ports/blob-store";
import type { SendMail } from "@knockon/core/ports/mail";
import type { Payments } from "@knockon/core/ports/payments";
import type { Database } from "@knockon/db/database";
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
import { createServer, createStatusServer, listen } from "./serve-http.ts";
import { openMetrics } from "./metrics.ts";
import type { Tracing } from "./tracing.ts";
import type { Shutdown } from "./shutdown.ts";
import { startSweeper, startWorkers } from "./workers.ts";

const say = (line = ""): void => void process.stdout.write(`${line}\n`);

/**
 * Starts the parts of a role and prints how to reach them. With all parts, it also scans an organization. The API key is
 * created last, because it is shown only once.
 */
export async function start(options: StartOptions, shutdown: Shutdown): Promise<void> {
  const { dataFolder, role } = options;
  const [hasApi, hasWorkers, hasSweeper] = [
    role === "all" || role === "api",
    role === "all" || role === "worker",
    role === "all" || role === "sweeper",
  ];
  // On a shared machine, requests come before scans. Threads and Git processes inherit the priority.
  if (!hasApi) setPriority(Math.max(getPriority(), constants.priority.PRIORITY_BELOW_NORMAL));
  await mkdir(dataFolder, { recursive: true });
  if (role === "all" || options.localOrgRoots.length > 0) await assertGitVersion();
  const { database, countingDatabase, openBlobDatabase } = await openDatabase(
    options,
    shutdown,
    () =>
      void queue
        .reclaim()
        .catch((error: unknown) => log.error("not reclaimed", { error: describeFault(error) })),
  );
  const folder = await findFolder(options);
  const threads = availableParallelism();
  const billingEnforced = options.stripe !== null;
  const settings = { appUrl: options.appUrl ?? "", billingEnforced, ownership: options.ownership };
  const sendMail = await openMail(options.mail);
  const queue = postgresQueue(database);
  const metrics =
    options.metricsToken === null ? undefined : openMetrics(options.metricsToken, queue.backlog);
  const log = options.logsJson ? jsonLogger() : faultLogger();
  const tracing = options.hasTraces ? await openTraces(role, shutdown) : undefined;
  const local = composeLocal({
    sendMail,
    settings,
    payments: await openPayments(options.stripe),
    database,
    dataFolder,
    blobStore: await openBlobStore(options, openBlobDatabase),
    localOrgRoots: [...(folder === null ? [] : [folder]), ...options.localOrgRoots],
    threads,
    hosts: {
      ...options.hosts,
      encryptionKeys: options.hosts.encryptionKeys ?? (await openEncryptionKeys(dataFolder)),
    },
    log: metrics ? metrics.meter(log) : log,
  });
  shutdown.add("The extraction threads", local.close);
  const shared = tracing?.instrument(local.shared) ?? local.shared;
  const ctx = await openWorkspace(shared);
  const org = folder === null ? undefined : await openOrg(ctx, basename(folder), folder);
  const handle = hasApi
    ? await createServer(
        shared,
        {
          counter: postgresRateCounter(countingDatabase),
          signIn: await openLocalSignIn({
            ...options,
            ctx,
            settings,
            sendMail,
            providers: options.signIn,
          }),
        },
        options,
      )
    : createStatusServer(shared);
  const answer = tracing?.traceRequests(handle) ?? handle;
  const baseUrl = await listen(
    (request, env) => metrics?.answer(request) ?? answer(request, env),
    options,
    shutdown,
  );
  // Known only now, because port 0 means any free port.
  settings.appUrl ||= baseUrl;
  // No other process uses the embedded Postgres, so the work of a former one that was killed is free.
  if (options.databaseUrl === null) await queue.reclaim();
  if (hasWorkers) {
    const workers = startWorkers(shared, local.queue, threads * 2, tracing?.traceMessage);
    shutdown.add("The work in progress", workers.release);
    shutdown.add("The workers", workers.stop);
  }
  if (hasSweeper) shutdown.add("The sweeper", startSweeper(shared).stop);

  const key = hasApi ? await findFirstKey(ctx) : undefined;
  say(`Knockon${role === "all" ? "" : ` (${role})`} is listening on ${baseUrl}`);
  if (key !== undefined) say(`Your API key (shown once): ${key}`);
  if (folder === null || org === undefined) return;
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

/** Returns the folder of the organization to scan; null for a process with one role. */
async function findFolder({ org, role, dataFolder }: StartOptions): Promise<string | null> {
  if (role !== "all") return null;
  return org ?? (await makeExampleOrganization(join(dataFolder, "examples")));
}

/** Loads the mail library only if it is configured. */
async function openMail(mail: StartOptions["mail"]): Promise<SendMail> {
  if (mail === null) return printedMail(say);
  const { smtpMail } = await import("@knockon/adapters/mail/smtp");
  return smtpMail(mail.smtpUrl, mail.sender);
}

/** Loads the AWS SDK only if it is configured. */
async function openBlobStore(
  { blobStore, dataFolder }: StartOptions,
  openBlobDatabase: () => Database,
): Promise<BlobStore> {
  if (blobStore.kind === "file") return filesystemBlobStore(join(dataFolder, "blobs"));
  if (blobStore.kind === "postgres") return postgresBlobStore(openBlobDatabase());
  const { s3BlobStore } = await import("@knockon/adapters/blob-store/s3");
  // S3-compatible stores have no host name per bucket.
  const forcePathStyle = process.env["AWS_ENDPOINT_URL_S3"] !== undefined;
  return s3BlobStore(blobStore.bucket, { forcePathStyle });
}

/** Loads OpenTelemetry only if it is configured. */
async function openTraces(role: string, shutdown: Shutdown): Promise<Tracing> {
  const { openTracing } = await import("./tracing.ts");
  const tracing = openTracing(role);
  shutdown.add("The export of traces", tracing.close);
  return tracing;
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
