import type { Route } from "@knockon/api/route";
import { handle } from "hono/aws-lambda";
import type { ComposePort } from "../compose/aws.ts";
import { operationApp } from "./operation-app.ts";

/** Handles one operation behind API Gateway. */
export const httpHandler = (route: Route, composePorts: readonly ComposePort[]) =>
  handle(operationApp(route, composePorts));
