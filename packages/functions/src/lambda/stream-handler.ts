import type { Route } from "@knockon/api/route";
import { streamHandle } from "hono/aws-lambda";
import type { ComposePort } from "../compose/aws.ts";
import { operationApp } from "./operation-app.ts";

/** One operation behind a function URL: what it answers leaves as it is made, however large it gets. */
export const streamHandler = (route: Route, composePorts: readonly ComposePort[]) =>
  streamHandle(operationApp(route, composePorts));
