import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { getGitOutput, runGit } from "./git.ts";

/** Set in the configuration of a partial clone. */
const PARTIAL_CLONE_SETTINGS = String.raw`^(extensions\.partialclone|remote\..*\.promisor)$`;

/**
 * The objects of a commit that a partial clone left out. Git would fetch such an object when asked for it and,
 * forbidden to, give up altogether, so they must be known beforehand. Empty for any other repository.
 */
export async function listAbsentObjects(gitDir: string, commitSha: string): Promise<Set<string>> {
  if (!(await isPartialClone(gitDir))) return new Set();
  const options = ["--objects", "--no-object-names", "--missing=print", "--no-walk"];
  const lines = (await getGitOutput(gitDir, ["rev-list", ...options, commitSha, "--"])).split("\n");
  return new Set(lines.filter((line) => line.startsWith("?")).map((line) => line.slice(1)));
}

async function isPartialClone(gitDir: string): Promise<boolean> {
  if (!(await mayBePartialClone(gitDir))) return false;
  const { exitCode } = await runGit(gitDir, ["config", "--get-regexp", PARTIAL_CLONE_SETTINGS]);
  return exitCode === 0;
}

/** Saves nearly every repository a process: git only heeds this file here, and what it includes. */
async function mayBePartialClone(gitDir: string): Promise<boolean> {
  const settings = await readFile(join(gitDir, "config"), "utf8").catch(() => undefined);
  return settings === undefined || /partialclone|promisor|include|worktreeconfig/i.test(settings);
}
