import { constants } from "node:fs";
import { open, readdir, stat } from "node:fs/promises";
import { join } from "node:path";

/** `packed-refs` of large repositories. Other files are much smaller. */
const MAX_BYTES = 64 * 1024 * 1024;

/**
 * Reads a text file of a Git directory. Returns an empty string if it does not exist or can't be read. A pipe or device, which
 * would never end, counts as unreadable, as does a file that is larger than Git's own.
 */
export async function readRegularFile(path: string): Promise<string> {
  try {
    const file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK);
    try {
      const stats = await file.stat();
      return stats.isFile() && stats.size <= MAX_BYTES ? await file.readFile("utf8") : "";
    } finally {
      await file.close();
    }
  } catch {
    return "";
  }
}

/** Returns whether `readRegularFile` ignores a file that Git reads. */
export const isTooLarge = async (path: string): Promise<boolean> =>
  ((await stat(path).catch(() => undefined))?.size ?? 0) > MAX_BYTES;

/** The depth of most refs. */
const MAX_DEPTH = 8;

/**
 * Returns the first pipe, socket or device among the files that Git opens at its start, or undefined. Git would wait for a
 * pipe forever.
 */
export async function findSpecialFile(gitDir: string): Promise<string | undefined> {
  for (const [folder, depth] of [
    ["", 0],
    ["refs", MAX_DEPTH],
    ["objects/info", 0],
    ["objects/pack", 0],
  ] as const) {
    const found = await findSpecialBelow(gitDir, folder, depth);
    if (found !== undefined) return found;
  }
  return undefined;
}

async function findSpecialBelow(gitDir: string, folder: string, depth: number): Promise<string | undefined> {
  const entries = await readdir(join(gitDir, folder), { withFileTypes: true }).catch(() => []);
  for (const entry of entries) {
    const path = join(folder, entry.name);
    if (entry.isDirectory() && depth > 0) {
      const found = await findSpecialBelow(gitDir, path, depth - 1);
      if (found !== undefined) return found;
    } else if (!entry.isFile() && !entry.isDirectory() && !entry.isSymbolicLink()) return path;
  }
  return undefined;
}
