import { isRateLimited, servedPaths } from "@knockon/contract/operation";
import { OPERATIONS } from "@knockon/contract/operations/all";
import { receivePaymentsWebhook } from "@knockon/contract/operations/webhook";
import { useDatabase } from "./database.ts";
import { createFunction } from "./function.ts";
import { api } from "./gateway.ts";
import { operationGrants } from "./operation-grants.ts";
import { allowOwnOrigin } from "./session.ts";

/** Those that count, by their names. */
export const mutationFunctions = new Map<string, sst.aws.Function>();

/** By their operations' ids. */
const handlers = new Map<string, sst.aws.Function>();

for (const operation of OPERATIONS) {
  const name = operation.id.replace(/^./u, (letter) => letter.toUpperCase());
  const handler = createFunction(name, {
    bundle: operation.id,
    memory: "1024 MB",
    timeout: "29 seconds",
    grants: operationGrants(operation),
    hasUrl: operation.id === receivePaymentsWebhook.id,
  });
  handlers.set(operation.id, handler);
  if (isRateLimited(operation)) mutationFunctions.set(name, handler);
  for (const path of servedPaths(operation)) api.route(`${operation.method} ${path}`, handler.arn);
}

/** Where Stripe may send its events past router and gateway. A function's URL ends in a slash. */
export const paymentsWebhookUrl = $interpolate`${handlers.get(receivePaymentsWebhook.id)?.url}${servedPaths(receivePaymentsWebhook)[0]?.slice(1)}`;

const readiness = createFunction("Readiness", {
  bundle: "readiness",
  memory: "512 MB",
  timeout: "10 seconds",
  grants: [useDatabase],
});

api.route("GET /readyz", readiness.arn);

const notFound = createFunction("NotFound", {
  bundle: "not-found",
  memory: "256 MB",
  timeout: "10 seconds",
  grants: [allowOwnOrigin],
});

/** Preflights, `/healthz`, `/openapi.json`, `/docs`, unknown paths and unknown methods, in the service's own words. */
api.route("$default", notFound.arn);
