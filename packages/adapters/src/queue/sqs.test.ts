import { randomUUID } from "node:crypto";
import {
  ChangeMessageVisibilityCommand,
  DeleteMessageCommand,
  ReceiveMessageCommand,
  SQSClient,
} from "@aws-sdk/client-sqs";
import type { ScanMessage } from "@knockon/core/ports/queue";
import { startFauxqs, type FauxqsServer } from "fauxqs";
import { afterAll, afterEach, beforeAll, expect, it, onTestFinished, vi } from "vitest";
import { startFakeSqs } from "../testing/fake-sqs.ts";
import { describeQueue, type ReceivingQueue } from "../testing/queue-conformance.ts";
import { testConfig } from "../testing/test-config.ts";
import { QueueRefusedError, sqsQueue } from "./sqs.ts";

let cloud: FauxqsServer;

beforeAll(async () => {
  cloud = await startFauxqs({ port: 0, logger: false });
});

afterAll(() => cloud.stop());
afterEach(() => vi.useRealTimers());

/** Receives messages like Lambda's poller. */
async function open(visibilitySeconds: number): Promise<ReceivingQueue> {
  const { queueUrl: QueueUrl } = cloud.createQueue(randomUUID(), {
    attributes: { VisibilityTimeout: String(visibilitySeconds) },
  });
  const config = testConfig(cloud.address);
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
      const hideFor = async (VisibilityTimeout: number): Promise<void> => {
        await client.send(new ChangeMessageVisibilityCommand({ QueueUrl, ReceiptHandle, VisibilityTimeout }));
      };
      return {
        message: JSON.parse(Body) as ScanMessage,
        messageId: MessageId,
        receiveCount: Number(Attributes?.ApproximateReceiveCount),
        async delete() {
          await client.send(new DeleteMessageCommand({ QueueUrl, ReceiptHandle }));
        },
        extend: () => hideFor(visibilitySeconds),
        release: hideFor,
      };
    },
  };
}

describeQueue("SQS", {
  open,
  // The server runs in this process and reads its clock.
  advance: async (seconds) => vi.setSystemTime(Date.now() + seconds * 1000),
  unreachable: () => sqsQueue("http://127.0.0.1:1/000000000000/scan", testConfig("http://127.0.0.1:1")),
});

/** Opens a queue whose server rejects some messages. `arrived` lists every attempt in order. */
async function openRejecting(isRejected: (scanId: string, seen: number) => boolean, isSenderFault = false) {
  const arrived: { scanId: string; group: string }[] = [];
  const fake = await startFakeSqs({
    isSenderFault,
    takes(_, { message: sent, group }) {
      const { scanId } = sent as typeof sent & { scanId: string };
      arrived.push({ scanId, group });
      return !isRejected(scanId, arrived.filter((one) => one.scanId === scanId).length);
    },
  });
  onTestFinished(fake.stop);
  return { queue: sqsQueue(fake.queueUrl("scan"), fake.config), arrived };
}

const ofScan = (scanId: string): ScanMessage => ({ kind: "finish-scan", workspaceId: "w1", scanId });
const scanIds = (arrived: readonly { scanId: string }[]): string =>
  arrived.map(({ scanId }) => scanId).join("");

it("resends only the rejected messages of a batch", async () => {
  const { queue, arrived } = await openRejecting((scanId, seen) => scanId === "b" && seen < 3);
  await queue.send(["a", "b", "c"].map(ofScan));
  expect(scanIds(arrived)).toBe("abcbb");
});

it("throws after five rejections, and after the first one if the sender is at fault", async () => {
  const busy = await openRejecting(() => true);
  await expect(busy.queue.send([ofScan("a")])).rejects.toThrow(QueueRefusedError);
  expect(scanIds(busy.arrived)).toBe("aaaaa");
  const strict = await openRejecting(() => true, true);
  await expect(strict.queue.send([ofScan("a")])).rejects.toThrow("SQS rejected 1 messages: InternalError");
  expect(scanIds(strict.arrived)).toBe("a");
});

it("sends several batches, each message in its workspace's group", async () => {
  const { queue, arrived } = await openRejecting(() => false);
  await queue.send(Array.from({ length: 25 }, () => ofScan("a")));
  expect(arrived).toEqual(Array.from({ length: 25 }, () => ({ scanId: "a", group: "w1" })));
});
