import { servedPaths } from "@knockon/contract/operation";
import { OPERATIONS } from "@knockon/contract/operations/all";
import { STREAMED_OPERATIONS } from "@knockon/functions/operation-needs";
import { type Assertions, compareLists, functionOf } from "./assertion.ts";

/** Megabytes of memory and seconds of timeout. Operations have those of `OPERATION`. */
const OPERATION = "1024 MB, 29 s";
const SIZES: Record<string, string> = {
  ScanWorker: "1769 MB, 300 s",
  ScanDeadLetters: "512 MB, 30 s",
  ScanSweeper: "512 MB, 50 s",
  GarbageCollector: "512 MB, 900 s",
  SignIn: "1769 MB, 29 s",
  Mcp: "1769 MB, 29 s",
  Readiness: "512 MB, 10 s",
  NotFound: "256 MB, 10 s",
  ...Object.fromEntries(
    STREAMED_OPERATIONS.map((operation) => [`Stream${functionOf(operation)}`, "1769 MB, 300 s"]),
  ),
};

/** The integration timeout of API Gateway. */
const GATEWAY_TIMEOUT_SECONDS = 30;

export const gatewayAssertions: Assertions = {
  "functions = operations + streams + scan workers + garbage collector + sign-in + MCP + /readyz + $default":
    ({ functions }) =>
      compareLists(
        functions.map(({ name }) => name),
        [
          ...OPERATIONS.map(functionOf),
          ...STREAMED_OPERATIONS.map((operation) => `Stream${functionOf(operation)}`),
          "ScanWorker",
          "ScanDeadLetters",
          "ScanSweeper",
          "GarbageCollector",
          "SignIn",
          "Mcp",
          "Readiness",
          "NotFound",
        ],
      ),

  "routes = operation paths, each to its function, + sign-in + MCP + /readyz + $default": ({ routes }) =>
    compareLists(
      routes.map(({ key, functionName }) => `${key} → ${functionName}`),
      [
        ...OPERATIONS.flatMap((operation) =>
          servedPaths(operation).map((path) => `${operation.method} ${path} → ${functionOf(operation)}`),
        ),
        "ANY /api/v1/auth/{proxy+} → SignIn",
        "ANY /mcp → Mcp",
        "GET /.well-known/oauth-protected-resource → Mcp",
        "GET /.well-known/oauth-protected-resource/mcp → Mcp",
        "GET /readyz → Readiness",
        "$default → NotFound",
      ],
    ),

  "functions run nodejs24.x on arm64": ({ functions }) =>
    functions
      .map(({ name, runtime, architectures }) => `${name}: ${runtime} on ${architectures.join()}`)
      .filter((line) => !line.endsWith(": nodejs24.x on arm64")),

  "functions have the memory and the timeout of their work": ({ functions }) =>
    compareLists(
      functions.map(({ name, memorySize, timeout }) => `${name}: ${memorySize} MB, ${timeout} s`),
      functions.map(({ name }) => `${name}: ${SIZES[name] ?? OPERATION}`),
    ),

  "archives fit into the worker's temporary storage": ({ functions }) =>
    functions
      .filter(({ variables, ephemeralStorage }) => {
        const limit = Number(variables["ARCHIVE_LIMIT_MIB"] ?? 0);
        return limit + 64 > (ephemeralStorage?.size ?? 512);
      })
      .map(({ name, variables }) => `${name}: ${variables["ARCHIVE_LIMIT_MIB"]} MiB`),

  "no function takes a part of the account's concurrency away from the others": ({ functions }) =>
    functions
      .filter(({ reservedConcurrentExecutions }) => reservedConcurrentExecutions !== undefined)
      .map(({ name }) => name),

  "logs are kept for 90 days in production, else for a week": ({ stage, logGroups, functions }) => [
    ...logGroups
      .filter(({ retentionInDays }) => retentionInDays !== (stage === "production" ? 90 : 7))
      .map(({ name, retentionInDays }) => `${name}: ${retentionInDays} days`),
    ...functions
      .filter(
        ({ loggingConfig }) => !logGroups.some(({ physicalName }) => physicalName === loggingConfig.logGroup),
      )
      .map(({ name }) => `${name}: no log group`),
  ],

  "functions time out before the gateway does": ({ functions, routes }) =>
    functions
      .filter(({ name }) => routes.some(({ functionName }) => functionName === name))
      .filter(({ timeout }) => timeout >= GATEWAY_TIMEOUT_SECONDS)
      .map(({ name, timeout }) => `${name}: ${timeout} s`),

  "no wildcard CORS": ({ corsOrigins }) =>
    corsOrigins
      .filter(({ origins }) => origins.some((origin) => origin.includes("*")))
      .map(({ name, origins }) => `${name}: ${origins.join()}`),
};
