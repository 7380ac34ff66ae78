import {
  chmodSync,
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { commitFiles, createRepository } from "@knockon/adapters/git-host/local/testing/temporary-repository";
import type { SnapshotExtraction } from "@knockon/extract/isolate/extractor";
import { array, assert, asyncProperty, constantFrom, nat, record } from "fast-check";
import { describe, expect, it } from "vitest";
import { toJson } from "../output/format.ts";
import { runKnockon } from "../testing/run-knockon.ts";
import { makeAcme, temporaryFolder } from "../testing/temporary-organization.ts";
import { openExtractionCache, type ExtractedCommit } from "./extraction-cache.ts";
import { makeReport } from "./make-report.ts";
import { scanFolder } from "./scan-folder.ts";
import { summarize } from "./summary.ts";

const root = temporaryFolder();
let folders = 0;
const newFolder = (): string => join(root, `cache-${(folders += 1)}`);

const COMMIT: ExtractedCommit = {
  fullPath: "acme/api",
  cloneUrl: "https://github.com/acme/api.git",
  heuristicPatterns: [],
  owners: ["github.com/acme"],
  commitSha: "1".repeat(40),
};

const extractionOf = (code?: "timeout" | "invalid_syntax"): SnapshotExtraction => ({
  declarations: [],
  artifacts: [],
  compositions: [],
  problems: code ? [{ file: "a.json", line: null, code, message: "\u00e9\ud800" }] : [],
  counts: { files: 1, bytes: 2, skipped: { binary: 1 } },
});

async function open(...options: Parameters<typeof openExtractionCache>) {
  const cache = await openExtractionCache(...options);
  if (!cache) throw new Error("The cache can't be opened.");
  return cache;
}

/** Counts how often a commit is read. */
async function readsOf(folder: string, commits: readonly ExtractedCommit[], extraction = extractionOf()) {
  const cache = await open(folder);
  let reads = 0;
  const read = async () => {
    reads += 1;
    return extraction;
  };
  for (const commit of commits) expect(await cache.get(commit, read)).toEqual(extraction);
  return reads;
}

describe("openExtractionCache", () => {
  it("reads a commit once, also in another process", async () => {
    const folder = newFolder();
    expect(await readsOf(folder, [COMMIT, COMMIT], extractionOf("invalid_syntax"))).toBe(1);
    expect(await readsOf(folder, [COMMIT], extractionOf("invalid_syntax"))).toBe(0);
  });

  it.each<[string, Partial<ExtractedCommit>]>([
    ["commit", { commitSha: "2".repeat(40) }],
    ["path", { fullPath: "acme/app" }],
    ["clone URL", { cloneUrl: null }],
    ["list of owners", { owners: ["github.com/acme", "github.com/other"] }],
    ["pattern", { heuristicPatterns: [{ name: "a", pattern: "(?P<name>a)", artifactType: "npm_package" }] }],
  ])("reads again with another %s", async (_, change) => {
    const folder = newFolder();
    expect(await readsOf(folder, [COMMIT, { ...COMMIT, ...change }])).toBe(2);
  });

  it("reads again what another version of the extractors read", async () => {
    const folder = newFolder();
    const older = await open(folder, { version: "older" });
    await older.get(COMMIT, async () => extractionOf("invalid_syntax"));
    expect(await readsOf(folder, [COMMIT])).toBe(1);
  });

  it("does not keep what a slow machine or a missing object caused", async () => {
    const folder = newFolder();
    expect(await readsOf(folder, [COMMIT, COMMIT], extractionOf("timeout"))).toBe(2);
    expect(readdirSync(folder)).toEqual([]);
  });

  it.each<[string, (path: string) => void]>([
    ["truncated", (path) => truncateSync(path, statSync(path).size - 5)],
    ["empty", (path) => truncateSync(path, 0)],
    [
      "corrupt",
      (path) => {
        const bytes = readFileSync(path);
        bytes[20] = (bytes[20] ?? 0) ^ 0xff;
        writeFileSync(path, bytes);
      },
    ],
    ["foreign", (path) => writeFileSync(path, gzipSync("{}"))],
  ])("rewrites an entry that is %s", async (_, damage) => {
    const folder = newFolder();
    await readsOf(folder, [COMMIT]);
    const [name = ""] = readdirSync(folder);
    const written = readFileSync(join(folder, name));
    damage(join(folder, name));
    expect(await readsOf(folder, [COMMIT])).toBe(1);
    expect(readFileSync(join(folder, name))).toEqual(written);
    expect(readdirSync(folder)).toHaveLength(1);
  });

  it("is private, also in a folder that was not", async () => {
    const folder = newFolder();
    mkdirSync(folder);
    chmodSync(folder, 0o777);
    await readsOf(folder, [COMMIT]);
    const [name = ""] = readdirSync(folder);
    expect((statSync(folder).mode & 0o777).toString(8)).toBe("700");
    expect((statSync(join(folder, name)).mode & 0o777).toString(8)).toBe("600");
  });

  it("is not used if its folder is a file or can't be created", async () => {
    const file = newFolder();
    writeFileSync(file, "");
    expect(await openExtractionCache(file)).toBeUndefined();
    expect(await openExtractionCache(join(file, "below"))).toBeUndefined();
  });

  it("deletes what was used longest ago, and abandoned partial files", async () => {
    const folder = newFolder();
    const commits = ["1", "2", "3"].map((digit) => ({ ...COMMIT, commitSha: digit.repeat(40) }));
    const [first, second] = commits;
    await readsOf(folder, commits.slice(0, 2));
    for (const name of readdirSync(folder)) utimesSync(join(folder, name), 1000, 1000);
    // A use makes the first one the newest.
    expect(first && (await readsOf(folder, [first]))).toBe(0);
    const partial = join(folder, "entry.partial");
    writeFileSync(partial, "");
    utimesSync(partial, 1000, 1000);
    const size = Math.max(...readdirSync(folder).map((name) => statSync(join(folder, name)).size));
    const cache = await open(folder, { maxBytes: 2 * size });
    await cache.get(commits[2] ?? COMMIT, async () => extractionOf());
    await cache.trim();
    expect(readdirSync(folder)).toHaveLength(2);
    expect(first && (await readsOf(folder, [first]))).toBe(0);
    expect(second && (await readsOf(folder, [second]))).toBe(1);
  });
});

const TEXTS: Record<string, string[]> = {
  Dockerfile: ["FROM debian:12\n", "FROM ghcr.io/acme/one:1.0.0\n", "FROM $BASE\n"],
  "release.sh": ["docker push ghcr.io/acme/one:1.0.0\n", "docker push ghcr.io/acme/two:2.0.0\n"],
  "package.json": [
    '{"name": "@acme/two", "version": "1.0.0"}',
    '{"dependencies": {"@acme/two": "^1"}}',
    "{,}",
  ],
  "logo.png": ["\0"],
  "vendor/a.txt": ["a"],
};

const CHANGE = record({
  repository: constantFrom("one", "two", "three"),
  file: constantFrom(...Object.keys(TEXTS)),
  text: nat(2),
  damage: constantFrom("none", "truncate", "copy"),
});

/** Everything that a scan prints and writes, except for times. */
async function resultOf(path: string, cacheFolder?: string): Promise<string> {
  const scanned = await scanFolder(path, {
    jobs: 2,
    withOwnership: false,
    heuristicPatterns: [],
    cache: cacheFolder === undefined ? undefined : await openExtractionCache(cacheFolder),
    onProgress: () => {},
  });
  const report = makeReport(scanned, { extractSeconds: 0, withOwnership: false });
  const { files, bytes } = report.timings;
  return `${toJson({ ...report, timings: { files, bytes } })}${summarize(report, scanned)}`;
}

describe("a scan with a cache", () => {
  it("has the result of one without, after any change", { timeout: 120_000 }, async () => {
    await assert(
      asyncProperty(array(CHANGE, { minLength: 1, maxLength: 3 }), async (changes) => {
        const organization = newFolder();
        const cache = newFolder();
        for (const name of ["one", "two", "three"])
          createRepository(join(organization, "acme", name), { "README.md": `${name}\n` });
        await resultOf(organization, cache);
        for (const [index, { repository, file, text, damage }] of changes.entries()) {
          const texts = TEXTS[file] ?? [];
          const changed = { [file]: texts[text % texts.length] ?? "", "changes.txt": String(index) };
          commitFiles(join(organization, "acme", repository), changed);
          const [entry = "", other = entry] = readdirSync(cache).map((name) => join(cache, name));
          if (damage === "truncate") truncateSync(entry, 30);
          if (damage === "copy") cpSync(entry, `${other}.partial`);
          const expected = await resultOf(organization);
          expect(await resultOf(organization, cache)).toBe(expected);
          expect(await resultOf(organization, cache)).toBe(expected);
        }
      }),
      { numRuns: 2 },
    );
  });

  it("reads no repository twice, unless it changes, and everything with --no-cache", async () => {
    const folder = newFolder();
    const acme = makeAcme(folder);
    const environment = { KNOCKON_CACHE_DIR: join(folder, "cache") };
    const scan = async (...options: string[]) =>
      (await runKnockon(["scan", acme, "--json", "-", ...options], { environment })).stdout.split(
        '"timings"',
      )[0];
    const entries = () => readdirSync(join(folder, "cache/extractions"));
    const first = await scan();
    // Without `empty` and `lost`, which have nothing to keep.
    expect(entries()).toHaveLength(5);
    const stamps = () => entries().map((name) => statSync(join(folder, "cache/extractions", name)).ino);
    const written = stamps();
    expect(await scan()).toBe(first);
    expect(stamps()).toEqual(written);
    expect(await scan("--no-cache")).toBe(first);
    commitFiles(join(acme, "api"), { Dockerfile: "FROM debian:12\n" });
    expect(await scan()).not.toBe(first);
    expect(entries()).toHaveLength(6);
  });

  it("is safe next to another scan", async () => {
    const folder = newFolder();
    const acme = makeAcme(folder);
    const cache = join(folder, "cache");
    const results = await Promise.all([resultOf(acme, cache), resultOf(acme, cache), resultOf(acme, cache)]);
    expect(new Set(results).size).toBe(1);
    expect(readdirSync(cache)).toHaveLength(5);
  });
});
