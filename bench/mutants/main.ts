/**
 * Breaks a copy of the product in known ways, one at a time, and looks whether the tests notice.
 *
 *   npm run mutants [-- NAME…]
 *
 * A mutant is killed when every test file that its patch names turns red. Exits with 1 if one survives or its patch no
 * longer applies.
 */
import { join } from "node:path";
import { readMutants, type Mutant } from "./mutant.ts";
import { runTests } from "./run-tests.ts";
import { copyWorkingTree, type WorkingCopy } from "./working-copy.ts";

type Outcome = "killed" | "SURVIVED" | "RED ANYWAY" | "DOES NOT APPLY" | "DOES NOT LOAD";

const names = process.argv.slice(2);
const known = await readMutants(import.meta.dirname);
const unknown = names.filter((name) => !known.some((mutant) => mutant.name === name));
if (unknown.length > 0) fail(`No such mutant: ${unknown.join(", ")}\n`);
const chosen = names.length === 0 ? known : known.filter(({ name }) => names.includes(name));

const copy = await copyWorkingTree(join(import.meta.dirname, "../.."));
try {
  const redAnyway = await findRed(copy, chosen);
  for (const mutant of chosen) {
    const begun = performance.now();
    const outcome = await judge(copy, mutant, redAnyway);
    const seconds = ((performance.now() - begun) / 1000).toFixed(1).padStart(6);
    print(`${outcome.padEnd(14)} ${seconds} s  ${mutant.name}: ${mutant.breaks}\n`);
    if (outcome !== "killed") process.exitCode = 1;
  }
} finally {
  await copy.remove();
}

/** The tests that are red without any mutation: they notice nothing. */
async function findRed({ folder }: WorkingCopy, mutants: readonly Mutant[]): Promise<Set<string>> {
  const tests = [...new Set(mutants.flatMap(({ redTests }) => redTests))];
  const outcomes = await runTests(folder, tests);
  return new Set(tests.filter((_, index) => outcomes[index] !== "green"));
}

async function judge(
  { folder, apply, revert }: WorkingCopy,
  mutant: Mutant,
  redAnyway: ReadonlySet<string>,
): Promise<Outcome> {
  if (mutant.redTests.some((test) => redAnyway.has(test))) return "RED ANYWAY";
  if (!(await apply(mutant.patch))) return "DOES NOT APPLY";
  const outcomes = await runTests(folder, mutant.redTests);
  await revert(mutant.patch);
  if (outcomes.includes("green")) return "SURVIVED";
  return outcomes.includes("unloadable") ? "DOES NOT LOAD" : "killed";
}

function print(text: string): void {
  process.stdout.write(text);
}

function fail(text: string): never {
  process.stderr.write(text);
  process.exit(2);
}
