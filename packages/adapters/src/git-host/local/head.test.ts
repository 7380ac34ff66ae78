import { RepositoryUnreadableError } from "@knockon/core/ports/git-host";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { findCommit, findRemoteHead, findHeadBranch, listTagNames, listTags, readHead } from "./head.ts";
import { COMMITTED_AT, commitFiles, createRepository, git } from "./testing/temporary-repository.ts";

let folder: string;
let gitDir: string;
let commitSha: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "knockon-head-"));
  gitDir = createRepository(folder, { "README.md": "one" });
  commitSha = git(folder, "rev-parse", "HEAD");
});

afterEach(() => {
  rmSync(folder, { recursive: true });
});

describe("readHead", () => {
  it("reads the branch of HEAD, with a loose or packed ref", async () => {
    const head = { commitSha, branch: "main", committedAt: COMMITTED_AT };
    expect(await readHead(gitDir)).toEqual(head);
    git(folder, "pack-refs", "--all");
    expect(await readHead(gitDir)).toEqual(head);
  });

  it("reads the requested branch, regardless of the checkout", async () => {
    git(folder, "checkout", "--quiet", "-b", "feature/login");
    const feature = commitFiles(folder, { "README.md": "two" });
    expect(await readHead(gitDir, "main")).toMatchObject({ commitSha, branch: "main" });
    expect(await readHead(gitDir)).toMatchObject({ commitSha: feature, branch: "feature/login" });
  });

  it("does not match branches below the requested one", async () => {
    git(folder, "branch", "release/1.x");
    expect(await readHead(gitDir, "release")).toBeUndefined();
  });

  it("returns no branch for a detached HEAD", async () => {
    git(folder, "checkout", "--quiet", "--detach");
    expect(await readHead(gitDir)).toEqual({ commitSha, branch: null, committedAt: COMMITTED_AT });
    expect(await findHeadBranch(gitDir)).toBeUndefined();
  });

  it("returns undefined for an empty repository, which still has a branch", async () => {
    const empty = createRepository(join(folder, "empty"));
    expect(await readHead(empty)).toBeUndefined();
    expect(await findHeadBranch(empty)).toBe("main");
  });

  it("does not read the placeholder of another ref format as the branch", async () => {
    writeFileSync(join(gitDir, "HEAD"), "ref: refs/heads/.invalid\n");
    await expect(findHeadBranch(gitDir)).rejects.toBeInstanceOf(RepositoryUnreadableError);
  });

  it("distinguishes damaged from empty repositories", async () => {
    writeFileSync(join(gitDir, "refs", "heads", "main"), "");
    await expect(readHead(gitDir)).rejects.toBeInstanceOf(RepositoryUnreadableError);
    await expect(readHead(gitDir, "main")).rejects.toThrow(/ignoring broken ref refs\/heads\/main/);
    writeFileSync(join(gitDir, "refs", "heads", "main"), `${"1".repeat(40)}\n`);
    const reading = readHead(gitDir);
    await expect(reading).rejects.toBeInstanceOf(RepositoryUnreadableError);
    await expect(reading).rejects.toThrow(
      new RegExp(`^missing object ${"1".repeat(40)} for refs/heads/main$`),
    );
  });

  it("fails if there is no repository", async () => {
    const reading = readHead(join(folder, "nowhere"));
    await expect(reading).rejects.toBeInstanceOf(RepositoryUnreadableError);
    await expect(reading).rejects.toThrow(/not a git repository/);
  });

  it("runs no program from the repository's configuration", async () => {
    const trace = join(folder, "trace");
    git(folder, "config", "core.fsmonitor", `touch ${trace}`);
    git(folder, "config", "gpg.program", `touch ${trace}`);
    git(folder, "config", "log.showSignature", "true");
    git(folder, "config", "core.pager", `touch ${trace}`);
    expect(await readHead(gitDir)).toMatchObject({ commitSha });
    expect(() => rmSync(trace)).toThrow(/ENOENT/);
  });
});

describe("findRemoteHead", () => {
  it("agrees with git for any kind of ref", async () => {
    const heads: (string | undefined)[] = [await findRemoteHead(gitDir)];
    for (const target of [
      "refs/remotes/origin/main",
      "refs/remotes/origin/release/1.x",
      "refs/heads/other",
    ]) {
      git(folder, "symbolic-ref", "refs/remotes/origin/HEAD", target);
      heads.push(await findRemoteHead(gitDir));
    }
    git(folder, "worktree", "add", "--quiet", "--detach", join(folder, "linked"));
    heads.push(await findRemoteHead(join(gitDir, "worktrees/linked")));
    git(folder, "update-ref", "--no-deref", "refs/remotes/origin/HEAD", commitSha);
    heads.push(await findRemoteHead(gitDir));
    const other = "refs/heads/other";
    expect(heads).toEqual([undefined, "main", "release/1.x", other, other, undefined]);
  });
});

describe("findCommit", () => {
  it("agrees with git for any kind of ref", async () => {
    expect(await findCommit(gitDir, "main")).toBe(commitSha);
    git(folder, "pack-refs", "--all");
    expect(await findCommit(gitDir, "main")).toBe(commitSha);
    const second = commitFiles(folder, { "README.md": "two" });
    expect(await findCommit(gitDir, "main")).toBe(second);
    git(folder, "symbolic-ref", "refs/heads/trunk", "refs/heads/main");
    expect(await findCommit(gitDir, "trunk")).toBe(second);
    git(folder, "branch", "release/1.x");
    expect(await findCommit(gitDir, "release")).toBeUndefined();
    git(folder, "checkout", "--quiet", "--detach", "HEAD~");
    expect(await findCommit(gitDir)).toBe(commitSha);
  });

  it("does not run git for plain refs", async () => {
    writeFileSync(join(gitDir, "config"), "[broken");
    expect(await findCommit(gitDir, "main")).toBe(commitSha);
    await expect(findCommit(gitDir)).rejects.toBeInstanceOf(RepositoryUnreadableError);
  });

  it("reads no file outside the refs", async () => {
    writeFileSync(join(gitDir, "elsewhere"), `${"1".repeat(40)}\n`);
    expect(await findCommit(gitDir, "../../elsewhere")).toBeUndefined();
  });
});

describe("listTagNames", () => {
  it("reads loose and packed tags", async () => {
    expect(await listTagNames(gitDir)).toEqual([]);
    git(folder, "tag", "v1.0.0");
    git(folder, "tag", "--annotate", "--message=x", "sub/v1.1.0");
    const names = ["sub/v1.1.0", "v1.0.0"];
    expect(await listTagNames(gitDir)).toEqual(names);
    git(folder, "pack-refs", "--all");
    expect(await listTagNames(gitDir)).toEqual(names);
    git(folder, "tag", "v0.9.0");
    expect(await listTagNames(gitDir)).toEqual(["sub/v1.1.0", "v0.9.0", "v1.0.0"]);
  });

  it("asks Git in a linked worktree", async () => {
    git(folder, "tag", "v1.0.0");
    git(folder, "worktree", "add", "--quiet", join(folder, "linked"));
    expect(await listTagNames(join(gitDir, "worktrees/linked"))).toEqual(["v1.0.0"]);
  });
});

describe("listTags", () => {
  it("resolves nested annotated tags to commits", async () => {
    git(folder, "tag", "v1.0.0");
    git(folder, "tag", "--annotate", "--message=x", "v1.1.0");
    git(folder, "tag", "--annotate", "--message=x", "signed-off", "v1.1.0");
    const tags = ["signed-off", "v1.0.0", "v1.1.0"].map((name) => ({ name, commitSha }));
    expect(await listTags(gitDir)).toEqual(tags);
    git(folder, "pack-refs", "--all");
    expect(await listTags(gitDir)).toEqual(tags);
  });

  it("skips tags of other objects", async () => {
    git(folder, "tag", "public-key", "HEAD:README.md");
    git(folder, "tag", "v1.0.0");
    expect(await listTags(gitDir)).toEqual([{ name: "v1.0.0", commitSha }]);
  });

  it("is empty without tags", async () => {
    expect(await listTags(gitDir)).toEqual([]);
  });
});
