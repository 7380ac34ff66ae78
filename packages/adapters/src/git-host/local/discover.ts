import { RepositoryUnreadableError } from "@knockon/core/ports/git-host";
import { realpath, stat } from "node:fs/promises";
import { relative, sep } from "node:path";
import { parseGitUrl } from "@knockon/extract/git-url";
import { DiscoveryError, runGit } from "./git.ts";
import { findGitFolder, listGitFolders, type GitFolder } from "./git-folder.ts";
import { findHeadBranch } from "./head.ts";
import { readListingFile, type ListedRepository } from "./listing-file.ts";

export interface LocalRepository {
  /** `org/repo`, any depth. */
  fullPath: string;
  gitDir: string;
  /** Without credentials. */
  cloneUrl: string | null;
  /** The branch of the listing, or else of HEAD. Null for a detached HEAD or a damaged repository. */
  defaultBranch: string | null;
  /** Only set by listing files. */
  archived: boolean;
  isFork: boolean;
}

/** No repositories were found. */
export class NoRepositoriesError extends DiscoveryError {
  override readonly name = "NoRepositoriesError";
}

/** Each repository takes two Git processes. */
const CONCURRENCY = 8;

/**
 * Finds the repositories at or below a folder, or in a listing file, ordered by full path. Includes damaged repositories.
 * Throws NoRepositoriesError or another DiscoveryError.
 */
export async function findRepositories(path: string): Promise<LocalRepository[]> {
  const stats = await stat(path).catch(() => undefined);
  if (!stats) throw new NoRepositoriesError(`${path} does not exist.`);
  const repositories = stats.isDirectory() ? await searchFolder(path) : await readListing(path);
  if (repositories.length === 0) throw new NoRepositoriesError(`There is no git repository in ${path}.`);
  const sorted = repositories.toSorted((a, b) => (a.fullPath < b.fullPath ? -1 : 1));
  assertDistinct(sorted);
  return sorted;
}

async function searchFolder(path: string): Promise<LocalRepository[]> {
  const root = await realpath(path);
  const found = await listGitFolders(root);
  return await mapConcurrently(found, async (gitFolder) => {
    const { gitDir } = gitFolder;
    const remoteUrl = await findRemoteUrl(gitDir);
    const fullPath = (remoteUrl && parseGitUrl(remoteUrl)?.path) ?? nameFromFolder(gitFolder, root);
    const defaultBranch = await findDefaultBranch(gitDir);
    return { fullPath, gitDir, cloneUrl: remoteUrl ?? null, defaultBranch, archived: false, isFork: false };
  });
}

async function readListing(file: string): Promise<LocalRepository[]> {
  return await mapConcurrently(await readListingFile(file), async (listed) => {
    const { gitDir } = await getGitFolder(listed);
    const cloneUrl = listed.cloneUrl === undefined ? await findRemoteUrl(gitDir) : publicUrl(listed.cloneUrl);
    const defaultBranch = listed.defaultBranch ?? (await findDefaultBranch(gitDir));
    const { fullPath, archived, isFork } = listed;
    return { fullPath, gitDir, cloneUrl: cloneUrl ?? null, defaultBranch, archived, isFork };
  });
}

async function getGitFolder({ folder, place }: ListedRepository): Promise<GitFolder> {
  const found = await findGitFolder(folder);
  if (!found) throw new DiscoveryError(`${place}: there is no git repository at ${folder}.`);
  return found;
}

/** Returns undefined if there is no remote URL, or it is a local path. */
async function findRemoteUrl(gitDir: string): Promise<string | undefined> {
  const { stdout } = await runGit(gitDir, ["config", "--get", "remote.origin.url"]);
  return publicUrl(stdout.toString("utf8").trim());
}

/** Removes tokens and passwords from a URL. Keeps SSH user names (`git@`). */
function publicUrl(url: string): string | undefined {
  if (!parseGitUrl(url)) return undefined;
  return url.replace(/^(https?:\/\/)[^/]*@/i, "$1").replace(/^([a-z+]+:\/\/[^/:@]*):[^/]*@/i, "$1@");
}

async function findDefaultBranch(gitDir: string): Promise<string | null> {
  try {
    return (await findHeadBranch(gitDir)) ?? null;
  } catch (error) {
    if (error instanceof RepositoryUnreadableError) return null;
    throw error;
  }
}

/**
 * Returns the path relative to the root, prefixed with the root's name if it is a single segment. Folders of mirrors
 * contain the full path: `acme+app/…/<bare repository>` is `acme/app`.
 */
function nameFromFolder({ folder, isBare }: GitFolder, root: string): string {
  const segments = relative(root, folder).split(sep);
  const mirror = isBare && segments.slice(0, -1).find((segment) => /^[^+]+\+[^+]+$/.test(segment));
  if (mirror) return mirror.replace("+", "/");
  const named = segments.length > 1 ? segments : folder.split(sep).slice(-2);
  return named.join("/").replace(/\.git$/, "");
}

/** Full paths are case-insensitive. */
function assertDistinct(repositories: readonly LocalRepository[]): void {
  const seen = new Map<string, LocalRepository>();
  for (const repository of repositories) {
    const key = repository.fullPath.toLowerCase();
    const other = seen.get(key);
    if (other)
      throw new DiscoveryError(
        `${other.gitDir} and ${repository.gitDir} are both ${repository.fullPath}. Remove one, or name them in a listing file.`,
      );
    seen.set(key, repository);
  }
}

async function mapConcurrently<T, R>(items: readonly T[], map: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  for (let start = 0; start < items.length; start += CONCURRENCY) {
    results.push(...(await Promise.all(items.slice(start, start + CONCURRENCY).map(map))));
  }
  return results;
}
