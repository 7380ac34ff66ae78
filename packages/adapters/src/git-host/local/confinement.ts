import { readdir, realpath } from "node:fs/promises";
import { join, resolve } from "node:path";
import { commonDir } from "./git-folder.ts";
import { readRegularFile } from "./regular-file.ts";

/** Git reads these through links, which can lead to another repository. */
const LINKABLE = ["HEAD", "config", "config.worktree", "packed-refs", "objects", "refs", "logs"];

/**
 * Returns which part of a Git directory makes Git read files outside, such as `objects/info/alternates`, or undefined if none
 * does. `isInside` gets resolved paths.
 */
export async function findEscape(
  gitDir: string,
  isInside: (path: string) => boolean,
): Promise<string | undefined> {
  const leaves = async (path: string): Promise<boolean> => {
    const real = await realpath(path).catch(() => undefined);
    return real !== undefined && !isInside(real);
  };
  const common = await commonDir(gitDir);
  if (await leaves(common)) return "commondir";
  for (const folder of new Set([gitDir, common])) {
    for (const name of LINKABLE) if (await leaves(join(folder, name))) return name;
    if (hasIncludes(await readRegularFile(join(folder, "config")))) return "include in config";
    if (hasIncludes(await readRegularFile(join(folder, "config.worktree"))))
      return "include in config.worktree";
  }
  const objects = join(common, "objects");
  const alternates = (await readRegularFile(join(objects, "info/alternates"))).split("\n");
  for (const line of alternates.filter((path) => path !== "" && !path.startsWith("#")))
    if (!isInside(await resolved(resolve(objects, line)))) return "objects/info/alternates";
  for (const folder of [objects, join(common, "refs")]) {
    for await (const link of symlinksBelow(folder))
      if (await leaves(link)) return link.slice(common.length + 1);
  }
  return undefined;
}

/** `[include]` and `[includeIf]` read any file, and errors tell whether it exists. */
const hasIncludes = (config: string): boolean => /\[\s*include/i.test(config);

const resolved = (path: string): Promise<string> => realpath(path).catch(() => path);

/** The depth of loose objects and packs, and of most refs. */
const MAX_DEPTH = 8;

async function* symlinksBelow(folder: string, depth = 0): AsyncGenerator<string> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  for (const entry of entries) {
    const path = join(folder, entry.name);
    if (entry.isSymbolicLink()) yield path;
    else if (entry.isDirectory() && depth < MAX_DEPTH) yield* symlinksBelow(path, depth + 1);
  }
}
