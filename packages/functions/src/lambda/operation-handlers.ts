import { createApp } from "@knockon/api/app";
import { authenticateAgainst } from "@knockon/api/identity";
import type { MutationLimit } from "@knockon/api/limit-mutations";
import type { Route } from "@knockon/api/route";
import { Hono } from "hono";
import { handle, streamHandle } from "hono/aws-lambda";
import { compress } from "hono/compress";
import { composeAws, type ComposePort } from "../compose/aws.ts";
import { composeMutationLimit } from "../compose/aws-ports.ts";
import { parseSessionSecret } from "../compose/settings.ts";

/** Handles an operation behind API Gateway. */
export const httpHandler = (route: Route, composePorts: readonly ComposePort[]) =>
  handle(operationApp(route, composePorts));

/** Handles an operation behind API Gateway that counts against the mutation limit. */
export const limitedHttpHandler = async (route: Route, composePorts: readonly ComposePort[]) =>
  handle(operationApp(route, composePorts, await composeMutationLimit(process.env)));

/**
 * Handles an operation behind a function URL and streams its response. Compresses it if the client accepts that, because Lambda
 * limits a stream to 2 MB/s after the first 6 MB.
 */
export const streamHandler = (route: Route, composePorts: readonly ComposePort[]) => {
  const operation = operationApp(route, composePorts);
  return streamHandle(new Hono().use(compress()).all("*", (c) => operation.fetch(c.req.raw, c.env)));
};

/** Creates the service with a single operation, once per container. */
function operationApp(route: Route, composePorts: readonly ComposePort[], mutationLimit?: MutationLimit) {
  const context = composeAws(process.env, composePorts);
  return createApp({
    routes: [route],
    context,
    authenticate: authenticateAgainst(context.database, parseSessionSecret(process.env)),
    ...(mutationLimit && { mutationLimit }),
    allowedOrigins: process.env["ALLOWED_ORIGINS"]?.split(",") ?? [],
  });
}
