import { randomUUID } from "node:crypto";
import { SendMessageBatchCommand, SQSClient, type SQSClientConfig } from "@aws-sdk/client-sqs";
import type { Queue, ScanMessage } from "@knockon/core/ports/queue";

/** SQS's maximum batch size. */
const BATCH = 10;
const MAX_ATTEMPTS = 5;

/** SQS rejected messages after every retry. Other messages of the same call were sent. */
export class QueueRefusedError extends Error {}

/** SQS with fair queues: each workspace is a message group, so that a large one does not delay others. */
export function sqsQueue(queueUrl: string, config: SQSClientConfig = {}): Queue {
  const client = new SQSClient(config);
  return {
    async send(messages, delaySeconds = 0) {
      for (let start = 0; start < messages.length; start += BATCH) {
        await sendBatch(client, queueUrl, messages.slice(start, start + BATCH), delaySeconds);
      }
    },
  };
}

/** Resends rejected messages of a partially accepted batch. */
async function sendBatch(
  client: SQSClient,
  queueUrl: string,
  messages: readonly ScanMessage[],
  delaySeconds: number,
): Promise<void> {
  let entries = messages.map((message) => ({
    Id: randomUUID(),
    MessageBody: JSON.stringify(message),
    MessageGroupId: message.workspaceId,
    DelaySeconds: delaySeconds,
  }));
  for (let attempt = 1; entries.length > 0; attempt += 1) {
    const { Failed = [] } = await client.send(
      new SendMessageBatchCommand({ QueueUrl: queueUrl, Entries: entries }),
    );
    const refused = new Set(Failed.map((failure) => failure.Id));
    entries = entries.filter((entry) => refused.has(entry.Id));
    const [failure] = Failed;
    if (failure && (attempt === MAX_ATTEMPTS || failure.SenderFault)) {
      throw new QueueRefusedError(
        `SQS rejected ${entries.length} messages: ${failure.Code} ${failure.Message ?? ""}`,
      );
    }
  }
}
