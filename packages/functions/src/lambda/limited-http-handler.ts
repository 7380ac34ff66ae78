import type { Route } from "@knockon/api/route";
import { composeMutationLimit } from "../compose/aws-mutation-limit.ts";
import { httpHandler } from "./http-handler.ts";

/** One operation that counts against the limit on mutations. */
export const limitedHttpHandler = async (route: Route) =>
  httpHandler(route, await composeMutationLimit(process.env));
