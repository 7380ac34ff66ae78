import { randomBytes, randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  ChangeMessageVisibilityCommand,
  DeleteMessageCommand,
  ReceiveMessageCommand,
  SQSClient,
} from "@aws-sdk/client-sqs";
import { s3BlobStore } from "@knockon/adapters/blob-store/s3";
import { sqsQueue } from "@knockon/adapters/queue/sqs";
import { startDynamodb } from "@knockon/adapters/testing/dynamodb";
import { SENDER, startFakeSes } from "@knockon/adapters/testing/fake-ses";
import { testConfig } from "@knockon/adapters/testing/test-config";
import type { Ports } from "@knockon/core/context";
import { connectNodePostgres } from "@knockon/db/connect/node-postgres";
import { faultLogger } from "@knockon/functions/compose/logger";
import { STREAMED_OPERATIONS, streamFunctionOf } from "@knockon/functions/operation-needs";
import { ARE_APART, builtFunctions, functionsTogether } from "@knockon/functions/testing/built-functions";
import { sqsEvent } from "@knockon/functions/testing/events";
import { startFunction, type RunningFunction } from "@knockon/functions/testing/start-function";
import type { SQSBatchResponse } from "aws-lambda";
import { startFauxqs } from "fauxqs";
import { startNeonDatabase, type NeonDatabase } from "../neon-database.ts";
import { signUp } from "../test-person.ts";
import { openTestWorkspace, SESSION_SECRET, type TestService } from "../test-service.ts";
import { ALLOWED_ORIGIN } from "../test-workspace.ts";
import { eventOf, functionFor, responseOf, type FunctionResponse } from "./gateway.ts";

const BUCKET = "blobs";
const QUEUE = "scan";

/** These need a process each: the runtime client recognizes a streaming function by its handler. */
const STREAMING: ReadonlySet<string> = new Set(STREAMED_OPERATIONS.map(({ id }) => streamFunctionOf(id)));

export interface TestCloud extends TestService {
  /** Invokes a function directly, without the gateway. */
  invoke: (name: string, event: unknown) => Promise<unknown>;
  /** Returns the names of the functions invoked so far. */
  invoked: () => string[];
}

/**
 * Starts the deployed service with the interface of the test service: each function's bundle in Lambda's own runtime client,
 * behind a gateway, with Neon's driver, SQS, S3, DynamoDB and SES. A function is loaded at its first event. They share a process
 * unless they stream or `KNOCKON_FUNCTIONS=apart`.
 */
export async function startTestCloud(): Promise<TestCloud> {
  const folder = await mkdtemp(join(tmpdir(), "knockon-cloud-"));
  const neon = await startNeonDatabase();
  const { database, close } = connectNodePostgres(neon.url);
  const { queueUrl, config, mails, ...emulators } = await startEmulators(neon);
  const environment = { ...emulators.environment, LOCAL_ORG_ROOTS: join(folder, "orgs") };
  const built = await builtFunctions();
  const togetherFolder = await functionsTogether();

  const running = new Map<string, Promise<RunningFunction>>();
  const start = (functionFolder: string): Promise<RunningFunction> => {
    const started = running.get(functionFolder) ?? startFunction(functionFolder, environment);
    running.set(functionFolder, started);
    return started;
  };
  const invoked = new Set<string>();
  async function invoke(name: string, event: unknown): Promise<unknown> {
    invoked.add(name);
    if (ARE_APART || STREAMING.has(name)) return (await start(join(built.folder, name))).invoke(event);
    return (await start(togetherFolder)).invoke({ name, event });
  }
  const sqs = new SQSClient(config);

  /** Delivers one message to the worker, as SQS does. */
  async function deliver(): Promise<boolean> {
    const { Messages: [message] = [] } = await sqs.send(new ReceiveMessageCommand({ QueueUrl: queueUrl }));
    if (!message) return false;
    const { Body = "", ReceiptHandle } = message;
    const event = sqsEvent([JSON.parse(Body)]);
    const { batchItemFailures } = (await invoke("scan-worker", event)) as SQSBatchResponse;
    const receipt = { QueueUrl: queueUrl, ReceiptHandle };
    if (batchItemFailures.length === 0) await sqs.send(new DeleteMessageCommand(receipt));
    else await sqs.send(new ChangeMessageVisibilityCommand({ ...receipt, VisibilityTimeout: 0 }));
    return true;
  }

  const cloud: TestCloud = {
    folder: join(folder, "orgs"),
    url: ALLOWED_ORIGIN,
    stripe: undefined,
    shared: {
      database,
      ports: { queue: sqsQueue(queueUrl, config), blobStore: s3BlobStore(BUCKET, config) } as Ports,
      settings: { appUrl: ALLOWED_ORIGIN, billingEnforced: false, ownership: "off" },
      now: () => new Date(),
      log: faultLogger(),
    },
    async request(target, init = {}, { address } = { address: randomUUID() }) {
      const event = eventOf(target, init, address);
      const { method, path } = event.requestContext.http;
      return responseOf((await invoke(functionFor(method, path), event)) as FunctionResponse);
    },
    openWorkspace: (name) => openTestWorkspace(cloud, name),
    mails,
    signUp: (name, { confirms } = { confirms: true }) => signUp(cloud, name, confirms),
    workOnce: deliver,
    async drain() {
      while (await deliver());
    },
    invoke,
    invoked: () => [...invoked],
    async close() {
      for (const started of running.values()) (await started).stop();
      sqs.destroy();
      await emulators.stop();
      await close();
      await neon.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
  return cloud;
}

/** Starts the cloud's services on loopback, and returns the environment that points functions at them. */
async function startEmulators(neon: NeonDatabase) {
  const [aws, dynamodb, ses] = await Promise.all([
    startFauxqs({ port: 0, logger: false }),
    startDynamodb(),
    startFakeSes(),
  ]);
  aws.createQueue(QUEUE);
  aws.createBucket(BUCKET);
  const queueUrl = `${aws.address}/000000000000/${QUEUE}`;
  const environment: Record<string, string> = {
    PATH: process.env["PATH"] ?? "",
    AWS_ACCESS_KEY_ID: "test",
    AWS_SECRET_ACCESS_KEY: "test",
    AWS_ENDPOINT_URL_SQS: aws.address,
    AWS_ENDPOINT_URL_S3: aws.address,
    AWS_ENDPOINT_URL_DYNAMODB: dynamodb.config.endpoint,
    AWS_ENDPOINT_URL_SESV2: ses.endpoint,
    ...neon.environment,
    SCAN_QUEUE_URL: queueUrl,
    BLOB_BUCKET: BUCKET,
    RATE_LIMIT_TABLE: await dynamodb.makeTable(),
    RATELIMIT_AUTHENTICATED_MUTATIONS: "1000000",
    MAIL_SENDER: SENDER,
    SESSION_SECRET,
    ENCRYPTION_KEYS: `1:${randomBytes(32).toString("base64")}`,
    GITHUB_APP_SLUG: "knockon",
    GITHUB_APP_CLIENT_ID: "Iv1.test",
    GITHUB_APP_CLIENT_SECRET: "test",
    APP_URL: ALLOWED_ORIGIN,
    ALLOWED_ORIGINS: ALLOWED_ORIGIN,
  };
  return {
    environment,
    queueUrl,
    /** For the test's own SDK clients. */
    config: { ...testConfig(aws.address), forcePathStyle: true },
    mails: ses.mails,
    async stop(): Promise<void> {
      ses.close();
      await Promise.all([aws.stop(), dynamodb.stop()]);
    },
  };
}
