/**
 * Checks that docs/conformance.md says which test files name each requirement of the specification. `--write` (part of
 * `npm run fix`) updates it. That each requirement has a passing test is checked at the end of a complete test run.
 */
import { globSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { presentCoverage, requirementCoverage } from "../packages/acceptance/src/conformance/coverage.ts";

const ROOT = join(import.meta.dirname, "..");
const DOCUMENT = join(ROOT, "docs/conformance.md");
const PACKAGES = join(ROOT, "packages");

const files = globSync("*/src/**/*.test.ts", { cwd: PACKAGES, exclude: ["acceptance/src/conformance/**"] });
const tests = files
  .toSorted()
  .map((file) => ({ file, name: readFileSync(join(PACKAGES, file), "utf8"), passed: true }));
const coverage = requirementCoverage(tests);
const table = presentCoverage(coverage);

const faults = [...coverage.faults];
if (process.argv.includes("--write")) writeFileSync(DOCUMENT, table);
else if (readFileSync(DOCUMENT, "utf8") !== table)
  faults.push("docs/conformance.md is out of date. Run `npm run fix`.");
if (faults.length > 0) {
  process.stderr.write(`${faults.join("\n")}\n`);
  process.exitCode = 1;
}
