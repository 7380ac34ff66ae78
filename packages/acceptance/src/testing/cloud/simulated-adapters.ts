import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { createServer, type AddressInfo } from "node:net";
import { s3BlobStore } from "@knockon/adapters/blob-store/s3";
import { sqsQueue } from "@knockon/adapters/queue/sqs";
import { dynamodbRateCounter } from "@knockon/adapters/rate-counter/dynamodb";
import { startDynamodb } from "@knockon/adapters/testing/dynamodb";
import { startFakeSqs, type SentMessage } from "@knockon/adapters/testing/fake-sqs";
import { testConfig } from "@knockon/adapters/testing/test-config";
import type { AppEnv } from "@knockon/api/app-env";
import { limitMutations } from "@knockon/api/limit-mutations";
import type { RateCounter } from "@knockon/core/ports/rate-counter";
import type { SimulatedAdapters } from "@knockon/core/testing/simulator/simulation";
import { startFauxqs } from "fauxqs";
import { Hono } from "hono";

const BUCKET = "blobs";
const NO_LIMIT = 1_000_000;

/** Starts the cloud's adapters over their SDKs: SQS, S3 and DynamoDB. Messages of a queue go to the function that opened it. */
export async function startSimulatedAdapters() {
  const receivers = new Map<string, (sent: SentMessage) => boolean>();
  const [sqs, s3, dynamodb, unreachable] = await Promise.all([
    startFakeSqs({ takes: (name, sent) => receivers.get(name)?.(sent) ?? false }),
    startFauxqs({ port: 0, logger: false }),
    startDynamodb(),
    startUnreachable(),
  ]);
  s3.createBucket(BUCKET);
  const storeAt = (endpoint: string) =>
    s3BlobStore(BUCKET, { ...testConfig(endpoint), forcePathStyle: true });
  const counter = dynamodbRateCounter(await dynamodb.makeTable(), dynamodb.config);
  const lostCounter = dynamodbRateCounter("lost", testConfig(unreachable.endpoint));
  const adapters: SimulatedAdapters = {
    blobStore: storeAt(s3.address),
    lostBlobStore: storeAt(unreachable.endpoint),
    openQueue(take) {
      const name = randomUUID();
      receivers.set(name, ({ message, delaySeconds }) => take(message, delaySeconds));
      return sqsQueue(sqs.queueUrl(name), sqs.config);
    },
    admit: (isCounterLost, work) => admit(isCounterLost ? lostCounter : counter, work),
  };
  return {
    adapters,
    async stop(): Promise<void> {
      sqs.stop();
      unreachable.stop();
      await Promise.all([s3.stop(), dynamodb.stop()]);
    },
  };
}

/** Runs `work` behind the mutation limit, as the API does. */
async function admit(counter: RateCounter, work: () => Promise<unknown>): Promise<void> {
  const app = new Hono<AppEnv>();
  app.onError((error) => {
    throw error;
  });
  app.use(async (c, next) => {
    c.set("caller", { type: "user", id: "ada", roles: new Map() });
    c.set("requestId", "simulated");
    await next();
  });
  const quiet = { now: () => new Date(), log: { info() {}, error() {} } };
  app.use(limitMutations({ counter, perMinute: NO_LIMIT }, quiet));
  app.post("/", async (c) => {
    await work();
    return c.body(null, 202);
  });
  await app.request("/", { method: "POST" });
}

/** Starts a server that closes every connection. */
async function startUnreachable() {
  const server = createServer((socket) => socket.destroy()).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return { endpoint: `http://127.0.0.1:${port}`, stop: () => void server.close() };
}
