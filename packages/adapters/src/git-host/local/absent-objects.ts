import { readFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { getGitOutput } from "./git.ts";

/**
 * The objects of a commit that a partial clone left out. Git would fetch such an object when asked for it and,
 * forbidden to, give up altogether, so they must be known beforehand. Empty for any other repository.
 */
export async function listAbsentObjects(gitDir: string, commitSha: string): Promise<Set<string>> {
  if (!(await mayBePartialClone(gitDir))) return new Set();
  const options = ["--objects", "--no-object-names", "--missing=print", "--no-walk"];
  const lines = (await getGitOutput(gitDir, ["rev-list", ...options, commitSha, "--"])).split("\n");
  return new Set(lines.filter((line) => line.startsWith("?")).map((line) => line.slice(1)));
}

/** Git only heeds this file here, and what it includes; where it is in doubt, the objects are counted in vain. */
async function mayBePartialClone(gitDir: string): Promise<boolean> {
  const settings = await readFile(join(await commonDir(gitDir), "config"), "utf8").catch(() => "");
  return /partialclone|promisor|include|worktreeconfig/i.test(settings);
}

/** A second work tree shares the configuration of the first. */
async function commonDir(gitDir: string): Promise<string> {
  const place = await readFile(join(gitDir, "commondir"), "utf8").catch(() => "");
  return resolve(gitDir, place.trim());
}
