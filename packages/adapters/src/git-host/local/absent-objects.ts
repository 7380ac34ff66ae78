import { readFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { getGitOutput } from "./git.ts";

/**
 * Returns the objects of a commit that a partial clone omitted. Empty for other repositories. Git aborts when it is asked
 * for such an object and may not fetch it, so they must be known in advance.
 */
export async function listAbsentObjects(gitDir: string, commitSha: string): Promise<Set<string>> {
  if (!(await mayBePartialClone(gitDir))) return new Set();
  const options = ["--objects", "--no-object-names", "--missing=print", "--no-walk"];
  const lines = (await getGitOutput(gitDir, ["rev-list", ...options, commitSha, "--"])).split("\n");
  return new Set(lines.filter((line) => line.startsWith("?")).map((line) => line.slice(1)));
}

/** Checks only this file and its includes. If in doubt, the objects are counted unnecessarily. */
async function mayBePartialClone(gitDir: string): Promise<boolean> {
  const settings = await readFile(join(await commonDir(gitDir), "config"), "utf8").catch(() => "");
  return /partialclone|promisor|include|worktreeconfig/i.test(settings);
}

/** Work trees share the configuration of the main one. */
async function commonDir(gitDir: string): Promise<string> {
  const place = await readFile(join(gitDir, "commondir"), "utf8").catch(() => "");
  return resolve(gitDir, place.trim());
}
