import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { createServer, request as forward } from "node:http";
import { createServer as createTcpServer, type AddressInfo, type Server } from "node:net";
import { GetItemCommand, UpdateItemCommand } from "@aws-sdk/client-dynamodb";
import type { RateCounter } from "@knockon/core/ports/rate-counter";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { startDynamodb } from "../testing/dynamodb.ts";
import { describeRateCounter } from "../testing/rate-counter-conformance.ts";
import { testConfig } from "../testing/test-config.ts";
import { dynamodbRateCounter } from "./dynamodb.ts";

/** Without the 500 ms timeout, which hundreds of simultaneous requests exceed. A container sends one at a time. */
const NO_TIMEOUT = { requestHandler: {} };
const DAY_SECONDS = 24 * 60 * 60;
const NOW = new Date(Date.UTC(2026, 0, 1));

/** They take turns counting. Each has its own connections. */
const CONTAINERS = 8;
const counters: RateCounter[] = [];
let turn = 0;

let dynamodb: Awaited<ReturnType<typeof startDynamodb>>;
let table: string;

beforeAll(async () => {
  dynamodb = await startDynamodb();
  table = await dynamodb.makeTable();
});

afterAll(() => dynamodb.stop());

describeRateCounter("a DynamoDB table", {
  counter() {
    turn = (turn + 1) % CONTAINERS;
    return (counters[turn] ??= dynamodbRateCounter(table, { ...dynamodb.config, ...NO_TIMEOUT }));
  },
  unreachable: () => dynamodbRateCounter(table, testConfig("http://127.0.0.1:1")),
});

const open = (config = {}) => dynamodbRateCounter(table, { ...dynamodb.config, ...config });

/** Starts a server until the end of the test. Returns its URL. */
async function listen(server: Server): Promise<string> {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function itemOf(key: string) {
  const { Item } = await dynamodb.client.send(
    new GetItemCommand({ TableName: table, Key: { key_prefix: { S: key } } }),
  );
  return Item;
}

/** Records the DynamoDB operations of one count. */
async function operationsOf(count: (endpoint: string) => Promise<unknown>): Promise<string[]> {
  const operations: string[] = [];
  const endpoint = await listen(
    createServer((request, response) => {
      operations.push(String(request.headers["x-amz-target"]).replace(/^.*\./u, ""));
      const { hostname, port } = new URL(dynamodb.config.endpoint);
      const onward = forward(
        { hostname, port, method: "POST", path: "/", headers: request.headers },
        (answer) => {
          response.writeHead(answer.statusCode ?? 500, answer.headers);
          answer.pipe(response);
        },
      );
      request.pipe(onward);
    }),
  );
  await count(endpoint);
  return operations;
}

describe("dynamodbRateCounter", () => {
  it("counts with one read and one conditional update, and rejects with one read [D-12.6]", async () => {
    const key = randomUUID();
    const count = () => operationsOf((endpoint) => open({ endpoint }).count(key, NOW, 2));
    expect(await count()).toEqual(["GetItem", "UpdateItem"]);
    expect(await count()).toEqual(["GetItem", "UpdateItem"]);
    expect(await count()).toEqual(["GetItem"]);
  });

  it("lets DynamoDB delete an item a day after its minute began, and ignores that time when counting [D-12.7]", async () => {
    const key = randomUUID();
    await open().count(key, NOW, 1);
    const expiry = NOW.getTime() / 1000 + DAY_SECONDS;
    expect(await itemOf(key)).toMatchObject({ expires_at: { N: String(expiry) } });
    await dynamodb.client.send(
      new UpdateItemCommand({
        TableName: table,
        Key: { key_prefix: { S: key } },
        UpdateExpression: "SET expires_at = :past",
        ExpressionAttributeValues: { ":past": { N: "1" } },
      }),
    );
    expect(await open().count(key, NOW, 1)).toMatchObject({ isCounted: false });
    const later = new Date(NOW.getTime() + 120_000);
    expect(await open().count(key, later, 1)).toMatchObject({ isCounted: true, previous: 0 });
  });

  it("stores only the key, counts and times", async () => {
    const key = randomUUID();
    await open().count(key, NOW, 1);
    expect(await itemOf(key)).toEqual({
      key_prefix: { S: key },
      started_at: { N: expect.any(String) },
      previous_count: { N: "0" },
      current_count: { N: "1" },
      expires_at: { N: expect.any(String) },
    });
  });

  it("times out if DynamoDB does not respond", async () => {
    const endpoint = await listen(createTcpServer());
    const begun = performance.now();
    await expect(open({ endpoint }).count("key", NOW, 1)).rejects.toThrow("500 ms requestTimeout");
    expect(performance.now() - begun).toBeLessThan(5000);
  });

  it("retries the read if a reused connection was closed", async () => {
    const served = new WeakSet<object>();
    const endpoint = await listen(
      createServer((request, response) => {
        if (served.has(request.socket)) request.socket.destroy();
        else response.writeHead(200, { "Content-Type": "application/x-amz-json-1.0" }).end("{}");
        served.add(request.socket);
      }),
    );
    const counter = open({ endpoint });
    for (let asked = 0; asked < 3; asked += 1)
      expect(await counter.count("key", NOW, 0)).toMatchObject({ isCounted: false });
  });
});
