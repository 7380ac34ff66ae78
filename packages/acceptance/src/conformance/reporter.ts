import { globSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { join, relative } from "node:path";
import type { Reporter, TestModule } from "vitest/node";
import { presentCoverage, requirementCoverage } from "./coverage.ts";

const PACKAGES = join(import.meta.dirname, "../../..");
const CONFORMANCE_FILE = join(PACKAGES, "../docs/conformance.md");

/**
 * Fails a complete run in which a requirement has no passing test. Also updates docs/conformance.md, or in CI fails if it is out
 * of date. Ignores runs of selected files.
 */
export default class ConformanceReporter implements Reporter {
  async onTestRunEnd(modules: readonly TestModule[]): Promise<void> {
    const ran = new Set(modules.map(({ moduleId }) => moduleId));
    const isComplete = globSync("*/src/**/*.test.ts", { cwd: PACKAGES }).every((file) =>
      ran.has(join(PACKAGES, file)),
    );
    if (!isComplete) return;
    const tests = modules.flatMap((module) =>
      [...module.children.allTests()].map((test) => ({
        file: relative(PACKAGES, module.moduleId),
        name: test.fullName,
        passed: test.result().state === "passed",
      })),
    );
    const coverage = requirementCoverage(tests);
    const faults = [...coverage.faults];
    const table = presentCoverage(coverage);
    if ((await readFile(CONFORMANCE_FILE, "utf8")) !== table) {
      if (process.env["CI"] === undefined) await writeFile(CONFORMANCE_FILE, table);
      else faults.push("docs/conformance.md is out of date. Run `npm test` and commit the file.");
    }
    if (faults.length === 0) return;
    process.exitCode = 1;
    process.stderr.write(`\nConformance:\n${faults.map((fault) => `  ${fault}\n`).join("")}`);
  }
}
