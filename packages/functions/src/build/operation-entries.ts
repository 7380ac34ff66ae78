import { isRateLimited } from "@knockon/contract/operation";
import { OPERATIONS } from "@knockon/contract/operations/all";
import type { Plugin } from "esbuild";
import { needsOf, type Need } from "../operation-needs.ts";

/** The entry points that `operationEntries` writes for an operation: behind the gateway, and behind a URL that streams. */
export const operationEntry = (operationId: string): string => `operation:${operationId}`;
export const streamEntry = (operationId: string): string => `stream:${operationId}`;

/** Only these have the counter and its SDK. */
const LIMITED: ReadonlySet<string> = new Set(OPERATIONS.filter(isRateLimited).map(({ id }) => id));

/** What makes the port of each need: `composeBlobStore` of `compose/aws/blob-store.ts`. Some needs are settings alone. */
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
 * Writes the entry of an operation's function: its route and the ports that it needs, and nothing of the others',
 * behind one of the handlers of `lambdaFolder`. The route of `cancelScan` is `cancelScanRoute` of
 * `@knockon/api/routes/cancel-scan`.
 */
export const operationEntries = (lambdaFolder: string): Plugin => ({
  name: "operation-entries",
  setup(build) {
    build.onResolve({ filter: /^(operation|stream):/ }, ({ path }) => ({ path, namespace: "operation" }));
    build.onLoad({ filter: /./, namespace: "operation" }, ({ path }) => {
      const [kind, operationId = ""] = path.split(":");
      const handler = kind === "stream" ? "streamHandler" : handlerOf(operationId);
      return { contents: entrySource(operationId, handler), resolveDir: lambdaFolder };
    });
  },
});

const handlerOf = (operationId: string): string =>
  LIMITED.has(operationId) ? "limitedHttpHandler" : "httpHandler";

function entrySource(operationId: string, handler: string): string {
  const route = `${operationId}Route`;
  const portMakers = [...new Set(needsOf(operationId).flatMap((need) => PORT_MAKERS[need] ?? []))];
  return [
    `import { ${route} } from "@knockon/api/routes/${kebabCase(operationId)}";`,
    `import { ${handler} } from "./${kebabCase(handler)}.ts";`,
    ...portMakers.map((name) => `import { ${name} } from "../compose/aws/${moduleOf(name)}.ts";`),
    `export const handler = await ${handler}(${route}, [${portMakers.join(", ")}]);`,
  ].join("\n");
}

const moduleOf = (portMaker: string): string => kebabCase(portMaker).replace("compose-", "");

const kebabCase = (camelCase: string): string =>
  camelCase.replaceAll(/[A-Z]/gu, (letter) => `-${letter.toLowerCase()}`);
