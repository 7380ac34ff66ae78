import { readdir, realpath } from "node:fs/promises";
import { join, resolve } from "node:path";
import { commonDir } from "./git-folder.ts";
import { isTooLarge, readRegularFile } from "./regular-file.ts";

/** What Git does not read for a scan. Tools link their hooks from elsewhere. */
const UNREAD = new Set(["hooks", "modules", "worktrees", "lfs", "annex"]);

/** Their text decides which other files Git reads. */
const REFERRING = ["config", "config.worktree", "commondir", "objects/info/alternates"];

/**
 * Returns which part of a Git directory makes Git read files outside, such as `objects/info/alternates`, or undefined if none
 * does. `isInside` gets resolved paths.
 */
export async function findEscape(
  gitDir: string,
  isInside: (path: string) => boolean,
): Promise<string | undefined> {
  const common = await commonDir(gitDir);
  // Git reads up to the NUL.
  if (common.includes("\0") || (await leaves(common, isInside))) return "commondir";
  for (const folder of new Set([gitDir, common])) {
    for (const name of REFERRING) if (await isTooLarge(join(folder, name))) return name;
    for (const name of ["config", "config.worktree"])
      if (hasIncludes(await readRegularFile(join(folder, name)))) return `include in ${name}`;
    const link = await findLeavingLink(folder, isInside);
    if (link !== undefined) return link;
  }
  return await findLeavingAlternate(join(common, "objects"), isInside);
}

/** `[include]` and `[includeIf]` read any file, and errors tell whether it exists. */
const hasIncludes = (config: string): boolean => /\[\s*include/i.test(config);

async function leaves(path: string, isInside: (path: string) => boolean): Promise<boolean> {
  const real = await realpath(path).catch(() => undefined);
  return real !== undefined && !isInside(real);
}

/** Returns the path of a link that leads outside, from a folder or from a folder that a link leads to. */
async function findLeavingLink(
  folder: string,
  isInside: (path: string) => boolean,
): Promise<string | undefined> {
  const seen = new Set<string>();
  const waiting = [{ path: folder, name: "" }];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const real = await realpath(next.path).catch(() => undefined);
    if (real === undefined || seen.has(real)) continue;
    seen.add(real);
    const entries = await readdir(real, { withFileTypes: true }).catch(() => []);
    for (const entry of entries) {
      const [path, name] = [join(real, entry.name), join(next.name, entry.name)];
      if (next.name === "" && UNREAD.has(entry.name)) continue;
      if (entry.isSymbolicLink() && (await leaves(path, isInside))) return name;
      if (entry.isSymbolicLink() || entry.isDirectory()) waiting.push({ path, name });
    }
  }
  return undefined;
}

const ALTERNATES = "info/alternates";
/** Each is searched for links. Repositories share few object stores. */
const MAX_ALTERNATES = 1000;

/** Follows the alternates of alternates, as Git does. */
async function findLeavingAlternate(
  objects: string,
  isInside: (path: string) => boolean,
): Promise<string | undefined> {
  const found = join("objects", ALTERNATES);
  const stores = new Set([objects]);
  // A set visits what is added meanwhile.
  for (const store of stores) {
    if (await isTooLarge(join(store, ALTERNATES))) return found;
    if (store !== objects && (await findLeavingLink(store, isInside)) !== undefined) return found;
    const lines = (await readRegularFile(join(store, ALTERNATES))).split("\n");
    for (const line of lines.filter((path) => path !== "" && !path.startsWith("#"))) {
      const path = await resolved(resolve(store, line));
      // Git decodes escape sequences between quotes.
      if (line.startsWith('"') || !isInside(path)) return found;
      stores.add(path);
      if (stores.size > MAX_ALTERNATES) return found;
    }
  }
  return undefined;
}

const resolved = (path: string): Promise<string> => realpath(path).catch(() => path);
