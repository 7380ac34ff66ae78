import { isRateLimited, servedPaths, type OperationInput } from "@knockon/contract/operation";
import { OPERATIONS } from "@knockon/contract/operations/all";
import { receivePaymentsWebhook } from "@knockon/contract/operations/webhook";
import {
  type Need,
  STREAMED_OPERATIONS,
  needsOf,
  streamFunctionOf,
} from "@knockon/functions/operation-needs";
import { createFunction, type Grant } from "./function.ts";
import {
  allowOwnOrigin,
  enforcePlans,
  installApp,
  readOwnershipSettings,
  receiveAppEvents,
  receivePayments,
  sendMail,
  useCredentials,
  useDatabase,
  useInstallations,
  usePayments,
  useSessions,
} from "./grants.ts";
import { sendScanMessages } from "./queue.ts";
import { router } from "./router.ts";
import { streamPrefix } from "./router/viewer-request.ts";
import { stagePolicy } from "./stage.ts";
import { countMutations, publishBlobs, readBlobs } from "./storage.ts";

/** The functions handle CORS preflights, since they know the allowed origins. */
export const api = new sst.aws.ApiGatewayV2("Api", {
  cors: false,
  accessLog: { retention: stagePolicy($app.stage).logRetention },
});

/** Serves every path that has no other route, unknown paths included: their 404 comes from the API. */
router.route("/", api.url, { readTimeout: "30 seconds" });

/** Git hosts are outside AWS: reaching them needs no grant. */
const GRANTS: Record<Need, Grant | undefined> = {
  queue: sendScanMessages,
  readBlobs,
  publishBlobs,
  gitHosts: undefined,
  installations: useInstallations,
  encryptionKeys: useCredentials,
  mail: sendMail,
  githubApp: installApp,
  appEvents: receiveAppEvents,
  sessions: useSessions,
  ownership: readOwnershipSettings,
  payments: usePayments,
  paymentEvents: receivePayments,
};

const operationGrants = (operation: OperationInput): Grant[] => [
  useDatabase,
  enforcePlans,
  ...(operation.auth.credentials.includes("session") ? [useSessions] : []),
  ...(isRateLimited(operation) ? [countMutations] : []),
  ...needsOf(operation.id).flatMap((need) => GRANTS[need] ?? []),
];

const capitalize = (id: string): string => id.replace(/^./u, (letter) => letter.toUpperCase());

/** Functions by operation ID. */
const operationFunctions = new Map(
  OPERATIONS.map((operation) => {
    const handler = createFunction(capitalize(operation.id), {
      bundle: operation.id,
      memory: "1024 MB",
      timeout: "29 seconds",
      grants: operationGrants(operation),
      hasUrl: operation.id === receivePaymentsWebhook.id,
    });
    for (const path of servedPaths(operation)) api.route(`${operation.method} ${path}`, handler.arn);
    return [operation.id, handler];
  }),
);

/** Functions of rate-limited operations, by function name. */
export const mutationFunctions = new Map(
  OPERATIONS.filter(isRateLimited).flatMap(({ id }) => {
    const handler = operationFunctions.get(id);
    return handler ? [[capitalize(id), handler]] : [];
  }),
);

/** Its URL bypasses the gateway, and therefore the gateway's metrics. */
export const paymentsWebhook = operationFunctions.get(receivePaymentsWebhook.id);

/** The URL for Stripe's events, which bypasses router and gateway. A function's URL ends with a slash. */
export const paymentsWebhookUrl = $interpolate`${paymentsWebhook?.url}${servedPaths(receivePaymentsWebhook)[0]?.slice(1)}`;

/** Functions of streamed operations, by function name. Their URLs are public, as the gateway is: each checks credentials. */
export const streamFunctions = new Map(
  STREAMED_OPERATIONS.map((operation) => {
    const bundle = streamFunctionOf(operation.id);
    const path = streamPrefix(operation.id);
    const streaming = createFunction(capitalize(bundle), {
      bundle,
      memory: "1769 MB",
      timeout: "5 minutes",
      grants: operationGrants(operation),
      streamedTo: {
        instance: router,
        path,
        rewrite: { regex: `^${path}`, to: "" },
        readTimeout: "60 seconds",
      },
    });
    return [capitalize(bundle), streaming];
  }),
);

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

/** Serves preflights, `/healthz`, `/openapi.json` and `/docs`, and the API's 404 for unknown paths and methods. */
api.route("$default", notFound.arn);
