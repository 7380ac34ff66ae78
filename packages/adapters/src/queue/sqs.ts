import { randomUUID } from "node:crypto";
import { SendMessageBatchCommand, SQSClient, type SQSClientConfig } from "@aws-sdk/client-sqs";
import type { Queue, ScanMessage } from "@knockon/core/ports/queue";

/** What SQS takes at once. */
const BATCH = 10;
const MAX_ATTEMPTS = 5;

/** Messages that SQS would not take, after every retry; those of the same send that it took are under way. */
export class QueueRefusedError extends Error {}

/** SQS with fair queues: a workspace is a message group, so one with ten thousand repositories does not make others wait. */
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

/** A batch can be taken in part: what was refused is sent again. */
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
        `SQS refused ${entries.length} messages: ${failure.Code} ${failure.Message ?? ""}`,
      );
    }
  }
}
