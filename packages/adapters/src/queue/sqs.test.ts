import { randomUUID } from "node:crypto";
import {
  ChangeMessageVisibilityCommand,
  DeleteMessageCommand,
  ReceiveMessageCommand,
  SQSClient,
} from "@aws-sdk/client-sqs";
import type { ScanMessage } from "@knockon/core/ports/queue";
import { startFauxqs, type FauxqsServer } from "fauxqs";
import { afterAll, beforeAll } from "vitest";
import { describeQueue, type ReceivingQueue } from "../testing/queue-conformance.ts";
import { sqsQueue } from "./sqs.ts";

let cloud: FauxqsServer;

beforeAll(async () => {
  cloud = await startFauxqs({ port: 0, logger: false });
});

afterAll(() => cloud.stop());

/** Receives as Lambda's poller does for the worker. */
describeQueue("SQS", async (visibilitySeconds): Promise<ReceivingQueue> => {
  const { queueUrl: QueueUrl } = cloud.createQueue(randomUUID(), {
    attributes: { VisibilityTimeout: String(visibilitySeconds) },
  });
  const config = {
    endpoint: cloud.address,
    region: "us-east-1",
    credentials: { accessKeyId: "test", secretAccessKey: "test" },
  };
  const client = new SQSClient(config);
  return {
    ...sqsQueue(QueueUrl, config),
    async receive() {
      const { Messages = [] } = await client.send(
        new ReceiveMessageCommand({
          QueueUrl,
          MaxNumberOfMessages: 1,
          MessageSystemAttributeNames: ["ApproximateReceiveCount"],
        }),
      );
      const [received] = Messages;
      if (!received) return undefined;
      const { Body = "", MessageId = "", ReceiptHandle, Attributes } = received;
      return {
        message: JSON.parse(Body) as ScanMessage,
        messageId: MessageId,
        receiveCount: Number(Attributes?.ApproximateReceiveCount),
        async delete() {
          await client.send(new DeleteMessageCommand({ QueueUrl, ReceiptHandle }));
        },
        async release(VisibilityTimeout) {
          await client.send(
            new ChangeMessageVisibilityCommand({ QueueUrl, ReceiptHandle, VisibilityTimeout }),
          );
        },
      };
    },
  };
});
