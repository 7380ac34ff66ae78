import { randomInt } from "node:crypto";
import { defineConfig } from "vitest/config";

/** One seed for all that is random in the run; set it to see the same run again. */
const seed = process.env["KNOCKON_SEED"] ?? String(randomInt(2 ** 31));
// Other tools read this file too.
if (process.env["VITEST"] !== undefined) process.stdout.write(`KNOCKON_SEED=${seed}\n`);

export default defineConfig({
  test: {
    include: [".ci/**/*.test.ts", "packages/*/src/**/*.test.ts", "bench/**/*.test.ts", "infra/**/*.test.ts"],
    reporters: ["default", "./packages/acceptance/src/conformance/reporter.ts"],
    globalSetup: ["packages/db/src/testing/global-setup.ts"],
    env: { KNOCKON_SEED: seed },
    // One a core: the default leaves a core free, which of two is half.
    maxWorkers: "100%",
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
});
