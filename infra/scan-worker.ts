import { useDatabase } from "./database.ts";
import { createFunction } from "./function.ts";
import { useCredentials, useInstallations } from "./git-hosts.ts";
import { knowOwnership } from "./ownership.ts";
import {
  receiveScanDeadLetters,
  receiveScanMessages,
  scanDeadLetters,
  scanQueue,
  sendScanMessages,
} from "./queue.ts";
import { enforcePlans } from "./stripe.ts";
import { stagePolicy } from "./stage.ts";
import { publishBlobs } from "./storage.ts";

/** 1769 MB is one whole CPU: the parsers run in a thread beside the one that reads and writes. */
const scanWorker = createFunction("ScanWorker", {
  bundle: "scan-worker",
  memory: "1769 MB",
  timeout: "5 minutes",
  grants: [
    useDatabase,
    enforcePlans,
    useCredentials,
    useInstallations,
    knowOwnership,
    publishBlobs,
    sendScanMessages,
    receiveScanMessages,
  ],
});

scanQueue.subscribe(scanWorker.arn, {
  batch: { size: 1, partialResponses: true },
  transform: {
    eventSourceMapping: { scalingConfig: { maximumConcurrency: stagePolicy($app.stage).scanWorkers } },
  },
});

/** Ends what the worker failed at too often, so that no scan waits for it. */
export const deadLetterWorker = createFunction("ScanDeadLetters", {
  bundle: "scan-dead-letters",
  memory: "512 MB",
  timeout: "30 seconds",
  grants: [useDatabase, sendScanMessages, receiveScanDeadLetters],
});

scanDeadLetters.subscribe(deadLetterWorker.arn, { batch: { size: 1, partialResponses: true } });
