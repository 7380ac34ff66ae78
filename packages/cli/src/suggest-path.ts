import { existsSync, readdirSync } from "node:fs";
import { basename, dirname, join, relative } from "node:path";
import { nearest } from "@knockon/contract/suggest";

/** Returns ` Did you mean "…"?` with a path that is like a missing one, or names the first folder that is missing. */
export function suggestPath(path: string): string {
  let missing = path;
  while (!existsSync(dirname(missing)) && dirname(missing) !== missing) missing = dirname(missing);
  const [closest] = nearest(basename(missing), listNames(dirname(missing)));
  if (closest !== undefined)
    return ` Did you mean "${join(dirname(missing), closest, relative(missing, path))}"?`;
  return missing === path ? "" : ` The folder "${missing}" does not exist.`;
}

/** Folders that can't be read count as empty. */
function listNames(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
