import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { deflateSync } from "node:zlib";
import { RepositoryUnreadableError } from "@knockon/core/ports/git-host";
import type { Commit } from "@knockon/extract/history/commit";
import { afterAll, beforeAll, expect, it } from "vitest";
import { runGit } from "./git.ts";
import { logArguments, openHistory, readPages } from "./history.ts";
import { COMMITTED_AT, commitFiles, createRepository, git } from "./testing/temporary-repository.ts";

let folder: string;
beforeAll(() => void (folder = realpathSync(mkdtempSync(join(tmpdir(), "knockon-history-")))));
afterAll(() => rmSync(folder, { recursive: true }));

async function read(gitDir: string, commitSha: string, since: string | null = null) {
  const { isContinued, pages } = await openHistory(gitDir, commitSha, since);
  const commits: Commit[] = [];
  for await (const page of pages) commits.push(...page.commits);
  return { isContinued, commits };
}

/** Creates a repository with `count` commits, oldest first. */
function makeHistory(name: string, count: number) {
  const at = join(folder, name);
  const gitDir = createRepository(at);
  const shas = Array.from({ length: count }, (_, nth) => commitFiles(at, { file: String(nth) }));
  return { at, gitDir, shas, head: shas.at(-1) ?? "" };
}

it("reports the authors and time of each commit, without merges", async () => {
  const { at, gitDir } = makeHistory("people", 1);
  git(at, "checkout", "--quiet", "-b", "side");
  const message =
    "side\n\nBody.\n\nCo-authored-by: Jane\n  Doe <jane@acme.test>\nCO-AUTHORED-BY: no address\nCo-Authored-By: <>\n";
  git(
    at,
    "-c",
    "user.name=J\u00f6e \ud83d\ude80",
    "commit",
    "--quiet",
    "--allow-empty",
    "--message",
    message,
  );
  git(at, "checkout", "--quiet", "main");
  git(at, "merge", "--quiet", "--no-ff", "--message=merge", "side");
  const { commits, isContinued } = await read(gitDir, git(at, "rev-parse", "HEAD"));
  expect(isContinued).toBe(false);
  const committedAt = COMMITTED_AT.getTime() / 1000;
  expect(commits.toSorted((a, b) => b.authors.length - a.authors.length)).toEqual([
    {
      committedAt,
      authors: [
        { name: "J\u00f6e \ud83d\ude80", email: "dev@acme.test" },
        { name: "Jane Doe", email: "jane@acme.test" },
        { name: "", email: "" },
      ],
      subject: "side",
    },
    { committedAt, authors: [{ name: "Acme", email: "dev@acme.test" }], subject: "change" },
  ]);
});

it("resumes after a known commit if it is an ancestor", async () => {
  const { at, gitDir, shas, head } = makeHistory("continued", 5);
  const after = async (since: string) => {
    const { isContinued, commits } = await read(gitDir, head, since);
    return [isContinued, commits.length];
  };
  expect(await after(shas[2] ?? "")).toEqual([true, 2]);
  expect(await after(head)).toEqual([true, 0]);
  expect(await after("1".repeat(40))).toEqual([false, 5]);
  git(at, "checkout", "--quiet", "--detach", shas[1] ?? "");
  expect(await after(commitFiles(at, { other: "" }))).toEqual([false, 5]);
});

it("fails if part of the history is missing", async () => {
  const { gitDir, shas, head, at } = makeHistory("missing", 3);
  const [lost = ""] = shas;
  rmSync(join(gitDir, "objects", lost.slice(0, 2), lost.slice(2)));
  await expect(read(gitDir, head)).rejects.toThrow(RepositoryUnreadableError);
  await expect(read(gitDir, head)).rejects.not.toThrow(folder);
  git(folder, "clone", "--quiet", "--depth=1", `file://${makeHistory("whole", 2).at}`, "shallow");
  await expect(
    read(join(folder, "shallow/.git"), git(join(folder, "shallow"), "rev-parse", "HEAD")),
  ).rejects.toThrow("a shallow clone has only a part of its history");
  git(at, "config", "extensions.partialClone", "origin");
  await expect(read(gitDir, head)).rejects.toThrow("Could not read");
});

it("can be abandoned before the end", async () => {
  const { gitDir, head } = makeHistory("abandoned", 2);
  const { pages } = await openHistory(gitDir, head, null);
  for await (const { commits } of pages) {
    expect(commits).not.toEqual([]);
    break;
  }
});

it("ends when Git waits for an older commit that is a pipe", async () => {
  const { gitDir, shas, head } = makeHistory("pipe", 2);
  const older = join(gitDir, "objects", shas[0]?.slice(0, 2) ?? "", shas[0]?.slice(2) ?? "");
  rmSync(older);
  execFileSync("mkfifo", [older]);
  const reading = Array.fromAsync(readPages(gitDir, logArguments(head, null), 300));
  await expect(reading).rejects.toThrow("Git took more than 0.3 seconds");
});

it("reads no file that the configuration names as its mailmap", async () => {
  const { at, gitDir, head } = makeHistory("mailmap", 1);
  git(at, "config", "mailmap.file", "/dev/zero");
  expect((await read(gitDir, head)).commits).toHaveLength(1);
});

it("stops Git when it prints more than a limit", async () => {
  const { gitDir, head } = makeHistory("long", 1);
  const { exitCode, stdout, stderr } = await runGit(gitDir, ["cat-file", "commit", head], { maxBytes: 100 });
  expect([exitCode, stdout.length, stderr]).toEqual([null, 0, "Git printed more than 100 bytes"]);
  expect((await runGit(gitDir, ["cat-file", "commit", head])).exitCode).toBe(0);
});

it("refuses an object that claims to be larger than any that is read", async () => {
  const { gitDir } = makeHistory("bomb", 1);
  mkdirSync(join(gitDir, "objects/11"), { recursive: true });
  writeFileSync(join(gitDir, "objects/11", "1".repeat(38)), deflateSync("tree 600000000\0"));
  const { exitCode, stderr } = await runGit(gitDir, ["cat-file", "tree", "1".repeat(40)]);
  expect([exitCode, stderr]).toEqual([128, expect.stringContaining("attempting to allocate")]);
});
