import type { Dirent } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { join, resolve } from "node:path";

/** A folder that is a repository, and where its objects are. */
export interface GitFolder {
  folder: string;
  gitDir: string;
  isBare: boolean;
}

/** Deep enough for `host/group/subgroup/repo` and then some. */
const MAX_DEPTH = 6;

/** Every repository at or below the folder. What lies within one is its own affair; symlinks are not followed. */
export async function listGitFolders(folder: string, depth = 0): Promise<GitFolder[]> {
  const entries = await readEntries(folder);
  const found = await recognize(folder, entries);
  if (found) return [found];
  if (depth === MAX_DEPTH) return [];
  const below: GitFolder[] = [];
  for (const entry of entries) {
    if (entry.isDirectory()) below.push(...(await listGitFolders(join(folder, entry.name), depth + 1)));
  }
  return below;
}

export async function findGitFolder(folder: string): Promise<GitFolder | undefined> {
  return await recognize(folder, await readEntries(folder));
}

async function recognize(folder: string, entries: readonly Dirent[]): Promise<GitFolder | undefined> {
  const dotGit = entries.find((entry) => entry.name === ".git");
  if (!dotGit) return isGitDir(entries) ? { folder, gitDir: folder, isBare: true } : undefined;
  const path = join(folder, ".git");
  const gitDir = dotGit.isFile() ? await followGitFile(folder, path) : path;
  return isGitDir(await readEntries(gitDir)) ? { folder, gitDir, isBare: false } : undefined;
}

/** A `.git` file says where the directory is: of a submodule, a second work tree, or one kept apart. */
async function followGitFile(folder: string, file: string): Promise<string> {
  const text = await readFile(file, "utf8").catch(() => "");
  return resolve(folder, /^gitdir: (.+)$/m.exec(text)?.[1] ?? "");
}

/** A second work tree shares the objects of the first (`commondir`). */
function isGitDir(entries: readonly Dirent[]): boolean {
  const names = new Set(entries.map((entry) => entry.name));
  return names.has("HEAD") && (names.has("commondir") || (names.has("objects") && names.has("refs")));
}

/** A folder that is not there or not ours to read holds nothing for us. */
async function readEntries(folder: string): Promise<Dirent[]> {
  return await readdir(folder, { withFileTypes: true }).catch(() => []);
}
