import { useDatabase } from "./database.ts";
import { createFunction } from "./function.ts";
import { sendScanMessages } from "./queue.ts";
import { enforcePlans, usePayments } from "./stripe.ts";
import { collectBlobs } from "./storage.ts";

export const sweeper = createFunction("ScanSweeper", {
  bundle: "scan-sweeper",
  memory: "512 MB",
  timeout: "50 seconds",
  grants: [useDatabase, enforcePlans, usePayments, sendScanMessages],
});

/** Starts the scans of schedules, looks at subscriptions that nothing was heard of, and finds what a crash between a commit and its message left behind. */
new sst.aws.CronV2("SweepScans", { schedule: "rate(1 minute)", function: sweeper.arn });

/** What does not fit into one run is left to the next. */
const garbageCollector = createFunction("GarbageCollector", {
  bundle: "garbage-collector",
  memory: "512 MB",
  timeout: "15 minutes",
  grants: [useDatabase, collectBlobs],
});

new sst.aws.CronV2("CollectGarbage", { schedule: "cron(30 3 * * ? *)", function: garbageCollector.arn });
