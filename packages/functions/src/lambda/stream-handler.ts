import type { Route } from "@knockon/api/route";
import { Hono } from "hono";
import { streamHandle } from "hono/aws-lambda";
import { compress } from "hono/compress";
import type { ComposePort } from "../compose/aws.ts";
import { operationApp } from "./operation-app.ts";

/**
 * Handles one operation behind a function URL. The response is streamed and compressed if the client
 * accepts it: beyond 6 MB, Lambda sends at most 2 MB per second.
 */
export const streamHandler = (route: Route, composePorts: readonly ComposePort[]) => {
  const operation = operationApp(route, composePorts);
  return streamHandle(new Hono().use(compress()).all("*", (c) => operation.fetch(c.req.raw, c.env)));
};
