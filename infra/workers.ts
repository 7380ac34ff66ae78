import { createFunction, grant } from "./function.ts";
import {
  enforcePlans,
  nameApplication,
  readOwnershipSettings,
  useCredentials,
  useDatabase,
  useInstallations,
  usePayments,
} from "./grants.ts";
import {
  receiveScanDeadLetters,
  receiveScanMessages,
  scanDeadLetters,
  scanQueue,
  sendScanMessages,
} from "./queue.ts";
import { stagePolicy } from "./stage.ts";
import { collectBlobs, publishBlobs } from "./storage.ts";

/** Temporary storage for one archive, and what else a scan writes. */
const storage = Number(process.env["WORKER_STORAGE_MIB"] || 512);
const RESERVED_MIB = 64;
const readArchives = grant({ ARCHIVE_LIMIT_MIB: String(storage - RESERVED_MIB) });

/** 1769 MB is one full CPU: the parsers run in a worker thread. */
export const scanWorker = createFunction("ScanWorker", {
  bundle: "scan-worker",
  memory: "1769 MB",
  timeout: "5 minutes",
  grants: [
    useDatabase,
    enforcePlans,
    useCredentials,
    useInstallations,
    readOwnershipSettings,
    // Checks link to their page.
    nameApplication,
    publishBlobs,
    sendScanMessages,
    receiveScanMessages,
    readArchives,
  ],
  storage: `${storage} MB`,
});

scanQueue.subscribe(scanWorker.arn, {
  batch: { size: 1, partialResponses: true },
  transform: {
    eventSourceMapping: { scalingConfig: { maximumConcurrency: stagePolicy($app.stage).scanWorkers } },
  },
});

/** Fails the work of dead letters, so that their scans finish. */
export const deadLetterWorker = createFunction("ScanDeadLetters", {
  bundle: "scan-dead-letters",
  memory: "512 MB",
  timeout: "30 seconds",
  grants: [useDatabase, sendScanMessages, receiveScanDeadLetters],
});

scanDeadLetters.subscribe(deadLetterWorker.arn, {
  batch: { size: 1, partialResponses: true },
  transform: { eventSourceMapping: { scalingConfig: { maximumConcurrency: 2 } } },
});

export const sweeper = createFunction("ScanSweeper", {
  bundle: "scan-sweeper",
  memory: "512 MB",
  timeout: "50 seconds",
  grants: [useDatabase, enforcePlans, usePayments, sendScanMessages],
});

/** Starts scheduled scans, reconciles subscriptions without recent events, and resends messages lost in a crash. */
new sst.aws.CronV2("SweepScans", { schedule: "rate(1 minute)", function: sweeper.arn });

/** A run continues where the previous one ran out of time. */
export const garbageCollector = createFunction("GarbageCollector", {
  bundle: "garbage-collector",
  memory: "512 MB",
  timeout: "15 minutes",
  grants: [useDatabase, collectBlobs, readOwnershipSettings],
});

new sst.aws.CronV2("CollectGarbage", { schedule: "cron(30 3 * * ? *)", function: garbageCollector.arn });
