import { createHash } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { json } from "node:stream/consumers";
import type { ScanMessage } from "@knockon/core/ports/queue";
import { testConfig } from "./test-config.ts";

/** A received message. */
export interface SentMessage {
  message: ScanMessage;
  delaySeconds: number;
  group: string;
}

interface Entry {
  Id: string;
  MessageBody: string;
  MessageGroupId: string;
  DelaySeconds: number;
}

interface FakeSqsOptions {
  /** Called for each message: whether to accept it. */
  takes: (queueName: string, sent: SentMessage) => boolean;
  /** Whether to report rejections as the sender's fault. */
  isSenderFault?: boolean;
}

/** Starts a fake SQS that can reject part of a batch, which emulators cannot. */
export async function startFakeSqs({ takes, isSenderFault = false }: FakeSqsOptions) {
  const answer = (name: string, entries: readonly Entry[]): object => {
    const taken = new Set(entries.filter((entry) => takes(name, sentOf(entry))));
    return {
      Successful: [...taken].map(({ Id, MessageBody }) => ({
        Id,
        MessageId: Id,
        MD5OfMessageBody: createHash("md5").update(MessageBody).digest("hex"),
      })),
      Failed: entries
        .filter((entry) => !taken.has(entry))
        .map(({ Id }) => ({ Id, SenderFault: isSenderFault, Code: "InternalError" })),
    };
  };
  let calls = 0;
  const server = createServer((request, response) => {
    calls += 1;
    void (async () => {
      const { QueueUrl, Entries } = (await json(request)) as { QueueUrl: string; Entries: Entry[] };
      response.writeHead(200, { "Content-Type": "application/x-amz-json-1.0" });
      response.end(JSON.stringify(answer(QueueUrl.split("/").at(-1) ?? "", Entries)));
    })();
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    config: testConfig(endpoint),
    queueUrl: (name: string): string => `${endpoint}/000000000000/${name}`,
    /** Number of batches received. */
    calls: () => calls,
    stop(): void {
      server.close();
      server.closeAllConnections();
    },
  };
}

const sentOf = ({ MessageBody, DelaySeconds, MessageGroupId }: Entry): SentMessage => ({
  message: JSON.parse(MessageBody) as ScanMessage,
  delaySeconds: DelaySeconds,
  group: MessageGroupId,
});
