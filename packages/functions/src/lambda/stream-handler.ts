import type { Route } from "@knockon/api/route";
import { Hono } from "hono";
import { streamHandle } from "hono/aws-lambda";
import { compress } from "hono/compress";
import type { ComposePort } from "../compose/aws.ts";
import { operationApp } from "./operation-app.ts";

/**
 * One operation behind a function URL: what it answers leaves as it is made, however large it gets, and compressed where
 * that is accepted: of what is beyond 6 MB Lambda sends no more than 2 MB a second.
 */
export const streamHandler = (route: Route, composePorts: readonly ComposePort[]) => {
  const operation = operationApp(route, composePorts);
  return streamHandle(new Hono().use(compress()).all("*", (c) => operation.fetch(c.req.raw, c.env)));
};
