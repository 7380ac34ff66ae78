import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { extractFiles, RepositoryExtraction } from "../repository-extraction.ts";
import { ECOSYSTEMS } from "../registry.ts";
import { anyMutatedFiles } from "./any-mutation.ts";
import { CORPUS } from "./corpus.ts";
import { findFlaws } from "./flaws.ts";
import { mutateFile } from "./mutate.ts";

const CASES = Number(process.env["KNOCKON_FUZZ_CASES"] ?? 200);
const SEED = Number(process.env["KNOCKON_SEED"]);
/** The time limit for a file in a scan, where files may be eight times as large as here. */
const MAX_FILE_CPU_MS = 2000;
const AN_HOUR = 60 * 60 * 1000;

function cpuMs(work: () => void): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

describe("the corpus", () => {
  it("has no problems, and a result in every file except those that only assign variables or lock versions", () => {
    const { declarations, artifacts, problems } = extractFiles(
      Object.fromEntries(CORPUS.map(({ path, text }) => [path, text])),
      ECOSYSTEMS,
    );
    expect(problems).toEqual([]);
    const found = new Set([
      ...[...declarations, ...artifacts].map(({ sourceFile }) => sourceFile),
      ...declarations.map(({ locked }) => locked?.file),
    ]);
    const without = CORPUS.map(({ path }) => path).filter((path) => !found.has(path));
    expect(without).toEqual([".env", "go.work", "gradle.lockfile", "packages.lock.json"]);
  });
});

describe("any mutation of the corpus", () => {
  it(
    "results in clean texts and existing lines, and no file exceeds the time limit",
    { timeout: AN_HOUR },
    () => {
      let slowestMs = 0;
      fc.assert(
        fc.property(anyMutatedFiles, (mutated) => {
          const files = mutated.map(({ file, mutations }) => mutateFile(file, mutations));
          const extraction = new RepositoryExtraction({ fullPath: "acme/app", cloneUrl: null }, ECOSYSTEMS);
          const times = files.map(({ path, bytes }) => cpuMs(() => extraction.addFile(path, bytes)));
          const result = extraction.finish(files.map(({ path }) => ({ path, mode: "100644", oid: path })));
          slowestMs = Math.max(slowestMs, ...times);
          expect(findFlaws(result, files)).toEqual([]);
          expect(Math.max(...times)).toBeLessThan(MAX_FILE_CPU_MS);
        }),
        // Does not shrink, because that takes hours if each case is slow. The seed repeats the failure.
        { numRuns: CASES, seed: SEED, endOnFailure: true },
      );
      process.stdout.write(
        `${CASES} cases; the slowest file took ${Math.round(slowestMs)} ms of processor time\n`,
      );
    },
  );
});
