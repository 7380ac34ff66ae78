import { servedPaths } from "@knockon/contract/operation";
import { OPERATIONS } from "@knockon/contract/operations/all";
import { STREAMED_OPERATIONS } from "@knockon/functions/operation-needs";
import { type Assertions, compareLists, functionOf } from "./assertion.ts";

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
