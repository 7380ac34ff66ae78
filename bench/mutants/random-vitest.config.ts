import { defineConfig } from "vitest/config";

/** The tests for random mutants: those of pure code, without the fuzz tests, which take longest and change every run. */
export default defineConfig({
  test: {
    include: ["packages/{graph,extract}/src/**/*.test.ts"],
    exclude: ["**/fuzz/**", "**/isolate/**", "**/node_modules/**"],
    env: { KNOCKON_SEED: "1" },
    isolate: false,
    // Stryker has its own timeout, and a busy machine is not a broken test.
    testTimeout: 600_000,
  },
});
