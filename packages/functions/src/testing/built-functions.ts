import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { oncePerRun } from "@knockon/db/testing/once-per-run";
import { buildFunctions } from "../build/build-functions.ts";
import { functionEntryPoints, operationEntries } from "../build/entry-points.ts";
import type { Bundle } from "../build/lay-out.ts";

const LAMBDA_FOLDER = new URL("../lambda", import.meta.url).pathname;

const TOGETHER = `export async function handler({ name, event }, context) {
  const { handler } = await import(\`../out/\${name}/index.mjs\`);
  return handler(event, context);
}
`;

export interface BuiltFunctions {
  /** Holds a folder per function. */
  folder: string;
  /** A function that passes `{ name, event }` to the function of that name, in its own process. */
  togetherFolder: string;
  bundles: ReadonlyMap<string, Bundle>;
}

/** Returns every function of the cloud, built once per test run. */
export async function builtFunctions(): Promise<BuiltFunctions> {
  const { bundles, ...folders } = await oncePerRun("functions", async (runFolder) => {
    const [outFolder, togetherFolder] = [join(runFolder, "out"), join(runFolder, "together")];
    const entryPoints = functionEntryPoints(LAMBDA_FOLDER);
    const plugins = [operationEntries(LAMBDA_FOLDER)];
    const built = await buildFunctions({ entryPoints, plugins, outFolder });
    await mkdir(togetherFolder);
    await writeFile(join(togetherFolder, "index.mjs"), TOGETHER);
    return { folder: outFolder, togetherFolder, bundles: [...built] };
  });
  return { ...folders, bundles: new Map(bundles) };
}
