import { isRateLimited, type OperationInput } from "@knockon/contract/operation";
import { OPERATIONS } from "@knockon/contract/operations/all";
import type { Plugin } from "esbuild";
import { needsOf, type Need } from "../operation-needs.ts";

/** Entry points that `operationEntries` generates for an operation: behind the gateway, and behind a streaming URL. */
export const operationEntry = (operationId: string): string => `operation:${operationId}`;
export const streamEntry = (operationId: string): string => `stream:${operationId}`;

const OPERATIONS_BY_ID: ReadonlyMap<string, OperationInput> = new Map(
  OPERATIONS.map((operation) => [operation.id, operation]),
);

/** The function that creates the port of each need, such as `composeBlobStore` in `compose/aws/blob-store.ts`. Some needs are only settings. */
const PORT_MAKERS: Record<Need, string | undefined> = {
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
 * `cancelScanRoute` by `@knockon/api/routes/scans`. Tree shaking drops the module's other routes.
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
  const portMakers = [...new Set(needsOf(id).flatMap((need) => PORT_MAKERS[need] ?? []))];
  return [
    `import { ${route} } from "@knockon/api/routes/${tag.replaceAll(" ", "-")}";`,
    `import { ${handler} } from "./${kebabCase(handler)}.ts";`,
    ...portMakers.map((name) => `import { ${name} } from "../compose/aws/${moduleOf(name)}.ts";`),
    `export const handler = await ${handler}(${route}, [${portMakers.join(", ")}]);`,
  ].join("\n");
}

const moduleOf = (portMaker: string): string => kebabCase(portMaker).replace("compose-", "");

const kebabCase = (camelCase: string): string =>
  camelCase.replaceAll(/[A-Z]/gu, (letter) => `-${letter.toLowerCase()}`);
