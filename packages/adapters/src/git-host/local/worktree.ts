import { constants, type Stats } from "node:fs";
import { lstat, open, realpath } from "node:fs/promises";
import { join } from "node:path";
import type { TreeEntry } from "@knockon/extract/ecosystem";
import { MAX_FILE_BYTES, type FileContent, type Snapshot } from "@knockon/extract/snapshot";
import { getGitOutput, runGit, unreadable } from "./git.ts";
import { commonDir } from "./git-folder.ts";
import { readRegularFile } from "./regular-file.ts";
import { openSnapshot } from "./snapshot.ts";

/** The object ID of a file that differs from the index. */
const CHANGED = "0".repeat(40);

/**
 * Reads the files of a work tree: tracked ones and new ones that are not ignored. Unchanged files come from the object
 * store. Does not follow symbolic links, nor a folder that became one after the listing.
 */
export function openWorktree(folder: string, gitDir: string): Snapshot & { close(): Promise<void> } {
  const objects = openSnapshot(gitDir, "HEAD");
  return {
    async tree() {
      const list = await listFiles(folder, gitDir);
      const [staged, modified, deleted, added] = await Promise.all([
        list("--stage"),
        list("--modified"),
        list("--deleted"),
        list("--others", "--exclude-standard"),
      ]);
      const gone = new Set(deleted);
      const changed = new Set(modified);
      const tracked = staged.flatMap((line): TreeEntry[] => {
        const { mode = "", oid = "", path = "" } = STAGED.exec(line)?.groups ?? {};
        return gone.has(path) ? [] : [{ path, mode, oid: changed.has(path) ? CHANGED : oid }];
      });
      const untracked = added.map((path) => ({ path, mode: "100644", oid: CHANGED }));
      return [...tracked, ...untracked].toSorted((a, b) => (a.path < b.path ? -1 : 1));
    },
    async files(wanted, onFile) {
      await objects.files(
        wanted.filter(({ oid }) => oid !== CHANGED),
        onFile,
      );
      const root = await realpath(folder);
      for (const entry of wanted)
        if (entry.oid === CHANGED) await onFile(entry, await readContent(join(root, entry.path)));
    },
    close: () => objects.close(),
  };
}

/** Returns a function that runs `git ls-files` in a work tree, without the filters that the repository's configuration names. */
export async function listFiles(
  folder: string,
  gitDir: string,
): Promise<(...options: string[]) => Promise<string[]>> {
  const keys = (await mayHaveFilters(gitDir)) ? await listFilterKeys(gitDir) : [];
  // Git would split such a key at the wrong place and run the filter.
  if (keys.some((key) => key.includes("="))) throw unreadable(gitDir, "The name of a filter contains '='.");
  const settings = keys.flatMap((key) => ["-c", `${key}=`]);
  return async (...options) =>
    (
      await getGitOutput(gitDir, [
        ...settings,
        `--work-tree=${folder}`,
        "-C",
        folder,
        "ls-files",
        "-z",
        ...options,
      ])
    )
      .split("\0")
      .slice(0, -1);
}

/** Saves a process if the configuration has no filters and includes no other files. */
async function mayHaveFilters(gitDir: string): Promise<boolean> {
  const settings = await readRegularFile(join(await commonDir(gitDir), "config"));
  return settings === "" || /filter|include|worktreeconfig/i.test(settings);
}

async function listFilterKeys(gitDir: string): Promise<string[]> {
  const query = ["config", "--null", "--name-only", "--get-regexp", "^filter\\."];
  const { exitCode, stdout, stderr } = await runGit(gitDir, query);
  // 1 means that there are none.
  if (exitCode !== 0 && exitCode !== 1) throw unreadable(gitDir, stderr);
  return stdout.toString("utf8").split("\0").slice(0, -1);
}

const STAGED = /^(?<mode>\d+) (?<oid>[\da-f]+) 0\t(?<path>[^]+)$/;

const NO_LINK = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;

async function readContent(path: string): Promise<FileContent> {
  const file = await open(path, NO_LINK).catch(() => undefined);
  if (!file) return "missing";
  try {
    const stats = await file.stat();
    if (!stats.isFile() || !(await isAt(path, stats))) return "missing";
    return stats.size > MAX_FILE_BYTES ? "too_large" : await file.readFile();
  } finally {
    await file.close();
  }
}

/** Returns whether an open file is the one at a path without links. */
async function isAt(path: string, { dev, ino }: Stats): Promise<boolean> {
  const [real, found] = await Promise.all([realpath(path), lstat(path)]).catch(() => []);
  return real === path && found?.dev === dev && found.ino === ino;
}
