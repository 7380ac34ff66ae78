import { useDatabase } from "./database.ts";
import { createFunction } from "./function.ts";
import { receiveScanMessages, scanQueue, sendScanMessages } from "./queue.ts";
import { stagePolicy } from "./stage.ts";
import { writeBlobs } from "./storage.ts";

/** 1769 MB is one whole CPU: the parsers run in a thread beside the one that reads and writes. */
const scanWorker = createFunction("ScanWorker", {
  bundle: "scan-worker",
  memory: "1769 MB",
  timeout: "5 minutes",
  grants: [useDatabase, writeBlobs, sendScanMessages, receiveScanMessages],
});

scanQueue.subscribe(scanWorker.arn, {
  batch: { size: 1, partialResponses: true },
  transform: {
    eventSourceMapping: { scalingConfig: { maximumConcurrency: stagePolicy($app.stage).scanWorkers } },
  },
});
