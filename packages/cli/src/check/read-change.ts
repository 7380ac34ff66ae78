import { existsSync } from "node:fs";
import { readFile, realpath } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { describeRepository } from "@knockon/adapters/git-host/local/discover";
import { DiscoveryError, runGit } from "@knockon/adapters/git-host/local/git";
import { findGitFolder, type GitFolder } from "@knockon/adapters/git-host/local/git-folder";
import { findRemoteHead, listBranchesWithout, readRef } from "@knockon/adapters/git-host/local/head";
import { openObjects, type Objects } from "@knockon/adapters/git-host/local/snapshot";
import { listFiles, openWorktree } from "@knockon/adapters/git-host/local/worktree";
import type { RepositoryIdentity } from "@knockon/extract/ecosystem";
import type { Extractor } from "@knockon/extract/isolate/extractor";
import { InvalidConfigError, parseConfig, type CheckConfig } from "@knockon/graph/interface/check-config";
import {
  compareInterfaces,
  comparePaths,
  type ComparedInterfaces,
} from "@knockon/graph/interface/compare-commits";
import { suggest } from "@knockon/contract/suggest";
import { UsageError } from "../arguments.ts";
import { readInput } from "../input.ts";
import { suggestPath } from "../suggest-path.ts";

/** The head of a change that is not committed yet. */
export const WORKTREE = "WORKTREE";

/** A local repository, with the names that identify it. */
export interface CheckedRepository {
  folder: GitFolder;
  fullPath: string;
  cloneUrl: string | null;
  defaultBranch: string | undefined;
}

/** What a commit range, or the work tree, changes in one repository. */
export interface Change extends ComparedInterfaces {
  /** The branches that get the change, as far as they are known. */
  branches: string[];
  /** Branches that lack the base commit, so that the change is not made to them. */
  otherBranches: string[];
  base: string;
  /** A commit, or `WORKTREE`. */
  head: string;
  /** Sorted. */
  changedPaths: string[];
}

interface Revisions {
  base?: string | undefined;
  head: string;
}

/** Finds the repository that contains a folder. Throws UsageError. */
export async function openRepository(path: string): Promise<CheckedRepository> {
  const folder = await findRepository(path);
  const root = await realpath(folder.folder);
  const { fullPath, cloneUrl, defaultBranch } = await describeRepository({ ...folder, folder: root }, root);
  const remote = await findRemoteHead(folder.gitDir);
  return { folder, fullPath, cloneUrl, defaultBranch: remote ?? defaultBranch ?? undefined };
}

/** A change of which the commits and the changed files are known. Its interfaces are not extracted yet. */
export interface OpenChange extends Omit<Change, keyof ComparedInterfaces> {
  /** What the change leaves out by default, one line each, for the user. */
  notes: Promise<string[]>;
  /** `identity` names the repository as in the graph. Calls `onSent` when only the extractor's thread has work left. */
  extract(
    identity: Pick<RepositoryIdentity, "fullPath" | "cloneUrl">,
    extractor: Extractor,
    onSent?: () => void,
  ): Promise<ComparedInterfaces>;
  close(): Promise<void>;
}

/**
 * Opens what changes from the merge base of `base` and `head` to `head`. Runs nothing of the repository. Closes `objects` with the
 * change, or if it throws. Throws UsageError.
 */
export async function openChange(
  { folder: gitFolder, defaultBranch }: CheckedRepository,
  { base, head }: Revisions,
  objects: Objects = openObjects(gitFolder.gitDir),
): Promise<OpenChange> {
  const { gitDir } = gitFolder;
  const repository = { gitDir, objects };
  const isWorktree = head === WORKTREE;
  let worktree: ReturnType<typeof openWorktree> | undefined;
  const close = async (): Promise<void> => {
    objects.close();
    await worktree?.close();
  };
  const isComplete = isWorktree || head !== "HEAD" || gitFolder.isBare;
  const notes = isComplete ? Promise.resolve([]) : describeUncommitted(gitFolder);
  notes.catch(() => {});
  try {
    const headCommit = await commitOf(repository, isWorktree ? "HEAD" : head, "--head");
    const baseCommit = await findBase(repository, { base, headCommit, defaultBranch, isWorktree });
    if (isWorktree && gitFolder.isBare)
      throw new UsageError(
        `"${gitFolder.folder}" has no work tree. Use --head with a commit, tag or branch.`,
      );
    if (isWorktree) worktree = openWorktree(gitFolder.folder, gitDir);
    const before = objects.snapshot(baseCommit);
    const after = worktree ?? objects.snapshot(headCommit);
    const [old, current, others] = await Promise.all([
      before.tree(),
      after.tree(),
      listBranchesWithout(gitDir, baseCommit),
    ]);
    const changedPaths = comparePaths(old, current);
    return {
      branches: defaultBranch === undefined ? [] : [defaultBranch],
      otherBranches: others.filter((name) => name !== defaultBranch),
      base: baseCommit,
      head: isWorktree ? WORKTREE : headCommit,
      changedPaths,
      notes,
      async extract(identity, extractor, onSent) {
        if (changedPaths.length === 0) return { interfaces: [], unreadable: [] };
        const pair = await extractor.extractInterfaces(
          { ...identity, withSourceInterfaces: true },
          {
            before: { ...before, tree: async () => old },
            after: { ...after, tree: async () => current },
          },
          onSent,
        );
        const paths = new Set(current.map(({ path }) => path));
        return compareInterfaces(pair.before, pair.after, new Set(changedPaths), paths);
      },
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Opens a change and extracts its interfaces. Throws UsageError. */
export async function readChange(
  repository: CheckedRepository,
  identity: Pick<RepositoryIdentity, "fullPath" | "cloneUrl">,
  revisions: Revisions,
  extractor: Extractor,
): Promise<Change> {
  const { extract, close, notes: _, ...change } = await openChange(repository, revisions);
  try {
    return { ...change, ...(await extract(identity, extractor)) };
  } finally {
    await close();
  }
}

/** Says that files of the work tree differ from HEAD, because the check of a commit does not contain them. */
async function describeUncommitted({ folder, gitDir }: GitFolder): Promise<string[]> {
  const list = await listFiles(folder, gitDir);
  const [modified, staged] = await Promise.all([
    list("--modified"),
    runGit(gitDir, ["diff-index", "-z", "--cached", "--name-only", "HEAD"]),
  ]);
  const files = new Set([...modified, ...staged.stdout.toString("utf8").split("\0").slice(0, -1)]);
  if (files.size === 0) return [];
  const changed = files.size === 1 ? "1 file has" : `${files.size} files have`;
  return [`${changed} uncommitted changes, which are not checked. Use --head ${WORKTREE} to check them.`];
}

/** The settings file of a repository. */
const CONFIG_FILE = ".knockon.yml";

/** Reads a settings file, or else the one of the head commit or work tree. Throws UsageError. */
export async function readSettings(
  { folder: { folder, gitDir } }: CheckedRepository,
  objects: Objects,
  { head, config: file }: { head: string; config?: string | undefined },
): Promise<CheckConfig> {
  if (file !== undefined) return parse(await readInput(file), file);
  if (head === WORKTREE) {
    const text = await readFile(join(folder, CONFIG_FILE), "utf8").catch(() => "");
    return parse(text, CONFIG_FILE);
  }
  const commit = await commitOf({ gitDir, objects }, head, "--head");
  const content = await objects.findFile(commit, CONFIG_FILE);
  return parse(Buffer.from(content ?? []).toString("utf8"), CONFIG_FILE);
}

function parse(text: string, file: string): CheckConfig {
  try {
    return parseConfig(text, file);
  } catch (error) {
    throw error instanceof InvalidConfigError ? new UsageError(error.message) : error;
  }
}

/** Finds the repository that contains a folder. */
async function findRepository(path: string): Promise<GitFolder> {
  for (let folder = resolve(path); ; folder = dirname(folder)) {
    const found = await findGitFolder(folder);
    if (found) return found;
    if (folder === dirname(folder)) throw new UsageError(describeNoRepository(path));
  }
}

const describeNoRepository = (path: string): string =>
  `There is no Git repository at "${path}". ${existsSync(path) ? "Use the path of a clone." : `The path does not exist.${suggestPath(path)}`}`;

/** The object store in which revisions are looked up. */
interface ObjectStore {
  gitDir: string;
  objects: Objects;
}

async function commitOf({ gitDir, objects }: ObjectStore, revision: string, option: string): Promise<string> {
  const commit = (await objects.findCommit(revision)) ?? (await findCommit(gitDir, revision));
  if (commit !== undefined) return commit;
  if (revision === "HEAD" || revision === WORKTREE)
    throw new UsageError("The repository has no commit that HEAD could name. Commit the change first.");
  const hint = (await isShallow(gitDir))
    ? ' The clone is shallow and lacks older commits. Run "git fetch --unshallow", or fetch that branch.'
    : suggest(revision, await listRefs(gitDir));
  throw new UsageError(`Invalid ${option} "${revision}": there is no such commit, tag or branch.${hint}`);
}

async function findCommit(gitDir: string, revision: string): Promise<string | undefined> {
  try {
    return (await readRef(gitDir, revision)).commitSha;
  } catch (error) {
    // Git is missing.
    if (error instanceof DiscoveryError) throw error;
    return undefined;
  }
}

async function isShallow(gitDir: string): Promise<boolean> {
  const { stdout } = await runGit(gitDir, ["rev-parse", "--is-shallow-repository"]);
  return stdout.toString("utf8").trim() === "true";
}

async function listRefs(gitDir: string): Promise<string[]> {
  const { stdout } = await runGit(gitDir, ["for-each-ref", "--format=%(refname:short)"]);
  return stdout.toString("utf8").split("\n").filter(Boolean);
}

interface BaseQuery {
  base: string | undefined;
  headCommit: string;
  defaultBranch: string | undefined;
  isWorktree: boolean;
}

/**
 * By default, a change starts where it left the default branch; a change on that branch is its last commit, and one of the
 * work tree starts at HEAD.
 */
async function findBase(
  store: ObjectStore,
  { base, headCommit, defaultBranch, isWorktree }: BaseQuery,
): Promise<string> {
  const { objects } = store;
  if (base !== undefined) {
    const commit = await commitOf(store, base, "--base");
    return (await mergeBase(store, commit, headCommit)) ?? commit;
  }
  if (isWorktree) return headCommit;
  for (const ref of [`refs/remotes/origin/${defaultBranch}`, `refs/heads/${defaultBranch}`]) {
    const branch = await objects.findCommit(ref);
    const common = branch && (await mergeBase(store, branch, headCommit));
    if (common !== undefined && common !== headCommit) return common;
  }
  const parent = await objects.findCommit(`${headCommit}^`);
  if (parent !== undefined) return parent;
  throw new UsageError(
    (await isShallow(store.gitDir))
      ? 'The clone is shallow and lacks the commit to compare with. Run "git fetch --unshallow", or fetch the target branch and name it with --base.'
      : "The first commit of a repository has no commit to compare with. Name one with --base.",
  );
}

async function mergeBase(
  { gitDir, objects }: ObjectStore,
  base: string,
  head: string,
): Promise<string | undefined> {
  // Saves a process for a single commit, and for the merge commit that a host makes of a pull request.
  if (base === (await objects.findCommit(`${head}^`))) return base;
  const { stdout } = await runGit(gitDir, ["merge-base", base, head]);
  return stdout.toString("utf8").trim() || undefined;
}
