import type { Plugin } from "esbuild";

const SCHEME = "operation:";

/** The entry point that `operationEntries` writes for an operation. */
export const operationEntry = (operationId: string): string => SCHEME + operationId;

/**
 * Writes the entry of an operation's function: its route, and nothing of the others', behind `http-handler.ts` of
 * `lambdaFolder`. The route of `cancelScan` is `cancelScanRoute` of `@knockon/api/routes/cancel-scan`.
 */
export const operationEntries = (lambdaFolder: string): Plugin => ({
  name: "operation-entries",
  setup(build) {
    build.onResolve({ filter: /^operation:/ }, ({ path }) => ({
      path: path.slice(SCHEME.length),
      namespace: "operation",
    }));
    build.onLoad({ filter: /./, namespace: "operation" }, ({ path: operationId }) => ({
      contents: entrySource(operationId),
      resolveDir: lambdaFolder,
    }));
  },
});

const entrySource = (operationId: string): string => `
import { ${operationId}Route } from "@knockon/api/routes/${kebabCase(operationId)}";
import { httpHandler } from "./http-handler.ts";
export const handler = httpHandler(${operationId}Route);
`;

const kebabCase = (camelCase: string): string =>
  camelCase.replaceAll(/[A-Z]/gu, (letter) => `-${letter.toLowerCase()}`);
