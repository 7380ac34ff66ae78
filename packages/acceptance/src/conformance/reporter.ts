import { globSync } from "node:fs";
import { join, relative } from "node:path";
import type { Reporter, TestModule } from "vitest/node";
import { requirementCoverage } from "./coverage.ts";

const PACKAGES = join(import.meta.dirname, "../../..");

/** Fails a complete run in which a requirement has no passing test. Ignores runs of selected files. */
export default class ConformanceReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
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
    const { faults } = requirementCoverage(tests);
    if (faults.length === 0) return;
    process.exitCode = 1;
    process.stderr.write(`\nConformance:\n${faults.map((fault) => `  ${fault}\n`).join("")}`);
  }
}
