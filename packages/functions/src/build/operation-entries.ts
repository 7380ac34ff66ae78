import { isRateLimited } from "@knockon/contract/operation";
import { OPERATIONS } from "@knockon/contract/operations/all";
import type { Plugin } from "esbuild";

const SCHEME = "operation:";

/** The entry point that `operationEntries` writes for an operation. */
export const operationEntry = (operationId: string): string => SCHEME + operationId;

/** Only these have the counter and its SDK. */
const LIMITED: ReadonlySet<string> = new Set(OPERATIONS.filter(isRateLimited).map(({ id }) => id));

/**
 * Writes the entry of an operation's function: its route, and nothing of the others', behind `http-handler.ts` of
 * `lambdaFolder`, or `limited-http-handler.ts` where it counts against the limit on mutations. The route of `cancelScan` is `cancelScanRoute` of `@knockon/api/routes/cancel-scan`.
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

function entrySource(operationId: string): string {
  const importRoute = `import { ${operationId}Route } from "@knockon/api/routes/${kebabCase(operationId)}";`;
  return LIMITED.has(operationId)
    ? `${importRoute}
       import { limitedHttpHandler } from "./limited-http-handler.ts";
       export const handler = await limitedHttpHandler(${operationId}Route);`
    : `${importRoute}
       import { httpHandler } from "./http-handler.ts";
       export const handler = httpHandler(${operationId}Route);`;
}

const kebabCase = (camelCase: string): string =>
  camelCase.replaceAll(/[A-Z]/gu, (letter) => `-${letter.toLowerCase()}`);
