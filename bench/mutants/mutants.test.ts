import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { MUTANTS } from "./mutants.ts";

const ROOT = join(import.meta.dirname, "../..");

it("has mutants that apply to their files, with tests that exist", () => {
  const outdated = MUTANTS.filter(({ file, from, test }) => {
    const path = join(ROOT, file);
    const occurrences = existsSync(path) ? readFileSync(path, "utf8").split(from).length - 1 : 0;
    return occurrences !== 1 || !existsSync(join(ROOT, test));
  });
  expect(outdated).toEqual([]);
  expect(MUTANTS.length).toBeGreaterThan(30);
});
