import { join } from "node:path";
import { oncePerRun } from "@knockon/db/testing/once-per-run";
import { buildFunctions } from "../build/build-functions.ts";
import { functionEntryPoints, operationEntries } from "../build/entry-points.ts";
import type { Bundle } from "../build/lay-out.ts";

const LAMBDA_FOLDER = new URL("../lambda", import.meta.url).pathname;

export interface BuiltFunctions {
  /** Holds a folder per function. */
  folder: string;
  bundles: ReadonlyMap<string, Bundle>;
}

/** Returns every function of the cloud, built once per test run. */
export async function builtFunctions(): Promise<BuiltFunctions> {
  const { folder, bundles } = await oncePerRun("functions", async (runFolder) => {
    const outFolder = join(runFolder, "out");
    const entryPoints = functionEntryPoints(LAMBDA_FOLDER);
    const plugins = [operationEntries(LAMBDA_FOLDER)];
    return { folder: outFolder, bundles: [...(await buildFunctions({ entryPoints, plugins, outFolder }))] };
  });
  return { folder, bundles: new Map(bundles) };
}
