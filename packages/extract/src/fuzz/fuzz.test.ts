import type { MemberKind } from "@knockon/contract/vocabulary/interface";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { extractFiles, RepositoryExtraction } from "../repository-extraction.ts";
import { ECOSYSTEMS } from "../registry.ts";
import { MAX_FILE_BYTES } from "../snapshot.ts";
import { anyMutatedFiles } from "./any-mutation.ts";
import { CORPUS } from "./corpus.ts";
import { findFlaws } from "./flaws.ts";
import { mutateFile, type MutatedFile } from "./mutate.ts";

const CASES = Number(process.env["KNOCKON_FUZZ_CASES"] ?? 60);
const SEED = Number(process.env["KNOCKON_SEED"]);
/** The time limit for a file in a scan, where files may be eight times as large as here. */
const MAX_FILE_CPU_MS = 2000;
const AN_HOUR = 60 * 60 * 1000;

const REPOSITORY = {
  fullPath: "acme/app",
  cloneUrl: "https://github.com/acme/app.git",
  withSourceInterfaces: true,
};

const IN_BOTH: readonly MemberKind[] = [
  "command",
  "command_name",
  "definition",
  "engine",
  "field",
  "file",
  "input",
  "job",
  "module",
  "name",
  "output",
  "parameter",
  "provider",
  "secret",
  "step",
  "subpath",
  "value",
  "variable",
];
const OFFERED: readonly MemberKind[] = [...IN_BOTH, "operation", "peer"];
const USED: readonly MemberKind[] = [...IN_BOTH, "distribution", "executor", "role", "user"];

function cpuMs(work: () => void): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

describe("the corpus", () => {
  it("has no problems, and a result in every file except those that only assign variables or lock versions", () => {
    const {
      declarations,
      artifacts,
      problems,
      interfaces = [],
      owners = [],
    } = extractFiles(
      Object.fromEntries(CORPUS.map(({ path, text }) => [path, text])),
      ECOSYSTEMS,
      REPOSITORY,
    );
    expect(problems).toEqual([]);
    const found = new Set([
      ...[...declarations, ...artifacts].map(({ sourceFile }) => sourceFile),
      ...declarations.map(({ locked }) => locked?.file),
      ...declarations.flatMap((one) => one.arguments?.map(({ file }) => file)),
      ...interfaces.flatMap(({ members }) => members.map(({ file }) => file)),
    ]);
    const without = CORPUS.map(({ path }) => path).filter((path) => !found.has(path));
    expect(without).toEqual([
      ".env",
      "images.json",
      "go.work",
      "gradle.lockfile",
      "chart/values.schema.json",
      "packages.lock.json",
      "scripts/version",
      ".github/CODEOWNERS",
      ".gitlab/CODEOWNERS",
    ]);
    expect(owners.map((one) => one.owners)).toContainEqual(["@acme/infrastructure"]);
    // Interfaces and arguments of sources are read too.
    expect(new Set(interfaces.flatMap(({ members }) => members.map(({ kind }) => kind)))).toEqual(
      new Set(OFFERED),
    );
    expect(new Set(declarations.flatMap((one) => one.arguments?.map(({ kind }) => kind) ?? []))).toEqual(
      new Set(USED),
    );
  });
});

describe("long sources", () => {
  const LONG_PYTHON = "acme_orders/long.py";
  it.each([
    [LONG_PYTHON, "from acme_core import (\n", "", ""],
    [LONG_PYTHON, "__all__ = [\n", "", ""],
    [LONG_PYTHON, "__all__ = ['a']\n", "", ""],
    ["chart/values.yaml", "/", "registry: ghcr.io", "x\nimage: { repository: app }"],
    ["a.yaml", "\t", "url: https://github.com/acme/app\nref: v1", "x"],
    ["vars/deploy.groovy", "a = [b: 1]\n", "def call(Map config) {\n", "}\n"],
    ["ci/Jenkinsfile", "@Library('a') _\nb(c: 1)\n", "", ""],
  ])("of %s of %j are read within the time limit", (path, unit, start, end) => {
    const extraction = new RepositoryExtraction(REPOSITORY, ECOSYSTEMS);
    const bytes = Buffer.from(`${start}${unit.repeat(Math.floor(MAX_FILE_BYTES / 2 / unit.length))}${end}`);
    expect(cpuMs(() => extraction.addFile(path, bytes))).toBeLessThan(MAX_FILE_CPU_MS);
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
          const extraction = new RepositoryExtraction(REPOSITORY, ECOSYSTEMS);
          const read = ({ path, bytes }: MutatedFile, by = extraction) =>
            cpuMs(() => by.addFile(path, bytes));
          const times = files.map((file) => {
            const ms = read(file);
            // The first time includes compiling the code. A slow file is slow again.
            return ms < MAX_FILE_CPU_MS ? ms : read(file, new RepositoryExtraction(REPOSITORY, ECOSYSTEMS));
          });
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
