import { fileURLToPath } from "node:url";
import { randomUUID } from "node:crypto";
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
import type { Ports } from "@knockon/core/context";
import { connectNodePostgres } from "@knockon/db/connect/node-postgres";
import { createTestDatabase } from "@knockon/db/connect/test-database";
import type { SQSBatchResponse } from "aws-lambda";
import { inject } from "vitest";
import { buildFunctions } from "@knockon/functions/build/build-functions";
import { functionEntryPoints } from "@knockon/functions/build/entry-points";
import { operationEntries } from "@knockon/functions/build/operation-entries";
import { faultLogger } from "@knockon/functions/compose/logger";
import { ALLOWED_ORIGIN } from "../allowed-origin.ts";
import { sqsEvent } from "@knockon/functions/testing/events";
import { startFunction, type RunningFunction } from "@knockon/functions/testing/start-function";
import { signUp } from "../test-person.ts";
import { openTestWorkspace, type TestService } from "../test-service.ts";
import { eventOf, functionFor, responseOf, type FunctionAnswer } from "./gateway.ts";
import { startEmulators } from "./start-emulators.ts";

const LAMBDA_FOLDER = fileURLToPath(new URL("lambda/", import.meta.resolve("@knockon/functions/local")));

export interface TestCloud extends TestService {
  /** Asks one function, whatever the gateway would. */
  invoke: (name: string, event: unknown) => Promise<unknown>;
  /** The functions that were started so far. */
  started: () => string[];
}

/**
 * The service as it is deployed: each function's bundle in Lambda's own runtime client, behind a gateway, over Neon's
 * driver, SQS, S3, DynamoDB and SES. To whoever asks it, it is the test service. A function starts with its first event.
 */
export async function startTestCloud(): Promise<TestCloud> {
  const folder = await mkdtemp(join(tmpdir(), "knockon-cloud-"));
  const { url: databaseUrl, drop } = await createTestDatabase(inject("templateUrl"));
  const { database, close } = connectNodePostgres(databaseUrl);
  const emulators = await startEmulators(databaseUrl);
  const { queueUrl, bucket, config, mails } = emulators;
  const environment = { ...emulators.environment, LOCAL_ORG_ROOTS: join(folder, "orgs") };
  const outFolder = join(folder, "functions");
  const plugins = [operationEntries(LAMBDA_FOLDER)];
  await buildFunctions({ entryPoints: functionEntryPoints(LAMBDA_FOLDER), plugins, outFolder });

  const functions = new Map<string, Promise<RunningFunction>>();
  const start = (name: string): Promise<RunningFunction> => {
    const running = functions.get(name) ?? startFunction(join(outFolder, name), environment);
    functions.set(name, running);
    return running;
  };
  const invoke = async (name: string, event: unknown): Promise<unknown> => (await start(name)).invoke(event);
  const sqs = new SQSClient(config);

  /** What SQS does with a queue's subscriber. */
  async function deliver(): Promise<boolean> {
    const { Messages: [message] = [] } = await sqs.send(
      new ReceiveMessageCommand({ QueueUrl: queueUrl, WaitTimeSeconds: 1 }),
    );
    if (!message) return false;
    const { Body = "", ReceiptHandle } = message;
    const { batchItemFailures } = (await invoke(
      "scan-worker",
      sqsEvent([JSON.parse(Body)]),
    )) as SQSBatchResponse;
    const about = { QueueUrl: queueUrl, ReceiptHandle };
    if (batchItemFailures.length === 0) await sqs.send(new DeleteMessageCommand(about));
    else await sqs.send(new ChangeMessageVisibilityCommand({ ...about, VisibilityTimeout: 0 }));
    return true;
  }

  const cloud: TestCloud = {
    folder: join(folder, "orgs"),
    stripe: undefined,
    shared: {
      database,
      ports: { queue: sqsQueue(queueUrl, config), blobStore: s3BlobStore(bucket, config) } as Ports,
      settings: { appUrl: ALLOWED_ORIGIN, billingEnforced: false, ownership: "off" },
      now: () => new Date(),
      log: faultLogger(),
    },
    async request(target, init = {}, { address } = { address: randomUUID() }) {
      const event = eventOf(target, init, address);
      const { method, path } = event.requestContext.http;
      return responseOf((await invoke(functionFor(method, path), event)) as FunctionAnswer);
    },
    openWorkspace: (name) => openTestWorkspace(cloud, name),
    mails,
    signUp: (name, { confirms } = { confirms: true }) => signUp(cloud, name, confirms),
    workOnce: deliver,
    async drain() {
      while (await deliver());
    },
    invoke,
    started: () => [...functions.keys()],
    async close() {
      for (const running of functions.values()) (await running).stop();
      sqs.destroy();
      await emulators.stop();
      await close();
      await drop();
      await rm(folder, { recursive: true, force: true });
    },
  };
  return cloud;
}
