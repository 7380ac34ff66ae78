import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import type { Mutant } from "./mutants.ts";

/** `unloadable`: none of the file's tests ran. */
export type TestOutcome = "green" | "red" | "unloadable";

export interface WorkingCopy {
  /** Runs test files and returns their outcomes in the same order. */
  runTests: (tests: readonly string[]) => Promise<TestOutcome[]>;
  /** Runs a mutant's test file with the mutant applied. Undefined if its text does not occur exactly once. */
  tryMutant: (mutant: Mutant) => Promise<TestOutcome | undefined>;
  remove: () => Promise<void>;
}

/** Longer than any test file takes, even on a busy machine; a run that hangs is killed. */
const FILE_TIMEOUT_MS = 5 * 60 * 1000;

/** Copies the files of the repository, committed or not, to a temporary folder. */
export async function copyWorkingTree(root: string): Promise<WorkingCopy> {
  const folder = await mkdtemp(join(tmpdir(), "knockon-mutants-"));
  const remove = () => rm(folder, { recursive: true });
  try {
    await copyFiles(root, folder);
    await linkModules(root, folder);
  } catch (error) {
    await remove();
    throw error;
  }
  return {
    runTests: (tests) => runTests(folder, tests),
    async tryMutant({ file, from, to, test }) {
      const path = join(folder, file);
      const original = await readFile(path, "utf8").catch(() => "");
      if (original.split(from).length !== 2) return undefined;
      await writeFile(
        path,
        original.replace(from, () => to),
      );
      const [outcome] = await runTests(folder, [test]);
      await writeFile(path, original);
      return outcome;
    },
    remove,
  };
}

async function copyFiles(root: string, folder: string): Promise<void> {
  const listing = ["ls-files", "-z", "--cached", "--others", "--exclude-standard", "--deduplicate"];
  const { stdout } = await promisify(execFile)("git", listing, { cwd: root, maxBuffer: 64 * 1024 * 1024 });
  for (const path of stdout.split("\0").slice(0, -1)) {
    if (!existsSync(join(root, path))) continue;
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await cp(join(root, path), join(folder, path));
  }
}

/** Links installed modules to the original's, and the workspace's packages to the copy's, where the mutants are. */
async function linkModules(root: string, folder: string): Promise<void> {
  const modules = join(folder, "node_modules");
  await mkdir(join(modules, "@knockon"), { recursive: true });
  const installed = await readdir(join(root, "node_modules"));
  const shared = installed.filter((name) => name !== "@knockon" && !name.startsWith(".vite"));
  await Promise.all(shared.map((name) => symlink(join(root, "node_modules", name), join(modules, name))));
  for (const name of await readdir(join(folder, "packages"))) {
    await symlink(join(folder, "packages", name), join(modules, "@knockon", name));
    // Versions that npm could not hoist.
    const nested = join("packages", name, "node_modules");
    if (existsSync(join(root, nested))) await symlink(join(root, nested), join(folder, nested));
  }
}

interface VitestReport {
  testResults?: { name: string; assertionResults: { status: string }[] }[];
}

async function runTests(folder: string, tests: readonly string[]): Promise<TestOutcome[]> {
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
  const { testResults = [] } = JSON.parse(await readFile(report, "utf8").catch(() => "{}")) as VitestReport;
  return tests.map((test) => {
    const file = testResults.find(({ name }) => name.endsWith(`/${test}`));
    const statuses = new Set(file?.assertionResults.map(({ status }) => status));
    if (statuses.has("failed")) return "red";
    return statuses.has("passed") ? "green" : "unloadable";
  });
}
