import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, it } from "vitest";
import { readMutants } from "./mutant.ts";

const ROOT = join(import.meta.dirname, "../..");
const mutants = await readMutants(import.meta.dirname);

/** One that does not is a test less, and only the nightly run would tell. */
it("every mutant fits the files of today, and its tests exist", async () => {
  const outdated: string[] = [];
  for (const { name, patch, redTests } of mutants) {
    const applies = await promisify(execFile)("git", ["apply", "--check", patch], { cwd: ROOT }).then(
      () => true,
      () => false,
    );
    if (!applies || !redTests.every((test) => existsSync(join(ROOT, test)))) outdated.push(name);
  }
  expect(mutants.length).toBeGreaterThan(100);
  expect(outdated).toEqual([]);
});
