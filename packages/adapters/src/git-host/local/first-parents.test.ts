import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { listDatedTags, readFirstParents, type BranchHistory } from "./first-parents.ts";
import { commitFiles, createRepository, git } from "./testing/temporary-repository.ts";

let folder: string;
beforeAll(() => void (folder = realpathSync(mkdtempSync(join(tmpdir(), "knockon-first-parents-")))));
afterAll(() => rmSync(folder, { recursive: true }));

const on = (day: string): Date => new Date(`2026-${day}T00:00:00Z`);
const ALL = { since: new Date(0), until: on("12-31") };

const describeAll = ({ commits }: BranchHistory): string[] =>
  commits.map(({ at, changes }) => {
    const signs = changes.map(({ path, before, after }) => `${before ? (after ? "~" : "-") : "+"}${path}`);
    return `${at.toISOString().slice(5, 10)} ${signs.join(" ")}`;
  });

it("returns what a branch got, with the files of merged branches at their merge", async () => {
  const at = join(folder, "merged");
  const gitDir = createRepository(at, { "a.txt": "1", "b c.txt": "1" });
  git(at, "checkout", "--quiet", "-b", "side");
  commitFiles(at, { "side.txt": "1" }, on("02-01"));
  git(at, "checkout", "--quiet", "main");
  rmSync(join(at, "b c.txt"));
  commitFiles(at, { "a.txt": "2" }, on("02-10"));
  git(at, "merge", "--quiet", "--no-ff", "--message=merge", "side");
  commitFiles(at, { "caf\u00e9.txt": "1" }, on("03-01"));
  const history = await readFirstParents(gitDir, "main", ALL);
  // The merge has an earlier date than the commit below it.
  expect(describeAll(history)).toEqual([
    "01-02 +a.txt +b c.txt",
    "02-10 ~a.txt -b c.txt",
    "02-10 +side.txt",
    "03-01 +caf\u00e9.txt",
  ]);
  expect(history.base).toBeNull();
  const [, second] = history.commits;
  expect(second?.changes[0]).toEqual({
    path: "a.txt",
    before: { path: "a.txt", mode: "100644", oid: git(at, "rev-parse", "HEAD~3:a.txt") },
    after: { path: "a.txt", mode: "100644", oid: git(at, "rev-parse", "HEAD:a.txt") },
  });
});

it("starts after the last commit before the period, and ends before its end", async () => {
  const at = join(folder, "period");
  const gitDir = createRepository(at, { file: "0" });
  for (const day of ["02-01", "03-01", "04-01"]) commitFiles(at, { file: day }, on(day));
  const history = await readFirstParents(gitDir, "HEAD", { since: on("02-02"), until: on("04-01") });
  expect(describeAll(history)).toEqual(["03-01 ~file"]);
  expect(history.base).toBe(git(at, "rev-parse", "HEAD~2"));
});

it("rejects a shallow clone", async () => {
  const at = join(folder, "whole");
  createRepository(at, { file: "0" });
  const shallow = join(folder, "shallow.git");
  git(folder, "clone", "--quiet", "--bare", "--depth=1", `file://${at}`, shallow);
  await expect(readFirstParents(shallow, "main", ALL)).rejects.toThrow("shallow clone");
});

it("dates annotated tags by their creation and others by their commit", async () => {
  const at = join(folder, "tagged");
  const gitDir = createRepository(at);
  commitFiles(at, { file: "0" }, on("02-01"));
  git(at, "tag", "light");
  git(at, "tag", "--annotate", "--message=tag", "annotated");
  expect(await listDatedTags(gitDir)).toEqual([
    { name: "annotated", createdAt: new Date("2026-01-02T03:04:05Z") },
    { name: "light", createdAt: on("02-01") },
  ]);
});
