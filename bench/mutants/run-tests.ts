import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFile, rm } from "node:fs/promises";
import { join } from "node:path";

/** `unloadable`: not one of its tests ran. */
export type TestOutcome = "green" | "red" | "unloadable";

/** What is used here of the runner's report. */
interface Report {
  testResults?: { name: string; assertionResults: { status: string }[] }[];
}

/** Longer than a test file takes, on a busy machine too; one that hangs is ended. */
const FILE_TIMEOUT_MS = 5 * 60 * 1000;

/** Runs these test files of the folder, given relative to it, and tells each one's outcome in the same order. */
export async function runTests(folder: string, tests: readonly string[]): Promise<TestOutcome[]> {
  const report = join(folder, "test-report.json");
  await rm(report, { force: true });
  const vitest = join(folder, "node_modules/vitest/vitest.mjs");
  const options = ["run", "--reporter=json", `--outputFile=${report}`, ...tests];
  const child = spawn(process.execPath, [vitest, ...options], {
    cwd: folder,
    stdio: "ignore",
    timeout: tests.length * FILE_TIMEOUT_MS,
  });
  await once(child, "exit");
  const { testResults = [] } = JSON.parse(await readFile(report, "utf8").catch(() => "{}")) as Report;
  return tests.map((test) => {
    const file = testResults.find(({ name }) => name.endsWith(`/${test}`));
    const statuses = new Set(file?.assertionResults.map(({ status }) => status));
    if (statuses.has("failed")) return "red";
    return statuses.has("passed") ? "green" : "unloadable";
  });
}
