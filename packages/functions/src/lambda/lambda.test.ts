import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DeleteMessageCommand, ReceiveMessageCommand, SQSClient } from "@aws-sdk/client-sqs";
import type { DependencyGraph } from "@knockon/contract/resources/graph";
import type { Scan } from "@knockon/contract/resources/scan";
import { createApiKey } from "@knockon/core/api-key/create-api-key";
import { createTestDatabase } from "@knockon/db/connect/test-database";
import { connectNodePostgres } from "@knockon/db/connect/node-postgres";
import { migrateDatabase } from "@knockon/db/migrate";
import { startFauxqs } from "fauxqs";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { buildFunctions } from "../build/build-functions.ts";
import { operationEntries, operationEntry } from "../build/operation-entries.ts";
import { composeLocal } from "../compose/local.ts";
import { jsonLogger } from "../compose/logger.ts";
import { makeExampleOrganisation } from "../local/example-organisation.ts";
import { openOrg, openWorkspace } from "../local/first-start.ts";
import { apiGatewayEvent, sqsEvent } from "../testing/events.ts";
import { startPostgresProxy } from "../testing/postgres-over-websocket.ts";
import { startFunction, type RunningFunction } from "../testing/start-function.ts";

const LAMBDA_FOLDER = new URL(".", import.meta.url).pathname;
const OPERATIONS = ["triggerScan", "getScan", "getGraph"];
const CREDENTIALS = { AWS_ACCESS_KEY_ID: "test", AWS_SECRET_ACCESS_KEY: "test" };

const ends: (() => unknown)[] = [];
const functions = new Map<string, RunningFunction>();
let queueUrl: string;
let sqs: SQSClient;
let key: string;
let connectedOrgId: string;

/** The functions as they are deployed, in Lambda's own runtime client, over Neon's driver, SQS and S3. */
beforeAll(async () => {
  const folder = await mkdtemp(join(tmpdir(), "knockon-lambda-"));
  ends.push(() => rm(folder, { recursive: true, force: true }));
  const database = await createTestDatabase(inject("postgresUrl"));
  ends.push(database.drop);
  await migrateDatabase(database.url);
  const proxy = await startPostgresProxy(database.url);
  ends.push(proxy.close);
  const cloud = await startFauxqs({ port: 0, logger: false });
  ends.push(() => cloud.stop());
  cloud.createQueue("scan");
  cloud.createBucket("blobs");
  queueUrl = `${cloud.address}/000000000000/scan`;
  sqs = new SQSClient({
    endpoint: cloud.address,
    region: "us-east-1",
    credentials: { accessKeyId: "test", secretAccessKey: "test" },
  });

  const organisation = await makeExampleOrganisation(folder);
  ({ key, connectedOrgId } = await connectOrganisation(database.url, folder, organisation));

  await buildFunctions({
    entryPoints: {
      ...Object.fromEntries(OPERATIONS.map((id) => [id, operationEntry(id)])),
      "scan-worker": join(LAMBDA_FOLDER, "scan-worker.ts"),
      "not-found": join(LAMBDA_FOLDER, "not-found.ts"),
    },
    plugins: [operationEntries(LAMBDA_FOLDER)],
    outFolder: join(folder, "functions"),
  });
  const environment = {
    ...CREDENTIALS,
    PATH: process.env["PATH"] ?? "",
    DATABASE_URL: database.url,
    NEON_WS_PROXY: proxy.address,
    AWS_ENDPOINT_URL_SQS: cloud.address,
    AWS_ENDPOINT_URL_S3: cloud.address,
    SCAN_QUEUE_URL: queueUrl,
    BLOB_BUCKET: "blobs",
    LOCAL_ORG_ROOTS: organisation,
  };
  for (const name of [...OPERATIONS, "scan-worker", "not-found"]) {
    functions.set(name, await startFunction(join(folder, "functions", name), environment));
  }
}, 120_000);

afterAll(async () => {
  for (const running of functions.values()) running.stop();
  sqs.destroy();
  for (const end of ends.toReversed()) await end();
});

async function connectOrganisation(databaseUrl: string, dataFolder: string, organisation: string) {
  const { database, close } = connectNodePostgres(databaseUrl);
  const log = jsonLogger(() => {});
  const local = composeLocal({ database, dataFolder, localOrgRoots: [organisation], threads: 1, log });
  const ctx = await openWorkspace(local.shared);
  const org = await openOrg(ctx, "acme", organisation);
  const { key: created } = await createApiKey(ctx, { name: "CI" });
  await local.close();
  await close();
  return { key: created, connectedOrgId: org.id };
}

interface HttpAnswer {
  statusCode: number;
  headers: Record<string, string>;
  body: string;
}

async function call(name: string, method: string, path: string, body?: unknown): Promise<HttpAnswer> {
  const running = functions.get(name);
  const headers = { "X-API-Key": key };
  return (await running?.invoke(
    apiGatewayEvent({ method, path, headers, ...(body !== undefined && { body }) }),
  )) as HttpAnswer;
}

/** What SQS does with its subscriber, one message at a time, until the queue is empty. */
async function drainQueue(): Promise<number> {
  for (let delivered = 0; ; delivered += 1) {
    const { Messages: [message] = [] } = await sqs.send(
      new ReceiveMessageCommand({ QueueUrl: queueUrl, WaitTimeSeconds: 1 }),
    );
    if (!message) return delivered;
    const answer = await functions.get("scan-worker")?.invoke(sqsEvent([JSON.parse(message.Body ?? "")]));
    expect(answer).toEqual({ batchItemFailures: [] });
    await sqs.send(new DeleteMessageCommand({ QueueUrl: queueUrl, ReceiptHandle: message.ReceiptHandle }));
  }
}

describe("the functions under Lambda's runtime client", () => {
  it("scan an organisation: operation to SQS to worker to Postgres and S3, and back as a graph", async () => {
    const triggered = await call("triggerScan", "POST", `/api/v1/connected-orgs/${connectedOrgId}/scans`, {});
    expect(triggered.statusCode).toBe(202);
    const { id } = JSON.parse(triggered.body) as Scan;

    expect(await drainQueue()).toBe(1 + 15 + 1);

    const read = await call("getScan", "GET", `/api/v1/scans/${id}`);
    expect(JSON.parse(read.body)).toMatchObject({ status: "completed", total_repos: 15, scanned_repos: 15 });
    const graph = JSON.parse(
      (await call("getGraph", "GET", `/api/v1/connected-orgs/${connectedOrgId}/graph`)).body,
    ) as DependencyGraph;
    const labels = new Map(graph.nodes.map((node) => [node.id, node.label]));
    const edges = graph.edges.map(
      (edge) => `${labels.get(edge.source)} ${edge.dependency_type} ${labels.get(edge.target)}`,
    );
    expect(edges).toEqual(
      expect.arrayContaining(["orders container_image base-image", "storefront npm_package ui-kit"]),
    );
  }, 120_000);

  it("401 without a key, in the service's own words", async () => {
    const answer = (await functions
      .get("getScan")
      ?.invoke(apiGatewayEvent({ method: "GET", path: `/api/v1/scans/${connectedOrgId}` }))) as HttpAnswer;
    expect(answer.statusCode).toBe(401);
    expect(JSON.parse(answer.body)).toHaveProperty("detail");
  });

  it("404 and 405 for what no operation answers", async () => {
    expect((await call("not-found", "GET", "/api/v1/nothing")).statusCode).toBe(404);
    const wrongMethod = await call("not-found", "PATCH", `/api/v1/scans/${connectedOrgId}`);
    expect(wrongMethod.statusCode).toBe(405);
    expect(wrongMethod.headers["allow"]).toContain("GET");
  });

  it("hands a message that failed back to SQS, and only that one", async () => {
    const lost = { kind: "finish-scan", workspaceId: "not a uuid", scanId: connectedOrgId };
    const event = sqsEvent([lost]);
    const answer = await functions.get("scan-worker")?.invoke(event);
    expect(answer).toEqual({ batchItemFailures: [{ itemIdentifier: event.Records[0]?.messageId }] });
  });
});
