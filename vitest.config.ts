import { randomInt } from "node:crypto";
import { join } from "node:path";
import { defineConfig } from "vitest/config";
import { createTemporaryFolder } from "./.ci/temporary-folder.ts";

/** One seed for everything random in the run, so that a change is never red for a case that it did not cause. `random` draws one: nightly does. */
const { KNOCKON_SEED = "1" } = process.env;
const seed = KNOCKON_SEED === "random" ? String(randomInt(2 ** 31)) : KNOCKON_SEED;
// Other tools read this file too.
if (process.env["VITEST"] !== undefined) {
  process.stdout.write(`KNOCKON_SEED=${seed}\n`);
  // Workers and the processes that they start inherit both. A thread of the extractor starts in half the time with its code compiled.
  process.env["TMPDIR"] = createTemporaryFolder();
  process.env["NODE_COMPILE_CACHE"] = join(process.env["TMPDIR"], "compile-cache");
}

const PURE = ["contract", "extract", "graph", "mcp", "web"].map(
  (name) => `packages/${name}/src/**/*.test.ts`,
);
/** Pure as well, but they take seconds of processor time. */
const SLOW = ["packages/extract/src/{fuzz,isolate}/**/*.test.ts"];

/** What needs more than a database and git, or minutes in sum. `npm test` leaves it out, CI runs it. */
const SYSTEM = [
  // Programs as users start them: the application in Chromium, servers, packages, every command of the documentation.
  "packages/acceptance/src/{browser,documentation,local}/**/*.test.ts",
  "packages/cli/build/**/*.test.ts",
  "packages/db/src/connect/embedded{,/**/*}.test.ts",
  "{deploy,integrations}/**/*.test.ts",
  // Lambda bundles with SQS, S3 and DynamoDB.
  "packages/acceptance/src/cloud/**/*.test.ts",
  "packages/functions/src/build/**/*.test.ts",
  "packages/adapters/src/**/{dynamodb,s3,sqs}*.test.ts",
  // Seeded crashes, lost messages, races and damage.
  "packages/core/src/**/simulation.test.ts",
  "packages/core/src/garbage/**/*.test.ts",
  "packages/core/src/graph/damaged-graph.test.ts",
  "packages/core/src/publish/incremental.test.ts",
  "packages/acceptance/src/service/{cloud-schedules,killed-workers,offline}.test.ts",
  // Whole organizations and histories, over every surface.
  "packages/acceptance/src/service/{consistent-counts,git-hosts,pull-requests}.test.ts",
  "packages/cli/src/{commands/replay,offline/extraction-cache}.test.ts",
  ...SLOW,
];
const withPostgres = { globalSetup: ["packages/db/src/testing/global-setup.ts"] };

export default defineConfig({
  test: {
    reporters: ["default", "./.ci/slowest-suites.ts", "./packages/acceptance/src/conformance/reporter.ts"],
    env: { KNOCKON_SEED: seed },
    // One per core. The default leaves a core free, which is half of two. With three on two cores, a run takes longer.
    maxWorkers: "100%",
    execArgv: ["--import", join(import.meta.dirname, "packages/db/src/resolve-drizzle.ts")],
    testTimeout: 30_000,
    hookTimeout: 60_000,
    // The default of one second is too short for a page or a process on a busy machine.
    expect: { poll: { timeout: 20_000 } },
    projects: [
      // No database, no processes: `npm run test:unit`.
      {
        extends: true,
        test: { name: "unit", include: [".ci/**/*.test.ts", ...PURE], exclude: SLOW, isolate: false },
      },
      // Real Postgres, git and HTTP, and the main journeys in Chromium. With `unit`, this is `npm test`.
      {
        extends: true,
        test: {
          name: "service",
          include: ["packages/*/{src,build}/**/*.test.ts", "bench/**/*.test.ts", "infra/**/*.test.ts"],
          exclude: [
            ...["contract", "graph", "mcp", "web"].map((name) => `packages/${name}/**`),
            "packages/extract/**",
            ...SYSTEM,
          ],
          isolate: false,
          ...withPostgres,
        },
      },
      { extends: true, test: { name: "system", include: SYSTEM, isolate: false, ...withPostgres } },
    ],
  },
});
