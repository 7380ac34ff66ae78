import { RepositoryUnreadableError } from "@knockon/core/ports/git-host";
import {
  chmodSync,
  mkdtempSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  unlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setImmediate as nextTurn } from "node:timers/promises";
import type { TreeEntry } from "@knockon/extract/ecosystem";
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { openObjects, openSnapshot } from "./snapshot.ts";
import { commitFiles, createRepository, git } from "./testing/temporary-repository.ts";

let folder: string;
let repository: string;
let gitDir: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "knockon-snapshot-"));
  repository = join(folder, "app");
  gitDir = createRepository(repository);
});

afterEach(() => {
  rmSync(folder, { recursive: true });
});

/** Reads every path of a commit as text. */
async function readAll(directory: string, commitSha: string): Promise<Record<string, string>> {
  return await readEntries(directory, commitSha, await openAndList(commitSha, directory));
}

async function openAndList(commitSha: string, directory = gitDir): Promise<TreeEntry[]> {
  const snapshot = openSnapshot(directory, commitSha);
  try {
    return await snapshot.tree();
  } finally {
    await snapshot.close();
  }
}

async function readEntries(
  directory: string,
  commitSha: string,
  wanted: readonly TreeEntry[],
): Promise<Record<string, string>> {
  const contents: Record<string, string> = {};
  const snapshot = openSnapshot(directory, commitSha);
  await snapshot.files(wanted, ({ path }, content) => {
    contents[path] = typeof content === "string" ? content : Buffer.from(content).toString("utf8");
  });
  await snapshot.close();
  return contents;
}

const looseObject = (oid: string): string => join(gitDir, "objects", oid.slice(0, 2), oid.slice(2));

const objectOf = (path: string): string => git(repository, "rev-parse", `HEAD:${path}`);

describe("openSnapshot", () => {
  it("reads the commit, not the work tree", async () => {
    const commit = commitFiles(repository, { Dockerfile: "FROM acme/base\n", "empty.txt": "" });
    writeFileSync(join(repository, "Dockerfile"), "FROM acme/changed\n");
    writeFileSync(join(repository, "untracked"), "x");
    expect(await readAll(gitDir, commit)).toEqual({ Dockerfile: "FROM acme/base\n", "empty.txt": "" });
  });

  it("reads an earlier commit, and a bare repository with packed objects", async () => {
    const first = commitFiles(repository, { "a/b.txt": "one" });
    commitFiles(repository, { "a/b.txt": "two" });
    const bare = join(folder, "app.git");
    git(folder, "clone", "--quiet", "--bare", repository, bare);
    git(bare, "gc", "--quiet");
    expect(await readAll(bare, first)).toEqual({ "a/b.txt": "one" });
  });

  it("lists symlinks, executables and submodules by mode", async () => {
    commitFiles(repository, { "run.sh": "#!/bin/sh\n" });
    symlinkSync("/etc/passwd", join(repository, "link"));
    git(repository, "add", "--all");
    git(repository, "update-index", "--chmod=+x", "run.sh");
    git(repository, "update-index", "--add", "--cacheinfo", `160000,${"a".repeat(40)},modules/base`);
    git(repository, "commit", "--quiet", "--message=more");
    const commit = git(repository, "rev-parse", "HEAD");
    const tree = await openAndList(commit);
    expect(tree.map(({ path, mode }) => [path, mode])).toEqual([
      ["link", "120000"],
      ["modules/base", "160000"],
      ["run.sh", "100755"],
    ]);
    expect(tree[1]?.oid).toBe("a".repeat(40));
    expect(await readEntries(gitDir, commit, tree)).toEqual({
      link: "/etc/passwd",
      "modules/base": "missing",
      "run.sh": "#!/bin/sh\n",
    });
  });

  it("lists nested folders and normalizes modes as git does", async () => {
    const commit = commitFiles(repository, {
      "a/b/c": "1",
      "a/b.txt": "2",
      "a-b/c": "3",
      "a.txt": "4",
      "b/a/b/c": "1",
    });
    const listed = (await openAndList(commit)).map(({ path, mode, oid }) => `${mode} blob ${oid}\t${path}`);
    expect(listed.join("\n")).toBe(git(repository, "ls-tree", "-r", commit));

    const blob = Buffer.from(objectOf("a.txt"), "hex");
    const bytes = Buffer.concat([Buffer.from("100664 a\0"), blob, Buffer.from("100775 b\0"), blob]);
    writeFileSync(join(repository, "folder"), bytes);
    const tree = git(repository, "hash-object", "-w", "-t", "tree", "--literally", "folder");
    const old = git(repository, "commit-tree", "-m", "old", tree);
    expect((await openAndList(old)).map(({ mode }) => mode)).toEqual(["100644", "100755"]);
  });

  it("keeps paths unchanged", async () => {
    const files = {
      'say "hi".txt': "1",
      "line\nfeed.txt": "2",
      "tab\there.txt": "3",
      "größe/日本.txt": "4",
      " ": "5",
    };
    expect(await readAll(gitDir, commitFiles(repository, files))).toEqual(files);
  });

  it("delivers content of any shape unchanged, across many batches", async () => {
    const files: Record<string, string> = {};
    for (let n = 0; n < 700; n++) files[`f${n}`] = `${n} missing\n`.repeat(n % 50) + "\n".repeat(n % 3);
    files["long"] = "0123456789abcdef\n".repeat(20_000);
    expect(await readAll(gitDir, commitFiles(repository, files))).toEqual(files);
  });

  it("reads files up to 1 MiB", async () => {
    const files = { just: "x".repeat(1024 * 1024), over: "x".repeat(1024 * 1024 + 1) };
    const contents = await readAll(gitDir, commitFiles(repository, files));
    expect(contents).toEqual({ just: files.just, over: "too_large" });
  });

  it("reads only the requested files", async () => {
    const commit = commitFiles(repository, { a: "1", b: "2", c: "3" });
    const tree = await openAndList(commit);
    expect(await readEntries(gitDir, commit, tree.slice(1, 2))).toEqual({ b: "2" });
    expect(await readEntries(gitDir, commit, [])).toEqual({});
  });

  it("reports a missing object and reads the others", async () => {
    const commit = commitFiles(repository, { a: "1", b: "2", c: "3" });
    unlinkSync(looseObject(objectOf("b")));
    expect(await readAll(gitDir, commit)).toEqual({ a: "1", b: "missing", c: "3" });
  });

  it("does not fetch into a partial clone: omitted objects are missing", async () => {
    const commit = commitFiles(repository, { small: "1", large: "x".repeat(5000) });
    git(repository, "config", "uploadpack.allowFilter", "true");
    const partial = join(folder, "partial.git");
    git(folder, "clone", "--quiet", "--bare", "--filter=blob:limit=1k", `file://${repository}`, partial);
    git(partial, "config", "core.repositoryFormatVersion", "1");
    git(partial, "config", "extensions.partialClone", "origin");
    expect(await readAll(partial, commit)).toEqual({ small: "1", large: "missing" });
    renameSync(join(partial, "config"), join(partial, "settings"));
    writeFileSync(join(partial, "config"), "[include]\n\tpath = settings\n");
    expect(await readAll(partial, commit)).toEqual({ small: "1", large: "missing" });
    expect(git(partial, "rev-list", "--objects", "--missing=print", "HEAD")).toMatch(/^\?/m);
  });

  it("waits for a slow reader", async () => {
    const commit = commitFiles(repository, { a: "1", b: "2", c: "3" });
    const snapshot = openSnapshot(gitDir, commit);
    const log: string[] = [];
    await snapshot.files(await snapshot.tree(), async ({ path }) => {
      log.push(`${path} begins`);
      for (let turn = 0; turn < 5; turn += 1) await nextTurn();
      log.push(`${path} ends`);
    });
    await snapshot.close();
    expect(log).toEqual(["a begins", "a ends", "b begins", "b ends", "c begins", "c ends"]);
  });

  it("rethrows the reader's error and can be read again", async () => {
    const commit = commitFiles(repository, { a: "1", b: "2" });
    const snapshot = openSnapshot(gitDir, commit);
    const seen: string[] = [];
    const reading = snapshot.files(await snapshot.tree(), ({ path }) => {
      seen.push(path);
      throw new Error("enough");
    });
    await expect(reading).rejects.toThrow("enough");
    expect(seen).toEqual(["a"]);
    expect((await snapshot.tree()).map(({ path }) => path)).toEqual(["a", "b"]);
    await snapshot.close();
  });
});

describe("openSnapshot of a damaged repository", () => {
  it("reports a missing folder object", async () => {
    const commit = commitFiles(repository, { "src/a": "1" });
    unlinkSync(looseObject(objectOf("src")));
    const listing = openAndList(commit);
    await expect(listing).rejects.toBeInstanceOf(RepositoryUnreadableError);
    await expect(listing).rejects.toThrow(/^Could not read [\da-f]{40}$/);
  });

  it("reports a missing commit", async () => {
    const listing = openAndList("1".repeat(40));
    await expect(listing).rejects.toThrow(/^not a tree object$/);
  });

  it("reports content that is damaged behind an intact head", async () => {
    const commit = commitFiles(repository, { a: "1".repeat(500_000), b: "2" });
    const tree = await openAndList(commit);
    const damaged = looseObject(objectOf("a"));
    chmodSync(damaged, 0o644);
    truncateSync(damaged, 300);
    await expect(readEntries(gitDir, commit, tree)).rejects.toBeInstanceOf(RepositoryUnreadableError);
  });

  it("reports a missing repository", async () => {
    const nowhere = join(folder, "nowhere");
    const entry = { path: "a", mode: "100644", oid: "1".repeat(40) };
    await expect(openAndList("1".repeat(40), nowhere)).rejects.toThrow("not a git repository: '.git'");
    await expect(readEntries(nowhere, "1".repeat(40), [entry])).rejects.toThrow(/not a git repository/);
  });
});

describe("openObjects", () => {
  it("reads two commits at the same time with the responses of each", async () => {
    const files = Object.fromEntries(
      Array.from({ length: 300 }, (_, index) => [`f${index}.txt`, `${index}\n`]),
    );
    const first = commitFiles(repository, files);
    const second = commitFiles(repository, { "f0.txt": "changed\n", "new.txt": "new\n" });
    const objects = openObjects(gitDir);
    const snapshots = [objects.snapshot(first), objects.snapshot(second)];
    const read = await Promise.all(
      snapshots.map(async (snapshot) => {
        const contents: Record<string, string> = {};
        await snapshot.files(await snapshot.tree(), ({ path }, content) => {
          contents[path] = typeof content === "string" ? content : Buffer.from(content).toString("utf8");
        });
        return contents;
      }),
    );
    objects.close();
    expect(read).toEqual([await readAll(gitDir, first), await readAll(gitDir, second)]);
  });

  it("finds commits and their files, and answers on after a revision or file that does not exist", async () => {
    const first = commitFiles(repository, { "settings.yml": "first\n" });
    const second = commitFiles(repository, { "settings.yml": "second\n" });
    git(repository, "tag", "--annotate", "--message=x", "v1", first);
    const objects = openObjects(gitDir);
    onTestFinished(() => objects.close());
    const revisions = ["v1", "HEAD", "HEAD^", second.slice(0, 12), "HEAD@{0}"];
    const unknown = ["absent", `${first} commit 1`, "HEAD:settings.yml", "HEAD^{tree}", "", `HEAD\nflush`];
    const found = await Promise.all([...revisions, ...unknown].map((one) => objects.findCommit(one)));
    expect(found).toEqual([first, second, first, second, second, ...unknown.map(() => undefined)]);
    const read = async (path: string) => Buffer.from((await objects.findFile(first, path)) ?? []).toString();
    expect([await read("absent.yml"), await read("settings.yml")]).toEqual(["", "first\n"]);
  });
});
