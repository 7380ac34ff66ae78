import type { Route } from "@knockon/api/route";
import { handle } from "hono/aws-lambda";
import type { ComposePort } from "../compose/aws.ts";
import { composeMutationLimit } from "../compose/aws/mutation-limit.ts";
import { operationApp } from "./operation-app.ts";

/** Handles one rate-limited operation behind API Gateway. */
export const limitedHttpHandler = async (route: Route, composePorts: readonly ComposePort[]) =>
  handle(operationApp(route, composePorts, await composeMutationLimit(process.env)));
