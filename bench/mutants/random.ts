/**
 * Breaks `graph` and `extract` at random places with Stryker, and lists the mutants that no test notices.
 *
 *   npm run mutants:random [-- --count PLACES] [--seed NUMBER]
 *
 * A place is five consecutive lines, which hold about four mutants. Exits with 1 if less than half of them are killed:
 * single survivors are often equivalent to the original and need a reader.
 */
import { Stryker } from "@stryker-mutator/core";
import { randomInt } from "node:crypto";
import { globSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { parseArgs } from "node:util";

const ROOT = join(import.meta.dirname, "../..");
const LINES = 5;
const LEAST_KILLED = 0.5;

const { values } = parseArgs({
  options: {
    count: { type: "string", default: "20" },
    seed: { type: "string", default: String(randomInt(2 ** 31)) },
  },
});
process.stdout.write(`seed ${values.seed}\n`);

/** Places are chosen by line, so that long files get more of them. */
function choosePlaces(count: number, seed: number): string[] {
  const files = globSync("packages/{graph,extract}/src/**/*.ts", { cwd: ROOT })
    // Worker threads load the sources themselves, out of Stryker's reach.
    .filter((file) => !/\.test\.ts$|\/(?:testing|fuzz|isolate)\/|\/corpus\.ts$/u.test(file))
    .toSorted();
  const places = files.flatMap((file) => {
    const lines = readFileSync(join(ROOT, file), "utf8").split("\n").length;
    return Array.from({ length: Math.floor(lines / LINES) }, (_, index) => {
      const start = index * LINES + 1;
      return `${file}:${start}-${start + LINES - 1}`;
    });
  });
  return Array.from({ length: count }, (_, index) => places[mix(seed + index) % places.length] ?? "");
}

/** Scatters consecutive numbers over 32 bits (the finalizer of MurmurHash3). */
function mix(number: number): number {
  let hash = number | 0;
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}

const stryker = new Stryker({
  mutate: choosePlaces(Number(values.count), Number(values.seed)),
  testRunner: "vitest",
  plugins: ["@stryker-mutator/vitest-runner"],
  vitest: { configFile: join("bench", "mutants", "random-vitest.config.ts") },
  // Stryker rewrites tsconfig.json with the compiler API, which TypeScript 7 lacks; tests need no tsconfig.
  tsconfigFile: "none",
  coverageAnalysis: "perTest",
  // A mutant of a module's top level would need every test.
  ignoreStatic: true,
  reporters: [],
  concurrency: 2,
  // On a busy machine, the first run of all tests takes minutes, and a slow test is not a timeout.
  dryRunTimeoutMinutes: 60,
  timeoutMS: 60_000,
  allowEmpty: true,
});
const mutants = await stryker.runMutationTest();
const judged = mutants.filter(({ status }) =>
  ["Killed", "Timeout", "Survived", "NoCoverage"].includes(status),
);
const alive = judged.filter(({ status }) => status === "Survived" || status === "NoCoverage");
for (const { status, fileName, location, mutatorName, replacement } of alive) {
  const place = `${relative(ROOT, fileName)}:${location.start.line}:${location.start.column}`;
  process.stdout.write(`${status} ${place} ${mutatorName}: ${replacement.replaceAll(/\s+/gu, " ")}\n`);
}
const killed = judged.length - alive.length;
const timeouts = judged.filter(({ status }) => status === "Timeout").length;
process.stdout.write(`${killed} of ${judged.length} mutants killed, ${timeouts} of them by a timeout\n`);
if (killed < judged.length * LEAST_KILLED) process.exitCode = 1;
