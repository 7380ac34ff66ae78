import { grant } from "./grant.ts";

/** Receives before a message is given up; the database ends a poison repository before that. */
const MAX_RECEIVES = 5;

/** What was given up is handled by another function, which is tried again for as long. */
export const scanDeadLetters = new sst.aws.Queue("ScanQueueDeadLetters", {
  visibilityTimeout: "3 minutes",
  transform: { queue: { messageRetentionSeconds: 14 * 24 * 60 * 60 } },
});

/**
 * Plans, repositories and the ends of scans. Fair among workspaces by the message group that the sender sets; a
 * standard queue, so in no order. Invisible for six times as long as the worker may run.
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
