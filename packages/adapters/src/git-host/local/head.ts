import { readdir } from "node:fs/promises";
import { join, relative } from "node:path";
import { RepositoryUnreadableError } from "@knockon/core/ports/git-host";
import { getGitOutput, unreadable, runGit } from "./git.ts";
import { commonDir } from "./git-folder.ts";
import { readRegularFile } from "./regular-file.ts";

export interface Head {
  commitSha: string;
  /** Null for a detached HEAD. */
  branch: string | null;
  committedAt: Date;
}

export interface Tag {
  name: string;
  commitSha: string;
}

/** Returns the last commit of the branch, or of HEAD. Returns undefined for an empty repository. */
export async function readHead(gitDir: string, branch?: string): Promise<Head | undefined> {
  const name = branch ?? (await findHeadBranch(gitDir));
  return name === undefined ? await readDetachedHead(gitDir) : await readBranch(gitDir, name);
}

/** Returns the commit of a ref: a commit, tag or branch. Throws RepositoryUnreadableError if it does not exist. */
export async function readRef(gitDir: string, ref: string): Promise<Head> {
  const head = await readRevision(gitDir, ref);
  if (!head) throw new RepositoryUnreadableError(`There is no commit, tag or branch "${ref}".`);
  return head;
}

/**
 * Returns the commit that the branch, or else HEAD, had at a time: the last one before it, without those of merged branches.
 * Returns undefined if there is none.
 */
export const readHeadAt = (
  gitDir: string,
  branch: string | undefined,
  time: Date,
): Promise<Head | undefined> =>
  readRevision(gitDir, branch === undefined ? "HEAD" : `refs/heads/${branch}`, [
    "--first-parent",
    `--before=${time.toISOString()}`,
  ]);

async function readRevision(
  gitDir: string,
  revision: string,
  options: readonly string[] = [],
): Promise<Head | undefined> {
  const selection = ["--timestamp", "--max-count=1", ...options, "--end-of-options", revision, "--"];
  const { exitCode, stdout } = await runGit(gitDir, ["rev-list", ...selection]);
  const [committedAt, commitSha = ""] = stdout.toString("utf8").trim().split(" ");
  if (exitCode !== 0 || commitSha === "") return undefined;
  return { commitSha, branch: null, committedAt: fromUnixTime(committedAt) };
}

/** Returns only the commit. If the branch is a ref file, this neither runs Git nor checks that the commit exists. */
export async function findCommit(gitDir: string, branch?: string): Promise<string | undefined> {
  const commitSha = branch === undefined ? undefined : await findCommitInFiles(gitDir, branch);
  return commitSha ?? (await readHead(gitDir, branch))?.commitSha;
}

/**
 * Returns the commit of a branch from its ref file or `packed-refs`. Returns undefined if neither contains it, or if only
 * Git can resolve it.
 */
async function findCommitInFiles(gitDir: string, branch: string): Promise<string | undefined> {
  if (branch.includes("..")) return undefined;
  const ref = `refs/heads/${branch}`;
  const loose = await readRegularFile(join(gitDir, ref));
  if (loose !== "") return /^[\da-f]{40,64}(?=\n$)/.exec(loose)?.[0];
  const packed = await readRegularFile(join(gitDir, "packed-refs"));
  const end = packed.indexOf(` ${ref}\n`);
  const line = end === -1 ? "" : packed.slice(packed.lastIndexOf("\n", end) + 1, end);
  return /^[\da-f]{40,64}$/.exec(line)?.[0];
}

/** Returns the branch that HEAD points to, even if it has no commits. Returns undefined if HEAD is detached. */
export async function findHeadBranch(gitDir: string): Promise<string | undefined> {
  return (await findBranchInFile(gitDir)) ?? (await queryHeadBranch(gitDir));
}

/** Saves a process if refs are files. With another ref format, HEAD contains the branch `.invalid`. */
async function findBranchInFile(gitDir: string): Promise<string | undefined> {
  const head = await readRegularFile(join(gitDir, "HEAD"));
  return /^ref: refs\/heads\/(?<branch>(?!\.invalid\n)\S+)\n$/.exec(head)?.groups?.["branch"];
}

/**
 * Returns the branch of `origin` that its HEAD points to, or undefined if it is not known. If refs are files, this does not run Git.
 */
export async function findRemoteHead(gitDir: string): Promise<string | undefined> {
  const common = await commonDir(gitDir);
  const [head, text] = await Promise.all([
    readRegularFile(join(common, "HEAD")),
    readRegularFile(join(common, "refs/remotes/origin/HEAD")),
  ]);
  const areFiles = head !== "" && !head.startsWith("ref: refs/heads/.invalid");
  // Only a ref file can be symbolic: `packed-refs` has commits.
  if (areFiles && text === "") return undefined;
  const inFile = /^ref: refs\/remotes\/origin\/(?<branch>\S+)\n$/.exec(text)?.groups?.["branch"];
  if (areFiles && inFile !== undefined) return inFile;
  const { stdout } = await runGit(gitDir, ["symbolic-ref", "--quiet", "refs/remotes/origin/HEAD"]);
  const remote = stdout.toString("utf8").trim();
  return remote === "" ? undefined : remote.replace("refs/remotes/origin/", "");
}

async function queryHeadBranch(gitDir: string): Promise<string | undefined> {
  const { exitCode, stdout, stderr } = await runGit(gitDir, ["symbolic-ref", "--quiet", "HEAD"]);
  if (exitCode === 1) return undefined;
  if (exitCode !== 0) throw unreadable(gitDir, stderr);
  return stdout
    .toString("utf8")
    .trim()
    .replace(/^refs\/heads\//, "");
}

async function readBranch(gitDir: string, branch: string): Promise<Head | undefined> {
  const ref = `refs/heads/${branch}`;
  const format = "%(objectname) %(committerdate:unix) %(refname)";
  const { exitCode, stdout, stderr } = await runGit(gitDir, ["for-each-ref", `--format=${format}`, ref]);
  const [commitSha = "", committedAt, found] = stdout.toString("utf8").trim().split(" ");
  // If the branch does not exist, the pattern matches branches below it. For an unreadable ref, Git only prints a warning.
  if (exitCode === 0 && stderr === "" && found !== ref) return undefined;
  if (exitCode !== 0 || found !== ref) throw unreadable(gitDir, stderr);
  return { commitSha, branch, committedAt: fromUnixTime(committedAt) };
}

async function readDetachedHead(gitDir: string): Promise<Head> {
  const line = await getGitOutput(gitDir, ["rev-list", "--timestamp", "--max-count=1", "HEAD", "--"]);
  const [committedAt, commitSha = ""] = line.trim().split(" ");
  return { commitSha, branch: null, committedAt: fromUnixTime(committedAt) };
}

const fromUnixTime = (seconds: string | undefined): Date => new Date(Number(seconds) * 1000);

/** Bounds the tags of one repository. */
const MAX_TAGS = 10_000;
const MAX_BRANCHES = 1000;

/** Returns the names of tags, sorted. If refs are files, this does not run Git. */
export async function listTagNames(gitDir: string): Promise<string[]> {
  const names = await listTagsInFiles(gitDir);
  if (names) return names;
  const output = await getGitOutput(gitDir, ["for-each-ref", "--format=%(refname:lstrip=2)", "refs/tags"]);
  return output.split("\n").slice(0, -1).slice(0, MAX_TAGS);
}

/** Returns undefined for a work tree, and if refs are not files. */
async function listTagsInFiles(gitDir: string): Promise<string[] | undefined> {
  const [head, isLinked, packed, loose] = await Promise.all([
    readRegularFile(join(gitDir, "HEAD")),
    readRegularFile(join(gitDir, "commondir")),
    readRegularFile(join(gitDir, "packed-refs")),
    readdir(join(gitDir, "refs/tags"), { recursive: true, withFileTypes: true }).catch(() => []),
  ]);
  if (isLinked !== "" || head.startsWith("ref: refs/heads/.invalid")) return undefined;
  const root = join(gitDir, "refs/tags");
  const names = [
    ...Array.from(packed.matchAll(/ refs\/tags\/(?<name>\S+)$/gm), ({ groups }) => groups?.["name"] ?? ""),
    ...loose
      .filter((entry) => entry.isFile())
      .map((entry) => relative(root, join(entry.parentPath, entry.name))),
  ];
  return [...new Set(names)].toSorted().slice(0, MAX_TAGS);
}

/** Returns the names of the tags that were created until a time, sorted. */
export async function listTagNamesAt(gitDir: string, time: Date): Promise<string[]> {
  const format = "--format=%(creatordate:unix) %(refname:lstrip=2)";
  const lines = (await getGitOutput(gitDir, ["for-each-ref", format, "refs/tags"])).split("\n").slice(0, -1);
  return lines
    .flatMap((line) => {
      const at = line.indexOf(" ");
      return fromUnixTime(line.slice(0, at)) <= time ? [line.slice(at + 1)] : [];
    })
    .slice(0, MAX_TAGS);
}

/**
 * Returns the names of the branches, those of `origin` included, that lack a commit. A change that starts at the commit is not made
 * to them.
 */
export async function listBranchesWithout(gitDir: string, commitSha: string): Promise<string[]> {
  const list = async (option: string): Promise<Set<string>> => {
    const query = ["for-each-ref", "--format=%(refname)", option, "refs/heads", "refs/remotes/origin"];
    const refs = (await getGitOutput(gitDir, query)).split("\n").slice(0, -1);
    return new Set(refs.map((ref) => ref.replace(/^refs\/(?:heads|remotes\/origin)\//, "")));
  };
  const lacking = await list(`--no-contains=${commitSha}`);
  if (lacking.size === 0) return [];
  const containing = await list(`--contains=${commitSha}`);
  return [...lacking.difference(containing)].slice(0, MAX_BRANCHES);
}

/** Returns every tag that points to a commit, directly or through annotated tags, ordered by name. */
export async function listTags(gitDir: string): Promise<Tag[]> {
  if ((await listTagsInFiles(gitDir))?.length === 0) return [];
  const refs = (await getGitOutput(gitDir, ["for-each-ref", "--format=%(refname)", "refs/tags"]))
    .split("\n")
    .slice(0, -1);
  if (refs.length === 0) return [];
  const queries = refs.map((ref) => `${ref}^{commit}\n`).join("");
  const output = await getGitOutput(gitDir, ["cat-file", "--batch-check=%(objectname)"], queries);
  const commits = output.split("\n");
  return refs.flatMap((ref, index) => {
    const commitSha = commits[index] ?? "";
    return /^[\da-f]+$/.test(commitSha) ? [{ name: ref.slice("refs/tags/".length), commitSha }] : [];
  });
}
