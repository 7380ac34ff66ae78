/**
 * Breaks a copy of the product in known ways, one at a time, and checks that the tests notice.
 *
 *   npm run mutants [-- TEXT…]
 *
 * Runs all mutants, or those whose file or description contains a TEXT. Exits with 1 if a mutant survives or no longer
 * applies.
 */
import { join } from "node:path";
import { MUTANTS, type Mutant } from "./mutants.ts";
import { copyWorkingTree, type TestOutcome } from "./working-copy.ts";

const texts = process.argv.slice(2);
const chosen = MUTANTS.filter(
  ({ file, breaks }) =>
    texts.length === 0 || texts.some((text) => file.includes(text) || breaks.includes(text)),
);
if (chosen.length === 0) {
  process.stderr.write(`No mutant's file or description contains ${texts.join(" or ")}.\n`);
  process.exit(2);
}

const copy = await copyWorkingTree(join(import.meta.dirname, "../.."));
try {
  const tests = [...new Set(chosen.map(({ test }) => test))];
  const outcomes = await copy.runTests(tests);
  // Tests that fail without a mutant prove nothing.
  const green = new Set(tests.filter((_, index) => outcomes[index] === "green"));
  for (const mutant of chosen) {
    const started = performance.now();
    const verdict = green.has(mutant.test) ? verdictOf(await copy.tryMutant(mutant)) : "RED ANYWAY";
    print(verdict, performance.now() - started, mutant);
    if (verdict !== "killed") process.exitCode = 1;
  }
} finally {
  await copy.remove();
}

function verdictOf(outcome: TestOutcome | undefined): string {
  if (outcome === undefined) return "DOES NOT APPLY";
  return { red: "killed", green: "SURVIVED", unloadable: "DOES NOT LOAD" }[outcome];
}

function print(verdict: string, milliseconds: number, { file, breaks }: Mutant): void {
  const seconds = (milliseconds / 1000).toFixed(1).padStart(6);
  process.stdout.write(`${verdict.padEnd(14)} ${seconds} s  ${breaks} (${file})\n`);
}
