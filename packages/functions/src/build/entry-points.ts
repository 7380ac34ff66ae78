import { join } from "node:path";
import { isRateLimited, type OperationInput } from "@knockon/contract/operation";
import { OPERATIONS } from "@knockon/contract/operations/all";
import type { Plugin } from "esbuild";
import { needsOf, STREAMED_OPERATIONS, streamFunctionOf, type Need } from "../operation-needs.ts";

/** Functions that serve no operation. Their entry points are files in the Lambda folder. */
const OTHER_FUNCTIONS = [
  "scan-worker",
  "scan-dead-letters",
  "scan-sweeper",
  "garbage-collector",
  "readiness",
  "sign-in",
  "mcp",
  "not-found",
];

/** Returns every function's entry point by function name. Streamed operations have two functions. */
export const functionEntryPoints = (lambdaFolder: string): Record<string, string> =>
  Object.fromEntries([
    ...OPERATIONS.map(({ id }) => [id, operationEntry(id)]),
    ...STREAMED_OPERATIONS.map(({ id }) => [streamFunctionOf(id), streamEntry(id)]),
    ...OTHER_FUNCTIONS.map((name) => [name, join(lambdaFolder, `${name}.ts`)]),
  ]);

/** The generated entry points of an operation: behind the gateway, and behind a streaming URL. */
export const operationEntry = (operationId: string): string => `operation:${operationId}`;
export const streamEntry = (operationId: string): string => `stream:${operationId}`;

const OPERATIONS_BY_ID: ReadonlyMap<string, OperationInput> = new Map(
  OPERATIONS.map((operation) => [operation.id, operation]),
);

/** The function that composes the port of each need. Some needs are settings alone. */
const PORT_COMPOSERS: Record<Need, string | undefined> = {
  queue: "composeQueue",
  readBlobs: "composeBlobStore",
  publishBlobs: "composeBlobStore",
  gitHosts: "composeGitHosts",
  installations: "composeGitHosts",
  encryptionKeys: "composeEncryptionKeys",
  mail: "composeMail",
  githubApp: "composeGithubApp",
  appEvents: "composeAppEvents",
  sessions: undefined,
  ownership: undefined,
  payments: "composePayments",
  paymentEvents: undefined,
};

/**
 * Generates the entry module of an operation's function: one of the handlers in `lambdaFolder`, called with the
 * operation's route and the ports it needs. A route is exported by the module named after the operation's tag:
 * `cancelScanRoute` by `@knockon/api/routes/scans`. Tree shaking drops other routes and ports.
 */
export const operationEntries = (lambdaFolder: string): Plugin => ({
  name: "operation-entries",
  setup(build) {
    build.onResolve({ filter: /^(operation|stream):/ }, ({ path }) => ({ path, namespace: "operation" }));
    build.onLoad({ filter: /./, namespace: "operation" }, ({ path }) => {
      const [kind, operationId = ""] = path.split(":");
      const operation = OPERATIONS_BY_ID.get(operationId);
      if (!operation) return { errors: [{ text: `Unknown operation ${operationId}` }] };
      const handler = kind === "stream" ? "streamHandler" : handlerOf(operation);
      return { contents: entrySource(operation, handler), resolveDir: lambdaFolder };
    });
  },
});

/** Only rate-limited operations bundle the counter and its SDK. */
const handlerOf = (operation: OperationInput): string =>
  isRateLimited(operation) ? "limitedHttpHandler" : "httpHandler";

function entrySource({ id, tag }: OperationInput, handler: string): string {
  const route = `${id}Route`;
  const composers = [...new Set(needsOf(id).flatMap((need) => PORT_COMPOSERS[need] ?? []))];
  return [
    `import { ${route} } from "@knockon/api/routes/${tag.replaceAll(" ", "-")}";`,
    `import { ${handler} } from "./operation-handlers.ts";`,
    ...composers.map((name) => `import { ${name} } from "../compose/${moduleOf(name)}.ts";`),
    `export const handler = await ${handler}(${route}, [${composers.join(", ")}]);`,
  ].join("\n");
}

const moduleOf = (composer: string): string =>
  composer === "composePayments" ? "aws-payments" : "aws-ports";
