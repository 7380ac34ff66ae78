import { RepositoryUnreadableError } from "@knockon/core/ports/git-host";
import { realpath, stat } from "node:fs/promises";
import { basename, dirname, join, relative, sep } from "node:path";
import { parseGitUrl } from "@knockon/extract/git-url";
import { DiscoveryError, runGit } from "./git.ts";
import { commonDir, findGitFolder, listGitFolders, type GitFolder } from "./git-folder.ts";
import { findHeadBranch } from "./head.ts";
import { readRegularFile } from "./regular-file.ts";
import { parseListing, readListingFile, type Listing } from "./listing-file.ts";

export interface LocalRepository {
  /** `org/repo`, any depth. */
  fullPath: string;
  gitDir: string;
  /** Without credentials. */
  cloneUrl: string | null;
  /** The branch of the listing, or else of HEAD. Null for a detached HEAD or a damaged repository. */
  defaultBranch: string | null;
  /** A commit, tag or branch to read instead. Only set by listing files. */
  ref: string | null;
  /** Only set by listing files. */
  archived: boolean;
  isFork: boolean;
}

/** No repositories were found. */
export class NoRepositoriesError extends DiscoveryError {
  override readonly name = "NoRepositoriesError";
}

/** The folder or listing file does not exist. */
export class MissingPathError extends NoRepositoriesError {
  readonly path: string;
  constructor(path: string) {
    super(`${path} does not exist.`);
    this.path = path;
  }
}

/** A repository takes up to two Git processes. */
const CONCURRENCY = 8;

/** The repositories of a folder or listing file. */
export interface Discovery {
  /** Ordered by full path. Includes damaged repositories. */
  repositories: LocalRepository[];
  /** What was left out, and what to do about it. One line each, for the user. */
  warnings: string[];
  /** Whether repositories may be missing, because a folder is not readable or has no repository. */
  isIncomplete: boolean;
}

/** A repository before its name is known to be unique. */
interface Found extends LocalRepository {
  folder: string;
}

/**
 * Finds the repositories at or below a folder, or in a listing file. Of several clones or worktrees of one repository, it
 * chooses one. Throws NoRepositoriesError or another DiscoveryError.
 */
export async function findRepositories(path: string): Promise<Discovery> {
  const stats = await stat(path).catch(() => undefined);
  if (!stats) throw new MissingPathError(path);
  await assertGit(path);
  const missing: string[] = [];
  if (stats.isDirectory()) return describeFound(path, await searchFolder(path, missing), missing);
  const [listing, root] = [await readListingFile(path), dirname(await realpath(path))];
  return describeFound(path, await readListing(listing, root, missing), missing);
}

/** Finds the repositories of a listing. Throws NoRepositoriesError or another DiscoveryError. */
export async function findListedRepositories(listing: Listing): Promise<Discovery> {
  await assertGit(listing.folder);
  const missing: string[] = [];
  const found = await readListing(listing, await realpath(listing.folder), missing);
  return describeFound(listing.name, found, missing);
}

function describeFound(path: string, found: Found[], missing: string[]): Discovery {
  if (found.length === 0)
    throw new NoRepositoriesError([`There is no git repository in ${path}.`, ...missing].join(" "));
  const { chosen, warnings } = chooseClones(found);
  return {
    repositories: chosen.map(({ folder: _, ...repository }) => repository),
    warnings: [...missing, ...warnings],
    isIncomplete: missing.length > 0,
  };
}

let isGitFound = false;

/** Throws DiscoveryError if Git is missing, which discovery itself may not notice. Runs once per process. */
async function assertGit(path: string): Promise<void> {
  if (!isGitFound) await runGit(path, ["version"]);
  isGitFound = true;
}

async function searchFolder(path: string, missing: string[]): Promise<Found[]> {
  const root = await realpath(path);
  const found = await listGitFolders(root, (folder) => {
    missing.push(`${folder} can't be read. Give the user that runs Knockon access to it, or move it away.`);
  });
  return await mapConcurrently(found, async (gitFolder) => ({
    ...(await describeRepository(gitFolder, root)),
    folder: gitFolder.folder,
  }));
}

/** Returns the repository of a folder at or below `root`, a real path. */
export async function describeRepository(gitFolder: GitFolder, root: string): Promise<LocalRepository> {
  const { gitDir } = gitFolder;
  const defaultBranch = await findDefaultBranch(gitDir);
  const { fullPath, cloneUrl } = await identify(gitFolder, root);
  return { fullPath, gitDir, cloneUrl, defaultBranch, ref: null, archived: false, isFork: false };
}

/** Repositories without a URL are named by their path below `root`. */
async function readListing(listing: Listing, root: string, missing: string[]): Promise<Found[]> {
  const found = await mapConcurrently(parseListing(listing), async (listed) => {
    const { folder, place, archived, isFork } = listed;
    const gitFolder = await findGitFolder(folder);
    if (!gitFolder) {
      missing.push(`${place}: there is no git repository at ${folder}. Correct "path" or remove the line.`);
      return [];
    }
    const { gitDir } = gitFolder;
    const listedUrl = listed.cloneUrl === undefined ? undefined : publicUrl(listed.cloneUrl);
    const identity =
      listed.fullPath !== undefined && listedUrl !== undefined
        ? { fullPath: listed.fullPath, cloneUrl: listedUrl }
        : await identify(gitFolder, root);
    const defaultBranch = listed.defaultBranch ?? (await findDefaultBranch(gitDir));
    return [
      {
        fullPath: listed.fullPath ?? identity.fullPath,
        gitDir,
        cloneUrl: listedUrl ?? identity.cloneUrl,
        defaultBranch,
        ref: listed.ref ?? null,
        archived,
        isFork,
        folder,
      },
    ];
  });
  return found.flat();
}

/** Returns the name and URL of a repository by its origin or, if that is a local path, by its folder. */
async function identify(
  gitFolder: GitFolder,
  root: string,
): Promise<Pick<LocalRepository, "fullPath" | "cloneUrl">> {
  const remoteUrl = await findRemoteUrl(gitFolder.gitDir);
  const remotePath = remoteUrl === undefined ? undefined : parseGitUrl(remoteUrl)?.path;
  const name = nameFromFolder(gitFolder, root);
  const [host = "", ...path] = name.split("/");
  const isBelowHost = path.length > 1 && HOST_FOLDER.test(host);
  if (remoteUrl !== undefined) return { fullPath: remotePath ?? name, cloneUrl: remoteUrl };
  return isBelowHost
    ? { fullPath: path.join("/"), cloneUrl: `https://${name}` }
    : { fullPath: name, cloneUrl: null };
}

/** A folder named after the host of the repositories in it: `github.com/acme/web`. */
const HOST_FOLDER = /^[a-z\d](?:[a-z\d-]*\.)+(?:com|org|net|io|dev|[a-z]{2})$/;

/** Returns undefined if there is no remote URL, or it is a local path. */
async function findRemoteUrl(gitDir: string): Promise<string | undefined> {
  const settings = await readRegularFile(join(await commonDir(gitDir), "config"));
  const url = readRemoteUrl(settings) ?? (await queryRemoteUrl(gitDir));
  return publicUrl(url);
}

const ORIGIN = '[remote "origin"]';
const SETTING = /^\s+(?<key>[a-z][a-z\d-]*) = (?<value>[^"\\#;]*)$/i;

/**
 * Saves a process if the configuration has only sections and plain settings, as Git writes them. Returns an empty string if it has no
 * URL, and undefined if only Git can read it.
 */
function readRemoteUrl(settings: string): string | undefined {
  if (settings === "" || /include|worktreeconfig/i.test(settings)) return undefined;
  let [section, url] = ["", ""];
  for (const line of settings.trimEnd().split("\n")) {
    const { key, value = "" } = SETTING.exec(line)?.groups ?? {};
    if (/^\[[a-z-]+(?: "[^"\\]*")?\]$/.test(line)) section = line;
    else if (key === undefined) return undefined;
    else if (section === ORIGIN && key.toLowerCase() === "url") url = value.trim();
  }
  return url;
}

async function queryRemoteUrl(gitDir: string): Promise<string> {
  const { stdout } = await runGit(gitDir, ["config", "--get", "remote.origin.url"]);
  return stdout.toString("utf8").trim();
}

/** Removes tokens and passwords from a URL, and its query, which can contain a token. Keeps SSH user names (`git@`). */
function publicUrl(url: string): string | undefined {
  if (!parseGitUrl(url)) return undefined;
  return url
    .replace(/^(https?:\/\/)[^/]*@/i, "$1")
    .replace(/^([a-z+]+:\/\/[^/:@]*):[^/]*@/i, "$1@")
    .replace(/[?#].*$/s, "");
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

/** Chooses one clone per full path, which is case-insensitive. The result is ordered by full path. */
function chooseClones(found: readonly Found[]): { chosen: Found[]; warnings: string[] } {
  const sorted = found.toSorted((a, b) => compare(a.fullPath, b.fullPath) || compareClones(a, b));
  const clones = [...Map.groupBy(sorted, ({ fullPath }) => fullPath.toLowerCase()).values()];
  const warnings = clones.flatMap((all) => {
    const [first, ...others] = all.toSorted(compareClones);
    if (!first || others.length === 0) return [];
    const left = others.map(({ folder }) => folder).join(", ");
    return `${first.fullPath}: only ${first.folder} is scanned, not its other clones and worktrees ${left}. To scan another one, list it in a listing file.`;
  });
  return { chosen: clones.flatMap((all) => all.toSorted(compareClones).slice(0, 1)), warnings };
}

/** Prefers the folder that is named after the repository, then main worktrees, then the first path. */
const compareClones = (a: Found, b: Found): number =>
  Number(isNamedAlike(b)) - Number(isNamedAlike(a)) ||
  Number(isLinked(a)) - Number(isLinked(b)) ||
  compare(a.folder, b.folder);

const isNamedAlike = ({ folder, fullPath }: Found): boolean =>
  basename(folder, ".git").toLowerCase() === basename(fullPath).toLowerCase();

const isLinked = ({ gitDir }: Found): boolean => basename(dirname(gitDir)) === "worktrees";

const compare = (a: string, b: string): number => (a < b ? -1 : Number(a > b));

async function mapConcurrently<T, R>(items: readonly T[], map: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  for (let start = 0; start < items.length; start += CONCURRENCY) {
    results.push(...(await Promise.all(items.slice(start, start + CONCURRENCY).map(map))));
  }
  return results;
}
