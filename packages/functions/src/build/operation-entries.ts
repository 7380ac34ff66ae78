import { isRateLimited, type OperationInput } from "@knockon/contract/operation";
import { OPERATIONS } from "@knockon/contract/operations/all";
import type { Plugin } from "esbuild";

const SCHEME = "operation:";

/** The entry point that `operationEntries` writes for an operation. */
export const operationEntry = (operationId: string): string => SCHEME + operationId;

/** What only some functions are given, with its SDK: as `http-handler.ts` names it, and who makes it. */
const FURTHER: readonly { of: ReadonlySet<string>; name: string; make: string; from: string }[] = [
  {
    of: idsOf(isRateLimited),
    name: "mutationLimit",
    make: "composeMutationLimit",
    from: "../compose/aws-mutation-limit.ts",
  },
  {
    of: idsOf(({ asksProcessor }) => asksProcessor === true),
    name: "payments",
    make: "composePayments",
    from: "../compose/aws-payments.ts",
  },
];

function idsOf(holds: (operation: OperationInput) => boolean): ReadonlySet<string> {
  return new Set(OPERATIONS.filter(holds).map(({ id }) => id));
}

/**
 * Writes the entry of an operation's function: its route, and nothing of the others', behind `http-handler.ts` of
 * `lambdaFolder`, with what it needs further. The route of `cancelScan` is `cancelScanRoute` of
 * `@knockon/api/routes/cancel-scan`.
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
  const further = FURTHER.filter(({ of }) => of.has(operationId));
  return `
    import { ${operationId}Route } from "@knockon/api/routes/${kebabCase(operationId)}";
    import { httpHandler } from "./http-handler.ts";
    ${further.map(({ make, from }) => `import { ${make} } from "${from}";`).join("\n")}
    const further = { ${further.map(({ name, make }) => `${name}: await ${make}(process.env)`).join(", ")} };
    export const handler = httpHandler(${operationId}Route, further);`;
}

const kebabCase = (camelCase: string): string =>
  camelCase.replaceAll(/[A-Z]/gu, (letter) => `-${letter.toLowerCase()}`);
