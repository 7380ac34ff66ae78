import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { cp, mkdtemp, rm } from "node:fs/promises";
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
import { getGraph } from "@knockon/contract/operations/connected-org";
import type { DependencyGraph } from "@knockon/contract/resources/graph";
import type { Scan } from "@knockon/contract/resources/scan";
import { createApiKey } from "@knockon/core/api-key/api-keys";
import { connectNodePostgres } from "@knockon/db/connect/node-postgres";
import type { Database } from "@knockon/db/database";
import { composeLocal } from "@knockon/functions/compose/local";
import { jsonLogger } from "@knockon/functions/compose/logger";
import { makeExampleOrganization } from "@knockon/functions/local/example-organization";
import { openOrg, openWorkspace } from "@knockon/functions/local/first-scan";
import { builtFunctions } from "@knockon/functions/testing/built-functions";
import { apiGatewayEvent, sqsEvent, type HttpRequest } from "@knockon/functions/testing/events";
import { startFunction, type RunningFunction } from "@knockon/functions/testing/start-function";
import type { SQSBatchResponse } from "aws-lambda";
import { startFauxqs } from "fauxqs";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { startNeonDatabase } from "../testing/neon-database.ts";
import { portableGraph } from "../testing/portable-graph.ts";
import { startTestService } from "../testing/test-service.ts";

const FUNCTIONS = [
  "triggerScan",
  "getScan",
  "getGraph",
  "streamGetGraph",
  "scan-worker",
  "scan-dead-letters",
  "garbage-collector",
  "readiness",
  "not-found",
] as const;
type FunctionName = (typeof FUNCTIONS)[number];
const REPOSITORY_COUNT = 15;
const MAX_RECEIVES = 5;
const SDK_CREDENTIALS = { accessKeyId: "test", secretAccessKey: "test" };

const cleanups: (() => unknown)[] = [];
const functions = new Map<FunctionName, RunningFunction>();
let queueUrl: string;
let deadLettersUrl: string;
let database: Database;
let sqs: SQSClient;
let dynamodb: Awaited<ReturnType<typeof startDynamodb>>;
let environment: Record<string, string>;
let functionsFolder: string;
let key: string;
let connectedOrgId: string;

/** The deployed bundles in Lambda's own runtime client, over Neon's driver, SQS, S3 and DynamoDB. */
beforeAll(async () => {
  const folder = await mkdtemp(join(tmpdir(), "knockon-lambda-"));
  cleanups.push(() => rm(folder, { recursive: true, force: true }));
  const neon = await startNeonDatabase();
  cleanups.push(neon.close);
  const aws = await startFauxqs({ port: 0, logger: false });
  cleanups.push(() => aws.stop());
  const { queueArn } = aws.createQueue("scan-dead-letters");
  const redrive = { deadLetterTargetArn: queueArn, maxReceiveCount: MAX_RECEIVES };
  aws.createQueue("scan", { attributes: { RedrivePolicy: JSON.stringify(redrive) } });
  aws.createBucket("blobs");
  dynamodb = await startDynamodb();
  cleanups.push(dynamodb.stop);
  queueUrl = `${aws.address}/000000000000/scan`;
  deadLettersUrl = `${queueUrl}-dead-letters`;
  const connection = connectNodePostgres(neon.url, 1);
  cleanups.push(connection.close);
  ({ database } = connection);
  sqs = new SQSClient({ endpoint: aws.address, region: "us-east-1", credentials: SDK_CREDENTIALS });
  cleanups.push(() => sqs.destroy());

  const organization = await makeExampleOrganization(folder);
  ({ key, connectedOrgId } = await connectOrganization(neon.url, folder, organization));

  ({ folder: functionsFolder } = await builtFunctions());
  environment = {
    AWS_ACCESS_KEY_ID: SDK_CREDENTIALS.accessKeyId,
    AWS_SECRET_ACCESS_KEY: SDK_CREDENTIALS.secretAccessKey,
    PATH: process.env["PATH"] ?? "",
    ...neon.environment,
    AWS_ENDPOINT_URL_SQS: aws.address,
    AWS_ENDPOINT_URL_S3: aws.address,
    AWS_ENDPOINT_URL_DYNAMODB: dynamodb.config.endpoint,
    RATE_LIMIT_TABLE: await dynamodb.makeTable(),
    SCAN_QUEUE_URL: queueUrl,
    BLOB_BUCKET: "blobs",
    LOCAL_ORG_ROOTS: organization,
  };
  for (const name of FUNCTIONS) {
    const running = await startFunction(join(functionsFolder, name), environment);
    functions.set(name, running);
    cleanups.push(running.stop);
  }
}, 180_000);

afterAll(async () => {
  for (const cleanup of cleanups.toReversed()) await cleanup();
});

async function connectOrganization(databaseUrl: string, dataFolder: string, organization: string) {
  const connection = connectNodePostgres(databaseUrl);
  const log = jsonLogger(() => {});
  const local = composeLocal({
    database: connection.database,
    dataFolder,
    localOrgRoots: [organization],
    threads: 1,
    log,
  });
  const ctx = await openWorkspace(local.shared);
  const org = await openOrg(ctx, "acme", organization);
  const created = await createApiKey(ctx, { name: "CI" });
  await local.close();
  await connection.close();
  return { key: created.key, connectedOrgId: org.id };
}

interface HttpResponse {
  statusCode: number;
  headers: Record<string, string>;
  body: string;
}

function get(name: FunctionName): RunningFunction {
  const running = functions.get(name);
  if (!running) throw new Error(`The function ${name} is not running.`);
  return running;
}

const send = async (running: RunningFunction, request: HttpRequest) =>
  (await running.invoke(apiGatewayEvent(request))) as HttpResponse;

const call = (name: FunctionName, method: string, path: string, body?: unknown) =>
  send(get(name), {
    method,
    path,
    headers: { "X-API-Key": key },
    ...(body !== undefined && { body }),
  });

const scansPath = () => `/api/v1/connected-orgs/${connectedOrgId}/scans`;
const graphPath = () => `/api/v1/connected-orgs/${connectedOrgId}/graph`;

/** Sends a mutation that is counted, then rejected as malformed. */
const mutate = (running: RunningFunction) =>
  send(running, { method: "POST", path: scansPath(), headers: { "X-API-Key": key }, body: "not an object" });

/** The counts that functions made as they started, and those of their callers. */
async function readCounts() {
  const { starting = 0, ...callers } = Object.fromEntries(
    await dynamodb.readCounts(environment["RATE_LIMIT_TABLE"] ?? ""),
  );
  return { starting, callers: Object.values(callers).reduce((sum, count) => sum + count, 0) };
}

/** Delivers a queue's messages to a function one at a time, as SQS does, until the queue is empty. */
async function drain(
  QueueUrl: string,
  subscriber: FunctionName,
): Promise<{ delivered: number; failed: number }> {
  let failed = 0;
  for (let delivered = 0; ; delivered += 1) {
    const { Messages: [message] = [] } = await sqs.send(new ReceiveMessageCommand({ QueueUrl }));
    if (!message) return { delivered, failed };
    const { Body = "", ReceiptHandle } = message;
    const response = (await get(subscriber).invoke(sqsEvent([JSON.parse(Body)]))) as SQSBatchResponse;
    if (response.batchItemFailures.length === 0) {
      await sqs.send(new DeleteMessageCommand({ QueueUrl, ReceiptHandle }));
      continue;
    }
    failed += 1;
    await sqs.send(new ChangeMessageVisibilityCommand({ QueueUrl, ReceiptHandle, VisibilityTimeout: 0 }));
  }
}

async function trigger(body: unknown): Promise<string> {
  const response = await call("triggerScan", "POST", scansPath(), body);
  expect(response.statusCode).toBe(202);
  return (JSON.parse(response.body) as Scan).id;
}

const readScan = async (id: string) =>
  JSON.parse((await call("getScan", "GET", `/api/v1/scans/${id}`)).body) as Scan;

/** Makes every later attempt at a repository fail, by a trigger that rejects the start of the attempt. */
const breakRepository = (name: string) =>
  database.execute(`
    create function refuse_attempt() returns trigger language plpgsql security definer as $$
    begin
      if new.attempt > old.attempt
        and exists (select from repository where id = new.repository_id and name = '${name}')
      then raise exception 'refused'; end if;
      return new;
    end $$;
    create trigger refuse_attempt before update on scan_repository for each row execute function refuse_attempt()`);

/** The graph of the same organization, scanned by the local product. */
async function graphOfLocalScan(organization: string): Promise<DependencyGraph> {
  const service = await startTestService();
  onTestFinished(() => service.close());
  const folder = join(service.folder, "examples");
  await cp(organization, folder, { recursive: true });
  const workspace = await service.openWorkspace("Examples");
  const localOrgId = await workspace.connect("examples", folder);
  expect(await workspace.scan(localOrgId)).toMatchObject({ status: "completed", failed_repos: 0 });
  return workspace.call(getGraph, { params: { connected_org_id: localOrgId } });
}

describe("the deployed functions", () => {
  it("scan an organization through SQS, Postgres and S3 into the graph that a local scan builds", async () => {
    const id = await trigger({});
    expect(await drain(queueUrl, "scan-worker")).toEqual({ delivered: 1 + REPOSITORY_COUNT + 1, failed: 0 });
    expect(await readScan(id)).toMatchObject({
      status: "completed",
      total_repos: REPOSITORY_COUNT,
      scanned_repos: REPOSITORY_COUNT,
    });
    const graph = JSON.parse((await call("getGraph", "GET", graphPath())).body) as DependencyGraph;
    expect(graph.edges.length).toBeGreaterThan(10);
    expect(portableGraph(graph)).toEqual(
      portableGraph(await graphOfLocalScan(environment["LOCAL_ORG_ROOTS"] ?? "")),
    );
  }, 120_000);

  it("stream the same graph that the gateway's function returns", async () => {
    const buffered = await call("getGraph", "GET", graphPath());
    const streamed = await call("streamGetGraph", "GET", graphPath());
    expect([streamed.statusCode, streamed.body]).toEqual([200, buffered.body]);
    expect(streamed.headers["content-type"]).toBe("application/json");
    const headers = { "X-API-Key": key, "Accept-Encoding": "br, gzip" };
    const compressed = await send(get("streamGetGraph"), { method: "GET", path: graphPath(), headers });
    expect(compressed.headers["content-encoding"]).toBe("gzip");
    expect(gunzipSync(Buffer.from(compressed.body, "base64")).toString()).toBe(buffered.body);
    const rejected = await send(get("streamGetGraph"), { method: "GET", path: graphPath() });
    expect(rejected.statusCode).toBe(401);
  });

  it("count mutations in DynamoDB across containers, and count once when they start", async () => {
    const before = await readCounts();
    const another = await startFunction(join(functionsFolder, "triggerScan"), environment);
    onTestFinished(another.stop);
    for (const running of [another, get("triggerScan"), another])
      expect(await mutate(running)).toMatchObject({ statusCode: 422 });
    // A response waits at most 50 ms for its count, so on a busy machine the count may follow it.
    await expect.poll(readCounts).toEqual({ starting: before.starting + 1, callers: before.callers + 3 });
  }, 60_000);

  it("let mutations pass while DynamoDB does not respond, and log it [D-12.11,12]", async () => {
    const silent = createServer().listen(0, "127.0.0.1");
    await once(silent, "listening");
    onTestFinished(() => void silent.close());
    const running = await startFunction(join(functionsFolder, "triggerScan"), {
      ...environment,
      AWS_ENDPOINT_URL_DYNAMODB: `http://127.0.0.1:${(silent.address() as AddressInfo).port}`,
    });
    onTestFinished(running.stop);
    const { statusCode, headers } = await mutate(running);
    expect([statusCode, headers["ratelimit"]]).toEqual([422, undefined]);
    await expect.poll(running.log).toContain("The counter did not respond within 50 ms.");
    expect(running.log()).toContain('"message":"mutation not counted"');
  }, 60_000);

  it("return 401 without a key", async () => {
    const path = `/api/v1/scans/${connectedOrgId}`;
    const response = await send(get("getScan"), { method: "GET", path });
    expect(response.statusCode).toBe(401);
    expect(JSON.parse(response.body)).toHaveProperty("detail");
  });

  it("report readiness without the migrations folder", async () => {
    const response = await call("readiness", "GET", "/readyz");
    expect([response.statusCode, JSON.parse(response.body)]).toEqual([200, { status: "ready" }]);
    expect((await call("not-found", "GET", "/healthz")).statusCode).toBe(200);
    expect((await call("not-found", "GET", "/readyz")).statusCode).toBe(404);
  });

  it("return 404 for an unknown path and 405 for an unknown method", async () => {
    expect((await call("not-found", "GET", "/api/v1/nothing")).statusCode).toBe(404);
    const wrongMethod = await call("not-found", "PATCH", `/api/v1/scans/${connectedOrgId}`);
    expect(wrongMethod.statusCode).toBe(405);
    expect(wrongMethod.headers["allow"]).toContain("GET");
  });

  it("return only a failed message to SQS", async () => {
    const event = sqsEvent([
      { kind: "finish-scan", workspaceId: "not a uuid", scanId: connectedOrgId },
      { kind: "finish-scan", workspaceId: randomUUID(), scanId: randomUUID() },
    ]);
    const response = await get("scan-worker").invoke(event);
    expect(response).toEqual({ batchItemFailures: [{ itemIdentifier: event.Records[0]?.messageId }] });
  });

  it("return messages to SQS that the remaining time is too short for", async () => {
    const ended = { kind: "finish-scan", workspaceId: randomUUID(), scanId: randomUUID() };
    const event = sqsEvent([ended, ended]);
    const work = (timeoutMs: number) => get("scan-worker").invoke(event, timeoutMs);
    expect(await work(300_000)).toEqual({ batchItemFailures: [] });
    expect(await work(5_000)).toEqual({
      batchItemFailures: event.Records.map(({ messageId }) => ({ itemIdentifier: messageId })),
    });
  });

  it("give up a repository after five failed deliveries, and finish its scan", async () => {
    await breakRepository("orders");
    const id = await trigger({ scan_type: "full" });
    const others = REPOSITORY_COUNT - 1;
    expect(await drain(queueUrl, "scan-worker")).toEqual({
      delivered: 1 + others + MAX_RECEIVES,
      failed: MAX_RECEIVES,
    });
    expect(await readScan(id)).toMatchObject({ status: "running", scanned_repos: others });
    expect(await drain(deadLettersUrl, "scan-dead-letters")).toEqual({ delivered: 1, failed: 0 });
    expect(await drain(queueUrl, "scan-worker")).toEqual({ delivered: 1, failed: 0 });
    const scan = await readScan(id);
    expect(scan).toMatchObject({ status: "partial", scanned_repos: others, failed_repos: 1 });
    expect(scan.errors?.repo_errors).toMatchObject([{ code: "gave_up" }]);
    expect(JSON.stringify(scan)).not.toContain("refused");
  }, 120_000);

  it("collect garbage and keep the current graph", async () => {
    const before = await call("getGraph", "GET", graphPath());
    await get("garbage-collector").invoke({});
    const log = get("garbage-collector").log();
    expect(log).toContain('"garbage collected"');
    expect(log).not.toContain('"error"');
    expect((await call("getGraph", "GET", graphPath())).body).toBe(before.body);
  });
});
