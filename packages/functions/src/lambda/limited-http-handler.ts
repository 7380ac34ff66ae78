import type { Route } from "@knockon/api/route";
import type { ComposePort } from "../compose/aws.ts";
import { composeMutationLimit } from "../compose/aws/mutation-limit.ts";
import { httpHandler } from "./http-handler.ts";

/** One operation that counts against the limit on mutations. */
export const limitedHttpHandler = async (route: Route, composePorts: readonly ComposePort[]) =>
  httpHandler(route, composePorts, await composeMutationLimit(process.env));
