import { fileURLToPath } from "node:url";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer, type AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import {
  ChangeMessageVisibilityCommand,
  DeleteMessageCommand,
  ReceiveMessageCommand,
  SQSClient,
} from "@aws-sdk/client-sqs";
import { startDynamodb } from "@knockon/adapters/testing/dynamodb";
import type { DependencyGraph } from "@knockon/contract/resources/graph";
import type { Scan } from "@knockon/contract/resources/scan";
import { createApiKey } from "@knockon/core/api-key/create-api-key";
import { connectNodePostgres } from "@knockon/db/connect/node-postgres";
import type { Database } from "@knockon/db/database";
import type { SQSBatchResponse } from "aws-lambda";
import { startFauxqs } from "fauxqs";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { buildFunctions } from "@knockon/functions/build/build-functions";
import { operationEntries, operationEntry, streamEntry } from "@knockon/functions/build/operation-entries";
import { composeLocal } from "@knockon/functions/compose/local";
import { jsonLogger } from "@knockon/functions/compose/logger";
import { makeExampleOrganization } from "@knockon/functions/local/example-organization";
import { openOrg, openWorkspace } from "@knockon/functions/local/first-start";
import { apiGatewayEvent, sqsEvent } from "@knockon/functions/testing/events";
import { startNeonDatabase } from "../testing/neon-database.ts";
import { startFunction, type RunningFunction } from "@knockon/functions/testing/start-function";

const LAMBDA_FOLDER = fileURLToPath(new URL("lambda/", import.meta.resolve("@knockon/functions/local")));
const OPERATIONS = ["triggerScan", "getScan", "getGraph"];
const WORKERS = ["scan-worker", "scan-dead-letters"];
const MAX_RECEIVES = 5;
const CREDENTIALS = { AWS_ACCESS_KEY_ID: "test", AWS_SECRET_ACCESS_KEY: "test" };

const ends: (() => unknown)[] = [];
const functions = new Map<string, RunningFunction>();
let queueUrl: string;
let deadLettersUrl: string;
let owner: Database;
let sqs: SQSClient;
let dynamodb: Awaited<ReturnType<typeof startDynamodb>>;
let environment: Record<string, string>;
let folder: string;
let key: string;
let connectedOrgId: string;

/** The functions as they are deployed, in Lambda's own runtime client, over Neon's driver, SQS, S3 and DynamoDB. */
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "knockon-lambda-"));
  ends.push(() => rm(folder, { recursive: true, force: true }));
  const database = await startNeonDatabase();
  ends.push(database.close);
  const cloud = await startFauxqs({ port: 0, logger: false });
  ends.push(() => cloud.stop());
  const { queueArn } = cloud.createQueue("scan-dead-letters");
  const redrive = { deadLetterTargetArn: queueArn, maxReceiveCount: MAX_RECEIVES };
  cloud.createQueue("scan", { attributes: { RedrivePolicy: JSON.stringify(redrive) } });
  cloud.createBucket("blobs");
  dynamodb = await startDynamodb();
  ends.push(dynamodb.stop);
  queueUrl = `${cloud.address}/000000000000/scan`;
  deadLettersUrl = `${queueUrl}-dead-letters`;
  const connection = connectNodePostgres(database.url, 1);
  ends.push(connection.close);
  owner = connection.database;
  sqs = new SQSClient({
    endpoint: cloud.address,
    region: "us-east-1",
    credentials: { accessKeyId: "test", secretAccessKey: "test" },
  });

  const organization = await makeExampleOrganization(folder);
  ({ key, connectedOrgId } = await connectOrganization(database.url, folder, organization));

  await buildFunctions({
    entryPoints: {
      ...Object.fromEntries(OPERATIONS.map((id) => [id, operationEntry(id)])),
      streamGetGraph: streamEntry("getGraph"),
      ...Object.fromEntries(
        [...WORKERS, "garbage-collector", "readiness", "not-found"].map((name) => [
          name,
          join(LAMBDA_FOLDER, `${name}.ts`),
        ]),
      ),
    },
    plugins: [operationEntries(LAMBDA_FOLDER)],
    outFolder: join(folder, "functions"),
  });
  environment = {
    ...CREDENTIALS,
    PATH: process.env["PATH"] ?? "",
    ...database.environment,
    AWS_ENDPOINT_URL_SQS: cloud.address,
    AWS_ENDPOINT_URL_S3: cloud.address,
    AWS_ENDPOINT_URL_DYNAMODB: dynamodb.config.endpoint,
    RATE_LIMIT_TABLE: await dynamodb.makeTable(),
    SCAN_QUEUE_URL: queueUrl,
    BLOB_BUCKET: "blobs",
    LOCAL_ORG_ROOTS: organization,
  };
  for (const name of [
    ...OPERATIONS,
    "streamGetGraph",
    ...WORKERS,
    "garbage-collector",
    "readiness",
    "not-found",
  ]) {
    functions.set(name, await startFunction(join(folder, "functions", name), environment));
  }
}, 120_000);

afterAll(async () => {
  for (const running of functions.values()) running.stop();
  sqs.destroy();
  for (const end of ends.toReversed()) await end();
});

async function connectOrganization(databaseUrl: string, dataFolder: string, organization: string) {
  const { database, close } = connectNodePostgres(databaseUrl);
  const log = jsonLogger(() => {});
  const local = composeLocal({ database, dataFolder, localOrgRoots: [organization], threads: 1, log });
  const ctx = await openWorkspace(local.shared);
  const org = await openOrg(ctx, "acme", organization);
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

/** A mutation that is refused for its shape, once it is counted. */
async function mutate(running: RunningFunction | undefined): Promise<HttpAnswer> {
  const path = `/api/v1/connected-orgs/${connectedOrgId}/scans`;
  const event = apiGatewayEvent({ method: "POST", path, headers: { "X-API-Key": key }, body: "no object" });
  return (await running?.invoke(event)) as HttpAnswer;
}

/** What the functions themselves have counted as they started, and their callers. */
async function readCounts() {
  const { starting = 0, ...callers } = Object.fromEntries(
    await dynamodb.readCounts(environment["RATE_LIMIT_TABLE"] ?? ""),
  );
  return { starting, callers: Object.values(callers).reduce((sum, count) => sum + count, 0) };
}

/** What SQS does with a queue's subscriber, one message at a time, until the queue is empty. */
async function drain(QueueUrl: string, subscriber: string): Promise<{ delivered: number; failed: number }> {
  let failed = 0;
  for (let delivered = 0; ; delivered += 1) {
    const { Messages: [message] = [] } = await sqs.send(
      new ReceiveMessageCommand({ QueueUrl, WaitTimeSeconds: 1 }),
    );
    if (!message) return { delivered, failed };
    const { Body = "", ReceiptHandle } = message;
    const event = sqsEvent([JSON.parse(Body)]);
    const answer = (await functions.get(subscriber)?.invoke(event)) as SQSBatchResponse;
    if (answer.batchItemFailures.length === 0) {
      await sqs.send(new DeleteMessageCommand({ QueueUrl, ReceiptHandle }));
      continue;
    }
    failed += 1;
    await sqs.send(new ChangeMessageVisibilityCommand({ QueueUrl, ReceiptHandle, VisibilityTimeout: 0 }));
  }
}

async function trigger(body: unknown): Promise<string> {
  const triggered = await call("triggerScan", "POST", `/api/v1/connected-orgs/${connectedOrgId}/scans`, body);
  expect(triggered.statusCode).toBe(202);
  return (JSON.parse(triggered.body) as Scan).id;
}

const readScan = async (id: string) =>
  JSON.parse((await call("getScan", "GET", `/api/v1/scans/${id}`)).body) as Scan;

/** Every attempt at one repository fails from now on: no worker can write that it begins. */
const breakRepository = (name: string) =>
  owner.execute(`
    create function refuse_attempt() returns trigger language plpgsql security definer as $$
    begin
      if new.attempt > old.attempt
        and exists (select from repository where id = new.repository_id and name = '${name}')
      then raise exception 'refused'; end if;
      return new;
    end $$;
    create trigger refuse_attempt before update on scan_repository for each row execute function refuse_attempt()`);

describe("the functions under Lambda's runtime client", () => {
  it("scan an organization: operation to SQS to worker to Postgres and S3, and back as a graph", async () => {
    const id = await trigger({});
    expect(await drain(queueUrl, "scan-worker")).toEqual({ delivered: 1 + 15 + 1, failed: 0 });
    expect(await readScan(id)).toMatchObject({ status: "completed", total_repos: 15, scanned_repos: 15 });
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

  it("stream the graph that the gateway's function answers with", async () => {
    const path = `/api/v1/connected-orgs/${connectedOrgId}/graph`;
    const buffered = await call("getGraph", "GET", path);
    const streamed = await call("streamGetGraph", "GET", path);
    expect([streamed.statusCode, streamed.body]).toEqual([200, buffered.body]);
    expect(streamed.headers["content-type"]).toBe("application/json");
    const headers = { "X-API-Key": key, "Accept-Encoding": "br, gzip" };
    const compressed = (await functions
      .get("streamGetGraph")
      ?.invoke(apiGatewayEvent({ method: "GET", path, headers }))) as HttpAnswer;
    expect(compressed.headers["content-encoding"]).toBe("gzip");
    expect(gunzipSync(Buffer.from(compressed.body, "base64")).toString()).toBe(buffered.body);
    const refused = (await functions
      .get("streamGetGraph")
      ?.invoke(apiGatewayEvent({ method: "GET", path }))) as HttpAnswer;
    expect(refused.statusCode).toBe(401);
  });

  it("count mutations in DynamoDB, whichever container serves them, and count once as they start", async () => {
    const before = await readCounts();
    const another = await startFunction(join(folder, "functions/triggerScan"), environment);
    onTestFinished(another.stop);
    for (const running of [another, functions.get("triggerScan"), another])
      expect(await mutate(running)).toMatchObject({ statusCode: 422 });
    // An answer does not wait longer than 50 ms for its count, which a busy machine needs.
    await expect.poll(readCounts).toEqual({ starting: before.starting + 1, callers: before.callers + 3 });
  }, 60_000);

  it("let mutations pass while DynamoDB is silent, and say so [D-12.11,12]", async () => {
    const silent = createServer().listen(0, "127.0.0.1");
    await once(silent, "listening");
    onTestFinished(() => void silent.close());
    const running = await startFunction(join(folder, "functions/triggerScan"), {
      ...environment,
      AWS_ENDPOINT_URL_DYNAMODB: `http://127.0.0.1:${(silent.address() as AddressInfo).port}`,
    });
    onTestFinished(running.stop);
    const { statusCode, headers } = await mutate(running);
    expect([statusCode, headers["ratelimit"]]).toEqual([422, undefined]);
    await expect.poll(running.log).toContain("No answer within 50 ms.");
    expect(running.log()).toContain('"message":"mutation not counted"');
  }, 60_000);

  it("401 without a key, in the service's own words", async () => {
    const answer = (await functions
      .get("getScan")
      ?.invoke(apiGatewayEvent({ method: "GET", path: `/api/v1/scans/${connectedOrgId}` }))) as HttpAnswer;
    expect(answer.statusCode).toBe(401);
    expect(JSON.parse(answer.body)).toHaveProperty("detail");
  });

  it("say that they are ready, which the bundle can tell without the migrations' folder", async () => {
    const answer = await call("readiness", "GET", "/readyz");
    expect([answer.statusCode, JSON.parse(answer.body)]).toEqual([200, { status: "ready" }]);
    expect((await call("not-found", "GET", "/healthz")).statusCode).toBe(200);
    expect((await call("not-found", "GET", "/readyz")).statusCode).toBe(404);
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

  it("leave to others what their time is too short for", async () => {
    const over = { kind: "finish-scan", workspaceId: randomUUID(), scanId: randomUUID() };
    const event = sqsEvent([over, over]);
    const work = (timeoutMs: number) => functions.get("scan-worker")?.invoke(event, timeoutMs);
    expect(await work(300_000)).toEqual({ batchItemFailures: [] });
    expect(await work(5_000)).toEqual({
      batchItemFailures: event.Records.map(({ messageId }) => ({ itemIdentifier: messageId })),
    });
  });

  it("give up a repository that the worker fails at five times, and end its scan", async () => {
    await breakRepository("orders");
    const id = await trigger({ scan_type: "full" });
    expect(await drain(queueUrl, "scan-worker")).toEqual({
      delivered: 1 + 14 + MAX_RECEIVES,
      failed: MAX_RECEIVES,
    });
    expect(await readScan(id)).toMatchObject({ status: "running", scanned_repos: 14 });
    expect(await drain(deadLettersUrl, "scan-dead-letters")).toEqual({ delivered: 1, failed: 0 });
    expect(await drain(queueUrl, "scan-worker")).toEqual({ delivered: 1, failed: 0 });
    const scan = await readScan(id);
    expect(scan).toMatchObject({ status: "partial", scanned_repos: 14, failed_repos: 1 });
    expect(scan.errors?.repo_errors).toMatchObject([{ code: "gave_up" }]);
    expect(JSON.stringify(scan)).not.toContain("refused");
  }, 120_000);

  it("collect the garbage, and leave the graph to its readers", async () => {
    const path = `/api/v1/connected-orgs/${connectedOrgId}/graph`;
    const before = await call("getGraph", "GET", path);
    await functions.get("garbage-collector")?.invoke({});
    expect(functions.get("garbage-collector")?.log()).toContain('"garbage collected"');
    expect(functions.get("garbage-collector")?.log()).not.toContain('"error"');
    expect((await call("getGraph", "GET", path)).body).toBe(before.body);
  });
});
