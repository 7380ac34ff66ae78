import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { createClient } from "@knockon/contract/client";
import { BODIES } from "@knockon/contract/examples/bodies";
import { findExample } from "@knockon/contract/examples/find-example";
import { API_PREFIX, type OperationInput } from "@knockon/contract/operation";
import { OPERATIONS } from "@knockon/contract/operations/all";

let baseUrl: string;
let status = 200;
let answer: unknown;
let received: { method: string | undefined; url: string | undefined; key: unknown; body: unknown };

/** Returns `answer` and records the request. */
const server = createServer((request, response) => void serve(request, response));

async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
  await record(request);
  response.writeHead(status, { "Content-Type": "application/json", "X-Request-ID": "r-1" });
  response.end(status === 204 ? undefined : JSON.stringify(answer));
}

async function record(request: IncomingMessage): Promise<void> {
  const body = await text(request);
  const { method, url, headers } = request;
  received = { method, url, key: headers["x-api-key"], body: body === "" ? undefined : JSON.parse(body) };
}

beforeAll(async () => {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
});

beforeEach(() => {
  status = 200;
  answer = {};
});

afterAll(() => server.close());

/** Untyped, because the operations are called in a loop. */
const call = (operation: OperationInput, input: object): Promise<unknown> =>
  createClient({ baseUrl, key: "svc_test" })(operation, input as never);

/** Redirects have no body. */
const operations = OPERATIONS.filter((operation) => operation.status !== 302);

it.each(operations.map((operation) => [operation.id, operation] as const))(
  "%s sends its path and body and returns the response",
  async (id, operation) => {
    const names = Object.keys(operation.params?.shape ?? {});
    const params = Object.fromEntries(names.map((name) => [name, `a ${name}`]));
    ({ status } = operation);
    answer = findExample(operation.response);
    const result = await call(operation, { params, body: BODIES[id] });
    const path = operation.path.replaceAll(/\{(\w+)\}/gu, "a%20$1");
    const { method } = operation;
    expect(received).toEqual({ method, url: `${API_PREFIX}${path}`, key: "svc_test", body: BODIES[id] });
    expect(result).toEqual(answer);
  },
);

it("throws an ApiError with the response's detail and request ID", async () => {
  status = 409;
  answer = { detail: "The scan is already completed." };
  const [operation] = OPERATIONS;
  await expect(operation && call(operation, {})).rejects.toMatchObject({
    status: 409,
    message: "The scan is already completed.",
    requestId: "r-1",
  });
});
