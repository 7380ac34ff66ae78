import { existsSync } from "node:fs";
import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { inject } from "vitest";
import { buildFunctions } from "../build/build-functions.ts";
import type { Bundle } from "../build/lay-out.ts";
import { functionEntryPoints, operationEntries } from "../build/entry-points.ts";

const LAMBDA_FOLDER = new URL("../lambda", import.meta.url).pathname;
const POLL_MS = 50;

export interface BuiltFunctions {
  /** Holds a folder per function. */
  folder: string;
  bundles: ReadonlyMap<string, Bundle>;
}

/** Returns every function of the cloud, built once per test run: the first caller builds them, the others wait. */
export async function builtFunctions(): Promise<BuiltFunctions> {
  const root = join(inject("runFolder"), "functions");
  const folder = join(root, "out");
  const resultFile = join(root, "result.json");
  if (await isMade(root)) {
    const result = await build(folder);
    await writeFile(`${resultFile}.part`, JSON.stringify(result));
    await rename(`${resultFile}.part`, resultFile);
  }
  while (!existsSync(resultFile)) await sleep(POLL_MS);
  const { bundles, error } = JSON.parse(await readFile(resultFile, "utf8")) as BuildResult;
  if (!bundles) throw new Error(`The functions could not be built: ${error}`);
  return { folder, bundles: new Map(bundles) };
}

interface BuildResult {
  bundles?: [string, Bundle][];
  error?: string;
}

async function build(outFolder: string): Promise<BuildResult> {
  try {
    const entryPoints = functionEntryPoints(LAMBDA_FOLDER);
    const plugins = [operationEntries(LAMBDA_FOLDER)];
    return { bundles: [...(await buildFunctions({ entryPoints, plugins, outFolder }))] };
  } catch (error) {
    return { error: String(error) };
  }
}

/** Makes a folder. Returns false if it exists, that is for all but one of several processes. */
async function isMade(folder: string): Promise<boolean> {
  try {
    await mkdir(folder);
    return true;
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "EEXIST") return false;
    throw error;
  }
}
