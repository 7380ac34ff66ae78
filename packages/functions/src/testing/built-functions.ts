import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { isRateLimited, type OperationInput } from "@knockon/contract/operation";
import { OPERATIONS } from "@knockon/contract/operations/all";
import { oncePerRun } from "@knockon/db/testing/once-per-run";
import { buildFunctions, buildFunctionsTogether } from "../build/build-functions.ts";
import { functionEntryPoints, operationEntries } from "../build/entry-points.ts";
import type { Bundle } from "../build/lay-out.ts";
import { needsOf } from "../operation-needs.ts";

const LAMBDA_FOLDER = join(import.meta.dirname, "../lambda");

/** Building or starting a function takes longer than its work. `KNOCKON_FUNCTIONS=apart` builds and starts each one, as in the cloud. */
export const ARE_APART = process.env["KNOCKON_FUNCTIONS"] === "apart";

const TOGETHER = `export async function handler({ name, event }, context) {
  const { handler } = await import(\`./\${name}.mjs\`);
  return handler(event, context);
}
`;

interface BuiltFunctions {
  /** Holds a folder per function. */
  folder: string;
  bundles: ReadonlyMap<string, Bundle>;
}

/**
 * Returns functions of the cloud, built once per test run: all with `KNOCKON_FUNCTIONS=apart`, otherwise those that serve no
 * operation, stream or are in `USED`, the first operation of each combination of needs, and the first read of each tag without needs.
 */
export async function builtFunctions(): Promise<BuiltFunctions> {
  const { folder, bundles } = await oncePerRun("functions", async (outFolder) => {
    const all = new Set(ARE_APART ? [] : OPERATIONS.map(({ id }) => id));
    const leftOut = all.difference(new Set([...USED, ...representatives()]));
    const entries = Object.entries(functionEntryPoints(LAMBDA_FOLDER));
    const entryPoints = Object.fromEntries(entries.filter(([name]) => !leftOut.has(name)));
    const plugins = [operationEntries(LAMBDA_FOLDER)];
    const out = join(outFolder, "out");
    return { folder: out, bundles: [...(await buildFunctions({ entryPoints, plugins, outFolder: out }))] };
  });
  return { folder, bundles: new Map(bundles) };
}

/** Operations whose functions tests start one by one. */
const USED = ["triggerScan", "getScan", "getGraph", "listWorkspaces"];

function representatives(): string[] {
  const kindOf = (operation: OperationInput): string => {
    const needs = [isRateLimited(operation), ...needsOf(operation.id)];
    return JSON.stringify(needs.length === 1 && operation.method === "GET" ? operation.tag : needs);
  };
  const byKind = Map.groupBy(OPERATIONS, kindOf);
  return [...byKind.values()].flatMap(([first]) => first?.id ?? []);
}

/**
 * Returns the folder of a function that passes `{ name, event }` to the function of that name, in its own process. Built once per
 * test run.
 */
export const functionsTogether = (): Promise<string> =>
  oncePerRun("functions-together", async (outFolder) => {
    const entryPoints = functionEntryPoints(LAMBDA_FOLDER);
    await buildFunctionsTogether({ entryPoints, plugins: [operationEntries(LAMBDA_FOLDER)], outFolder });
    await writeFile(join(outFolder, "index.mjs"), TOGETHER);
    return outFolder;
  });
