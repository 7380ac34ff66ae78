import { realpath, stat } from "node:fs/promises";
import { resolve, sep } from "node:path";
import {
  HostRefusedError,
  RepositoryUnreadableError,
  type GitHost,
  type ListedRepository,
} from "@knockon/core/ports/git-host";
import { findEscape } from "./confinement.ts";
import { findRepositories, type LocalRepository } from "./discover.ts";
import { DiscoveryError } from "./git.ts";
import { listTagNamesAt, listTags, readHead, readRef, type Head } from "./head.ts";
import { openHistory } from "./history.ts";
import { parseListing, readListingFile } from "./listing-file.ts";
import { openSnapshot } from "./snapshot.ts";

/**
 * A folder of Git repositories, or a listing file, as a host. It must be below one of `roots`, because users who connect
 * orgs must not read the whole disk.
 */
export function localGitHost(url: string, roots: readonly string[]): GitHost {
  return {
    changes: null,
    async identify() {
      const { path } = await findAllowed(url, roots);
      return { platformId: path };
    },
    async listRepositories() {
      const { repositories, warnings, isIncomplete } = await findAllowed(url, roots);
      return {
        repositories: await describeAll(repositories),
        nextCursor: null,
        incomplete: isIncomplete ? "Some folders can't be read or contain no repository." : null,
        warnings,
      };
    },
    async findRepositories(platformIds) {
      const { repositories } = await findAllowed(url, roots);
      return describeAll(repositories.filter(({ gitDir }) => platformIds.includes(gitDir)));
    },
    async openSnapshot({ platformId }, commitSha) {
      await assertConfined(platformId, url, roots);
      return openSnapshot(platformId, commitSha);
    },
    async openHistory({ platformId }, commitSha, { since }) {
      await assertConfined(platformId, url, roots);
      return openHistory(platformId, commitSha, since);
    },
  };
}

async function describeAll(found: readonly LocalRepository[]): Promise<ListedRepository[]> {
  const repositories: ListedRepository[] = [];
  for (const repository of found) repositories.push(await describe(repository));
  return repositories;
}

/** Identifies a repository by its Git directory. Damaged repositories are listed and fail when read. */
async function describe(repository: LocalRepository): Promise<ListedRepository> {
  const { fullPath, gitDir, cloneUrl, defaultBranch, ref, archived, isFork } = repository;
  const reading = ref === null ? readHead(gitDir, defaultBranch ?? undefined) : readRef(gitDir, ref);
  const head = await reading.catch(() => "unreadable" as const);
  const isReadable = head !== undefined && head !== "unreadable";
  return {
    platformId: gitDir,
    name: fullPath.slice(fullPath.lastIndexOf("/") + 1),
    fullPath,
    cloneUrl: cloneUrl ?? gitDir,
    defaultBranch,
    archived,
    isFork,
    visibility: null,
    lastActivityAt: isReadable ? head.committedAt : null,
    headCommitSha: isReadable ? head.commitSha : head === "unreadable" ? "HEAD" : null,
    tags: isReadable ? await tagsOf(repository, head) : [],
  };
}

/** A ref is a moment of the past, with the tags of that time. */
const tagsOf = async ({ gitDir, ref }: LocalRepository, { committedAt }: Head): Promise<string[]> =>
  ref === null ? (await listTags(gitDir)).map((tag) => tag.name) : await listTagNamesAt(gitDir, committedAt);

interface Allowed {
  path: string;
  /** Whether the path is a root. The operator chose it, so its links are trusted. */
  isTrusted: boolean;
  isInside: (path: string) => boolean;
}

async function openRoots(url: string, roots: readonly string[]): Promise<Allowed> {
  const realRoots = await Promise.all(roots.map((root) => realpath(root).catch(() => root)));
  const path = await allowedPath(url, roots, realRoots);
  return { path, isTrusted: realRoots.includes(path), isInside: (other) => isBelow(other, realRoots) };
}

/** Returns an allowed path and the repositories there. Leaves out repositories that refer to files outside the roots. */
async function findAllowed(url: string, roots: readonly string[]) {
  const { path, isTrusted, isInside } = await openRoots(url, roots);
  const assertBelow = async (folder: string): Promise<void> => {
    if (isTrusted || isInside(await realpath(folder).catch(() => folder))) return;
    throw new HostRefusedError(`${url} resolves to a path outside LOCAL_ORG_ROOTS.`);
  };
  return withHostErrors(async () => {
    const isListing = (await stat(path)).isFile();
    for (const { folder } of isListing ? parseListing(await readListingFile(path)) : [])
      await assertBelow(folder);
    const found = await findRepositories(path);
    const repositories: LocalRepository[] = [];
    const warnings = [...found.warnings];
    for (const repository of found.repositories) {
      await assertBelow(repository.gitDir);
      const escape = isTrusted ? undefined : await findEscape(repository.gitDir, isInside);
      if (escape === undefined) repositories.push(repository);
      else warnings.push(`${repository.fullPath} is left out: ${describeEscape(escape)}`);
    }
    const isIncomplete = found.isIncomplete || repositories.length < found.repositories.length;
    return { path, repositories, warnings, isIncomplete };
  });
}

/** Throws RepositoryUnreadableError for a repository that refers to files outside the roots since it was listed. */
async function assertConfined(gitDir: string, url: string, roots: readonly string[]): Promise<void> {
  const { isTrusted, isInside } = await openRoots(url, roots);
  if (isTrusted) return;
  const isOutside = !isInside(await realpath(gitDir).catch(() => gitDir));
  const escape = isOutside ? ".git" : await findEscape(gitDir, isInside);
  if (escape !== undefined) throw new RepositoryUnreadableError(describeEscape(escape));
}

const describeEscape = (escape: string): string => `Its ${escape} refers to files outside LOCAL_ORG_ROOTS.`;

/**
 * Resolves symlinks, so that none leads out of the roots. The error is the same whether or not a path outside exists, so
 * that it does not reveal files on the disk.
 */
async function allowedPath(
  url: string,
  roots: readonly string[],
  realRoots: readonly string[],
): Promise<string> {
  const path = await realpath(url).catch(() => undefined);
  if (path !== undefined && isBelow(path, realRoots)) return path;
  const isMissing = path === undefined && isBelow(resolve(url), [...roots, ...realRoots]);
  throw new HostRefusedError(isMissing ? `${url} does not exist.` : `${url} is outside LOCAL_ORG_ROOTS.`);
}

const isBelow = (path: string, roots: readonly string[]): boolean =>
  roots.some((root) => path === root || path.startsWith(root.endsWith(sep) ? root : root + sep));

/** Converts a DiscoveryError to a HostRefusedError. */
async function withHostErrors<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof DiscoveryError) throw new HostRefusedError(error.message);
    throw error;
  }
}
