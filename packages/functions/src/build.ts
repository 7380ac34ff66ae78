/** `npm run build:functions`: every function of the cloud into `dist/functions`. */
import { join } from "node:path";
import { buildFunctions } from "./build/build-functions.ts";
import { functionEntryPoints, operationEntries } from "./build/entry-points.ts";

const LAMBDA_FOLDER = join(import.meta.dirname, "lambda");
const OUT_FOLDER = join(import.meta.dirname, "../../../dist/functions");

const bundles = await buildFunctions({
  entryPoints: functionEntryPoints(LAMBDA_FOLDER),
  plugins: [operationEntries(LAMBDA_FOLDER)],
  outFolder: OUT_FOLDER,
});

for (const [name, { bytes }] of bundles) {
  process.stdout.write(`${String(Math.round(bytes / 1024)).padStart(6)} kB  ${name}\n`);
}
