import { relative } from "node:path";
import type { Reporter, TestModule } from "vitest/node";

const SHOWN = 10;

/** Prints the ten test files that took longest, in seconds, at the end of a run of more than that. */
export default class SlowestSuites implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    if (modules.length <= SHOWN) return;
    const rows = modules
      .map((module) => ({ file: relative(process.cwd(), module.moduleId), ms: wholeDuration(module) }))
      .toSorted((a, b) => b.ms - a.ms)
      .slice(0, SHOWN)
      .map(({ file, ms }) => `${(ms / 1000).toFixed(1).padStart(7)}  ${file}\n`);
    process.stdout.write(`\nSlowest test files (s)\n${rows.join("")}`);
  }
}

function wholeDuration(module: TestModule): number {
  const { environmentSetupDuration, prepareDuration, collectDuration, setupDuration, duration } =
    module.diagnostic();
  return environmentSetupDuration + prepareDuration + collectDuration + setupDuration + duration;
}
