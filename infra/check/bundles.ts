import { existsSync, readFileSync } from "node:fs";
import { mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { buildFunctionsTogether } from "@knockon/functions/build/build-functions";
import { functionEntryPoints, operationEntries } from "@knockon/functions/build/entry-points";
import { ROOT } from "./platform.ts";

const LAMBDA_FOLDER = join(ROOT, "packages/functions/src/lambda");
const FOLDER = join(ROOT, ".sst/check/functions");

/** What the program packs instead of a bundle, because packing the real ones takes longer than the rest of the evaluation. */
export const PACKED_FOLDER = join(ROOT, ".sst/check/packed");

/** Names of all functions as `dist/functions` has them. */
export const BUNDLES: readonly string[] = Object.keys(functionEntryPoints(LAMBDA_FOLDER));

/** Builds the code of all functions with shared chunks, which takes a fifth of the time of `npm run build:functions`. */
export async function buildBundles(): Promise<void> {
  await rm(FOLDER, { recursive: true, force: true });
  await mkdir(PACKED_FOLDER, { recursive: true });
  await writeFile(join(PACKED_FOLDER, "index.mjs"), "export const handler = () => {};\n");
  await buildFunctionsTogether({
    entryPoints: functionEntryPoints(LAMBDA_FOLDER),
    plugins: [operationEntries(LAMBDA_FOLDER)],
    outFolder: FOLDER,
  });
}

/** Returns the bundle of a function: operations are bundled by their ID, the others in kebab case. */
export function bundleOf(functionName: string): string {
  const id = functionName.replace(/^./u, (letter) => letter.toLowerCase());
  const kebab = id.replaceAll(/[A-Z]/gu, (letter) => `-${letter.toLowerCase()}`);
  return BUNDLES.includes(id) ? id : kebab;
}

const CHUNK = /["'`]\.\/(?<chunk>[\w.-]+\.mjs)["'`]/gu;
const texts = new Map<string, string>();

function readText(file: string): string {
  const path = join(FOLDER, file);
  const text = texts.get(file) ?? (existsSync(path) ? readFileSync(path, "utf8") : "");
  texts.set(file, text);
  return text;
}

/** Returns whether the code of a bundle, or anything that it imports, contains a text. */
export function bundleContains(name: string, part: string): boolean {
  const files = new Set([`${name}.mjs`]);
  for (const file of files) {
    const text = readText(file);
    if (text.includes(part)) return true;
    for (const match of text.matchAll(CHUNK)) files.add(match.groups?.["chunk"] ?? "");
  }
  return false;
}
