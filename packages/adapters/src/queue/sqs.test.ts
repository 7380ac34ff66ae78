import { createHash, randomUUID } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { json } from "node:stream/consumers";
import {
  ChangeMessageVisibilityCommand,
  DeleteMessageCommand,
  ReceiveMessageCommand,
  SQSClient,
} from "@aws-sdk/client-sqs";
import type { ScanMessage } from "@knockon/core/ports/queue";
import { startFauxqs, type FauxqsServer } from "fauxqs";
import { afterAll, beforeAll, expect, it, onTestFinished } from "vitest";
import { describeQueue, type ReceivingQueue } from "../testing/queue-conformance.ts";
import { QueueRefusedError, sqsQueue } from "./sqs.ts";

const credentials = { accessKeyId: "test", secretAccessKey: "test" };

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
    credentials,
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

interface Entry {
  Id: string;
  MessageBody: string;
  MessageGroupId: string;
}

/** SQS's side of the wire, which refuses what it is told to. Returns its queue and the batches that came. */
async function startRefusing(isRefused: (scanId: string, attempt: number) => boolean, SenderFault = false) {
  const batches: Entry[][] = [];
  const server = createServer((request, response) => {
    void (async () => {
      const { Entries } = (await json(request)) as { Entries: Entry[] };
      batches.push(Entries);
      const refuses = ({ MessageBody }: Entry): boolean =>
        isRefused((JSON.parse(MessageBody) as ScanMessage & { scanId: string }).scanId, batches.length);
      const Failed = Entries.filter(refuses).map(({ Id }) => ({ Id, SenderFault, Code: "InternalError" }));
      const Successful = Entries.filter((entry) => !refuses(entry)).map(({ Id, MessageBody }) => ({
        Id,
        MessageId: Id,
        MD5OfMessageBody: createHash("md5").update(MessageBody).digest("hex"),
      }));
      response.writeHead(200, { "Content-Type": "application/x-amz-json-1.0" });
      response.end(JSON.stringify({ Successful, Failed }));
    })();
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { queue: sqsQueue(`${endpoint}/1/scan`, { endpoint, region: "us-east-1", credentials }), batches };
}

const ofScan = (scanId: string): ScanMessage => ({ kind: "finish-scan", workspaceId: "w1", scanId });
const scanIds = (batch: readonly Entry[]): string[] =>
  batch.map(({ MessageBody }) => (JSON.parse(MessageBody) as { scanId: string }).scanId);

it("sends again what SQS refused of a batch, and only that", async () => {
  const { queue, batches } = await startRefusing((scanId, attempt) => scanId === "b" && attempt < 3);
  await queue.send(["a", "b", "c"].map(ofScan));
  expect(batches.map(scanIds)).toEqual([["a", "b", "c"], ["b"], ["b"]]);
});

it("throws for what SQS refuses each time, and at once for what it will never take", async () => {
  const busy = await startRefusing(() => true);
  await expect(busy.queue.send([ofScan("a")])).rejects.toThrow(QueueRefusedError);
  expect(busy.batches).toHaveLength(5);
  const strict = await startRefusing(() => true, true);
  await expect(strict.queue.send([ofScan("a")])).rejects.toThrow("SQS refused 1 messages: InternalError");
  expect(strict.batches).toHaveLength(1);
});

it("sends ten at a time, each in its workspace's group: one with thousands keeps nobody waiting", async () => {
  const { queue, batches } = await startRefusing(() => false);
  await queue.send(Array.from({ length: 25 }, (_, index) => ofScan(String(index))));
  expect(batches.map((batch) => batch.length)).toEqual([10, 10, 5]);
  expect(new Set(batches.flat().map(({ MessageGroupId }) => MessageGroupId))).toEqual(new Set(["w1"]));
});
