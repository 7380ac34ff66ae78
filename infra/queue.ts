import { grant } from "./grant.ts";

/** Receives before a message is given up; the database ends a poison repository before that. */
const MAX_RECEIVES = 5;

/** Fair among workspaces by the message group that the sender sets; a standard queue, so in no order. */
function queueWithDeadLetters(name: string, visibilityTimeout: sst.aws.QueueArgs["visibilityTimeout"]) {
  const deadLetters = new sst.aws.Queue(`${name}DeadLetters`, {
    transform: { queue: { messageRetentionSeconds: 14 * 24 * 60 * 60 } },
  });
  return new sst.aws.Queue(name, {
    visibilityTimeout,
    dlq: { queue: deadLetters.arn, retry: MAX_RECEIVES },
  });
}

/** Plans, repositories and the ends of scans. Invisible for six times as long as the worker may run. */
export const scanQueue = queueWithDeadLetters("ScanQueue", "30 minutes");

export const sendScanMessages = grant(
  { SCAN_QUEUE_URL: scanQueue.url },
  { actions: ["sqs:SendMessage"], resources: [scanQueue.arn] },
);

export const receiveScanMessages = grant(
  {},
  {
    actions: ["sqs:ReceiveMessage", "sqs:DeleteMessage", "sqs:GetQueueAttributes"],
    resources: [scanQueue.arn],
  },
);
