import { randomUUID } from "node:crypto";
import type { AddressInfo } from "node:net";
import { serve } from "@hono/node-server";
import { Hono } from "hono";

const TIMEOUT_MS = 30_000;
const STREAMED_RESPONSE = "application/vnd.awslambda.http-integration-response";
const END_OF_HEAD = "\0".repeat(8);
const ARN = "arn:aws:lambda:us-east-1:123456789012:function:knockon";

export interface RuntimeApi {
  /** `host:port`, as `AWS_LAMBDA_RUNTIME_API` has it. */
  address: string;
  /** Rejects with a FunctionError if the handler throws. Passes the handler its timeout, but does not enforce it. */
  invoke(event: unknown, timeoutMs?: number): Promise<unknown>;
  /** Rejects current and future invocations, because the runtime has exited. */
  fail(error: Error): void;
  close(): void;
}

/** An error thrown by a handler or its module, as Lambda reports it. */
export class FunctionError extends Error {
  readonly errorType: string;
  constructor(reported: { errorType: string; errorMessage: string }) {
    super(reported.errorMessage);
    this.errorType = reported.errorType;
  }
}

interface StreamedHead {
  headers?: Record<string, string>;
}

/** Decodes a streamed response as a function URL does: its head, eight zero bytes, and its body, in base64 if it is compressed. */
async function readStreamed(request: Request): Promise<unknown> {
  const bytes = Buffer.from(await request.arrayBuffer());
  const end = bytes.indexOf(END_OF_HEAD);
  const head = JSON.parse(bytes.toString("utf8", 0, end)) as StreamedHead;
  const body = bytes.subarray(end + END_OF_HEAD.length);
  if (head.headers?.["content-encoding"] === undefined) return { ...head, body: body.toString() };
  return { ...head, body: body.toString("base64"), isBase64Encoded: true };
}

/** A fake of Lambda's Runtime API: serves events to a runtime client and receives the results. */
export async function startRuntimeApi(): Promise<RuntimeApi> {
  const queued: { id: string; event: unknown; deadline: number }[] = [];
  const outcomes = new Map<string, PromiseWithResolvers<unknown>>();
  let wake: (() => void) | undefined;
  let failure: Error | undefined;

  async function nextInvocation() {
    for (;;) {
      const invocation = queued.shift();
      if (invocation) return invocation;
      await new Promise<void>((resolve) => (wake = resolve));
    }
  }

  function fail(error: Error): void {
    failure ??= error;
    for (const outcome of outcomes.values()) outcome.reject(failure);
    outcomes.clear();
  }

  const app = new Hono().basePath("/2018-06-01/runtime");
  app.get("/invocation/next", async (c) => {
    const { id, event, deadline } = await nextInvocation();
    c.header("Lambda-Runtime-Aws-Request-Id", id);
    c.header("Lambda-Runtime-Deadline-Ms", String(deadline));
    c.header("Lambda-Runtime-Invoked-Function-Arn", ARN);
    return c.json(event);
  });
  app.post("/invocation/:id/response", async (c) => {
    const outcome = outcomes.get(c.req.param("id"));
    const isStreamed = c.req.header("Content-Type") === STREAMED_RESPONSE;
    await (isStreamed ? readStreamed(c.req.raw) : c.req.json()).then(outcome?.resolve, outcome?.reject);
    return c.json({}, 202);
  });
  app.post("/invocation/:id/error", async (c) => {
    outcomes.get(c.req.param("id"))?.reject(new FunctionError(await c.req.json()));
    return c.json({}, 202);
  });
  app.post("/init/error", async (c) => {
    fail(new FunctionError(await c.req.json()));
    return c.json({}, 202);
  });

  const { promise: listening, resolve: onListening } = Promise.withResolvers<AddressInfo>();
  const server = serve({ fetch: app.fetch, hostname: "127.0.0.1", port: 0 }, onListening);
  const { port } = await listening;
  return {
    address: `127.0.0.1:${port}`,
    invoke(event, timeoutMs = TIMEOUT_MS) {
      const id = randomUUID();
      const outcome = Promise.withResolvers<unknown>();
      outcomes.set(id, outcome);
      queued.push({ id, event, deadline: Date.now() + timeoutMs });
      wake?.();
      if (failure) outcome.reject(failure);
      return outcome.promise;
    },
    fail,
    close() {
      if ("closeAllConnections" in server) server.closeAllConnections();
      server.close();
    },
  };
}
