import { lstat, readFile } from "node:fs/promises";
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
 * store. Does not follow symbolic links.
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
      for (const entry of wanted)
        if (entry.oid === CHANGED) await onFile(entry, await readContent(join(folder, entry.path)));
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
  const { stdout } = await runGit(gitDir, ["config", "--null", "--name-only", "--get-regexp", "^filter\\."]);
  return stdout.toString("utf8").split("\0").slice(0, -1);
}

const STAGED = /^(?<mode>\d+) (?<oid>[\da-f]+) 0\t(?<path>[^]+)$/;

async function readContent(path: string): Promise<FileContent> {
  const stats = await lstat(path).catch(() => undefined);
  if (!stats?.isFile()) return "missing";
  return stats.size > MAX_FILE_BYTES ? "too_large" : await readFile(path);
}
