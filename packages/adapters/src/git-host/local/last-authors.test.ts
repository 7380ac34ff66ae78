import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { findLastAuthors } from "./last-authors.ts";
import { createRepository, git } from "./testing/temporary-repository.ts";

const folder = mkdtempSync(join(tmpdir(), "knockon-last-authors-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const repository = join(folder, "app");
const gitDir = createRepository(repository);

function commit(author: string, files: Record<string, string>): string {
  for (const [name, text] of Object.entries(files)) writeFileSync(join(repository, name), text);
  git(repository, "add", "--all");
  git(repository, "commit", "--quiet", "--message=Change", `--author=${author}`);
  return git(repository, "rev-parse", "HEAD");
}

const JANE = "Jane Doe <jane@acme.test>";
const JOE = "Joe Bloggs <joe@acme.test>";
const RENOVATE = "renovate[bot] <29139614+renovate[bot]@users.noreply.github.com>";

commit(JANE, { Dockerfile: "FROM a:1\nFROM b:1\nFROM c:1\n" });
const before = commit(JOE, { Dockerfile: "FROM a:1\nFROM b:2\nFROM c:1\n" });
for (const version of [3, 4, 5])
  commit(RENOVATE, { Dockerfile: `FROM a:1\nFROM b:${version}\nFROM c:${version}\n` });
commit("canary@acme.test <canary@acme.test>", { mail: "a\n" });
commit(RENOVATE, { lock: "a\n" });
const head = commit("JD <jd@home.test>", {
  handle: "a\n",
  ".mailmap": "Jane Doe <jane@acme.test> <jd@home.test>\n",
});

const find = async (file: string, lines: number[], { commitSha = head, timeoutMs = 10_000 } = {}) =>
  Object.fromEntries(await findLastAuthors(gitDir, { commitSha, file, lines }, timeoutMs));

describe("the last author of a line", () => {
  it("is the last person who changed it, before the version updates of bots", async () => {
    expect(await find("Dockerfile", [1, 2, 3])).toEqual({ 1: "Jane Doe", 2: "Joe Bloggs", 3: "Jane Doe" });
    expect(await find("Dockerfile", [2], { commitSha: before })).toEqual({ 2: "Joe Bloggs" });
  });

  it("has the name in the mailmap, and never an email address", async () => {
    expect(await find("handle", [1])).toEqual({ 1: "Jane Doe" });
    expect(await find("mail", [1])).toEqual({});
  });

  it("is unknown for a line that only a bot wrote, and for a missing line, file or commit", async () => {
    expect(await find("lock", [1])).toEqual({});
    expect(await find("handle", [2])).toEqual({});
    expect(await find("none", [1])).toEqual({});
    expect(await find("handle", [1], { commitSha: "0".repeat(40) })).toEqual({});
  });

  it("is unknown if Git takes too long", async () => {
    expect(await find("Dockerfile", [1], { timeoutMs: 1 })).toEqual({});
  });

  it("is not that of a commit that the repository's blame.ignoreRevsFile names", async () => {
    const ignored = commit(JOE, { handle: " a\n" });
    writeFileSync(join(repository, ".git-blame-ignore-revs"), `${ignored}\n`);
    expect(await find("handle", [1], { commitSha: ignored })).toEqual({ 1: "Joe Bloggs" });
    git(repository, "config", "blame.ignoreRevsFile", ".git-blame-ignore-revs");
    expect(await find("handle", [1], { commitSha: ignored })).toEqual({ 1: "Jane Doe" });
  });

  it("is found without running a command of the repository's configuration", async () => {
    const touched = join(folder, "touched");
    git(repository, "config", "diff.touch.textconv", `touch ${touched}; cat`);
    const sha = commit(JANE, { ".gitattributes": "Dockerfile diff=touch\n" });
    expect(await find("Dockerfile", [1], { commitSha: sha })).toEqual({ 1: "Jane Doe" });
    expect(existsSync(touched)).toBe(false);
  });
});
