import type { Dirent } from "node:fs";
import { readdir } from "node:fs/promises";
import { join, resolve } from "node:path";
import { readRegularFile } from "./regular-file.ts";

/** A repository folder and its object store. */
export interface GitFolder {
  folder: string;
  gitDir: string;
  isBare: boolean;
}

/** Deep enough for `host/group/subgroup/repo`. */
const MAX_DEPTH = 6;

/**
 * Finds every repository at or below a folder. Does not search inside repositories or follow symlinks. Passes folders that
 * cannot be read to `onUnreadable`.
 */
export async function listGitFolders(
  folder: string,
  onUnreadable: (folder: string) => void,
  depth = 0,
): Promise<GitFolder[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch((error: unknown) => {
    if (isRefused(error)) onUnreadable(folder);
    return [];
  });
  const found = await recognize(folder, entries);
  if (found) return [found];
  if (depth === MAX_DEPTH) return [];
  const below: GitFolder[] = [];
  for (const entry of entries) {
    if (!entry.isDirectory()) continue;
    below.push(...(await listGitFolders(join(folder, entry.name), onUnreadable, depth + 1)));
  }
  return below;
}

const isRefused = (error: unknown): boolean =>
  error instanceof Error && "code" in error && (error.code === "EACCES" || error.code === "EPERM");

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

/** A `.git` file contains the path of the Git directory, as in submodules and work trees. */
async function followGitFile(folder: string, file: string): Promise<string> {
  const text = await readRegularFile(file);
  return resolve(folder, /^gitdir: (.+)$/m.exec(text)?.[1] ?? "");
}

/** Work trees share the objects of the main one (`commondir`). */
function isGitDir(entries: readonly Dirent[]): boolean {
  const names = new Set(entries.map((entry) => entry.name));
  return names.has("HEAD") && (names.has("commondir") || (names.has("objects") && names.has("refs")));
}

/** Missing and unreadable folders count as empty. */
async function readEntries(folder: string): Promise<Dirent[]> {
  return await readdir(folder, { withFileTypes: true }).catch(() => []);
}

/** Work trees share the configuration of the main one. Removes only what Git removes: a name can end with a space. */
export async function commonDir(gitDir: string): Promise<string> {
  const place = await readRegularFile(join(gitDir, "commondir"));
  // A pattern would take quadratic time for line breaks before another character.
  let end = place.length;
  while (end > 0 && "\r\n".includes(place.charAt(end - 1))) end -= 1;
  return resolve(gitDir, place.slice(0, end));
}
