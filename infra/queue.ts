import { grant } from "./function.ts";

/** Receives before a message becomes a dead letter. The database fails a poison repository earlier. */
const MAX_RECEIVES = 5;

/** Messages of this queue are retried until they expire. */
export const scanDeadLetters = new sst.aws.Queue("ScanQueueDeadLetters", {
  visibilityTimeout: "3 minutes",
  transform: { queue: { messageRetentionSeconds: 14 * 24 * 60 * 60 } },
});

/**
 * Messages to plan scans, scan repositories and finish scans. A standard queue, so unordered, and fair between
 * workspaces through the sender's message group. The visibility timeout is six times the worker's timeout.
 */
export const scanQueue = new sst.aws.Queue("ScanQueue", {
  visibilityTimeout: "30 minutes",
  dlq: { queue: scanDeadLetters.arn, retry: MAX_RECEIVES },
});

export const sendScanMessages = grant(
  { SCAN_QUEUE_URL: scanQueue.url },
  { actions: ["sqs:SendMessage"], resources: [scanQueue.arn] },
);

const receiveFrom = (queue: sst.aws.Queue) =>
  grant(
    {},
    {
      actions: ["sqs:ReceiveMessage", "sqs:DeleteMessage", "sqs:GetQueueAttributes"],
      resources: [queue.arn],
    },
  );

export const receiveScanMessages = receiveFrom(scanQueue);
export const receiveScanDeadLetters = receiveFrom(scanDeadLetters);
