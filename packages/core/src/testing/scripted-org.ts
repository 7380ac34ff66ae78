import { createHash } from "node:crypto";
import type { Commit } from "@knockon/extract/history/commit";
import type { Snapshot } from "@knockon/extract/snapshot";
import {
  type GitHost,
  type History,
  type HistoryPage,
  HostRefusedError,
  type ListedRepository,
  RepositoryUnreadableError,
} from "../ports/git-host.ts";
import type { ScriptedChanges } from "./scripted-changes.ts";

export type Files = Record<string, string>;

/** A repository's current state. Its commit is the hash of its files. Without files it is empty. */
export interface ScriptedRepository {
  platformId: string;
  fullPath: string;
  files: Files | null;
  tags: string[];
  defaultBranch: string;
  archived: boolean;
  visibility: ListedRepository["visibility"];
  lastActivityAt: Date | null;
  isUnreadable: boolean;
  /** Oldest first. */
  history: Commit[];
  /** The length of the history at each commit that was read. */
  readTo: Map<string, number>;
  /** Whether the known part of the history was rewritten. */
  isRewritten: boolean;
}

/** An organization that a test edits between scans. Records the requests to it. */
export interface ScriptedOrg {
  /** In the order of the listing. */
  repositories: ScriptedRepository[];
  pageSize: number;
  /** The page that the listing names after a page; null for the following one, until the last. */
  pageAfter: ((page: number) => number) | null;
  /** The page, counted from 0, at which the listing is refused. */
  refusedPage: number | null;
  /** Why the listing is incomplete, reported on its last page. */
  incomplete: string | null;
  /** Reported on every page of the listing. */
  warnings: string[];
  /** Runs while a page is listed, counted from 0, or repositories are looked up (-1). May throw. */
  duringListing: (page: number) => Promise<void> | void;
  /** Runs while a repository is read. May throw. */
  duringSnapshot: (fullPath: string) => Promise<void> | void;
  /** Runs before a page of a history is returned, counted from 0. May throw. */
  duringHistory: (fullPath: string, page: number) => Promise<void> | void;
  commitsPerPage: number;
  /** Null for an org without pull requests. */
  changes: ScriptedChanges | null;
  /** The full path of every repository that was read, in order. */
  snapshots: string[];
}

/** Returns an org with repositories `{full path: files}`. The first path is the permanent platform ID. */
export const scriptOrg = (repositories: Record<string, Files | null>): ScriptedOrg => ({
  repositories: Object.entries(repositories).map(([fullPath, files]) => scriptRepository(fullPath, files)),
  pageSize: 100,
  pageAfter: null,
  refusedPage: null,
  incomplete: null,
  warnings: [],
  duringListing: () => {},
  duringSnapshot: () => {},
  duringHistory: () => {},
  commitsPerPage: 100,
  changes: null,
  snapshots: [],
});

export const scriptRepository = (fullPath: string, files: Files | null): ScriptedRepository => ({
  platformId: fullPath,
  fullPath,
  files,
  tags: [],
  lastActivityAt: null,
  defaultBranch: "main",
  archived: false,
  visibility: null,
  isUnreadable: false,
  history: [],
  readTo: new Map(),
  isRewritten: false,
});

/** Returns the repository with the platform ID. */
export function getScripted(org: ScriptedOrg, platformId: string): ScriptedRepository {
  const found = org.repositories.find((one) => one.platformId === platformId);
  if (!found) throw new Error(`There is no scripted repository ${platformId}.`);
  return found;
}

export function scriptedGitHost(url: string, org: ScriptedOrg): GitHost {
  return {
    changes: org.changes,
    async identify() {
      return { platformId: url };
    },
    async listRepositories(cursor) {
      const page = Number(cursor ?? 0);
      await org.duringListing(page);
      if (page === org.refusedPage) throw new HostRefusedError("The credential was refused.");
      const start = page * org.pageSize;
      const isLast = !org.pageAfter && start + org.pageSize >= org.repositories.length;
      const listed = org.repositories.slice(start, start + org.pageSize).map(toListed);
      const nextCursor = isLast ? null : String(org.pageAfter?.(page) ?? page + 1);
      return {
        repositories: listed,
        nextCursor,
        incomplete: isLast ? org.incomplete : null,
        warnings: org.warnings,
      };
    },
    async findRepositories(platformIds) {
      await org.duringListing(-1);
      return org.repositories.filter((one) => platformIds.includes(one.platformId)).map(toListed);
    },
    async openSnapshot({ platformId }, commitSha) {
      const repository = getScripted(org, platformId);
      org.snapshots.push(repository.fullPath);
      await org.duringSnapshot(repository.fullPath);
      const changed = org.changes?.commits.get(commitSha);
      if (repository.isUnreadable || (!changed && commitOf(repository.files) !== commitSha)) {
        throw new RepositoryUnreadableError("The commit is not there.");
      }
      return toSnapshot(changed ?? repository.files ?? {});
    },
    async openHistory({ platformId }, commitSha, { since, cursor }) {
      const repository = getScripted(org, platformId);
      const from = since === null || repository.isRewritten ? undefined : repository.readTo.get(since);
      repository.readTo.set(commitSha, repository.history.length);
      return {
        isContinued: from !== undefined,
        pages: pagesOf(org, repository, Number(cursor ?? from ?? 0)),
      };
    },
  };
}

/** A cursor is the number of commits returned so far. */
async function* pagesOf(
  { commitsPerPage, duringHistory }: ScriptedOrg,
  { fullPath, history }: ScriptedRepository,
  from: number,
): AsyncGenerator<HistoryPage> {
  for (let start = from; start < history.length; start += commitsPerPage) {
    await duringHistory(fullPath, Math.floor(start / commitsPerPage));
    const end = start + commitsPerPage;
    yield { commits: history.slice(start, end), cursor: end < history.length ? String(end) : null };
  }
}

export const toListed = (repository: ScriptedRepository): ListedRepository => ({
  platformId: repository.platformId,
  name: repository.fullPath.slice(repository.fullPath.lastIndexOf("/") + 1),
  fullPath: repository.fullPath,
  cloneUrl: `https://github.com/${repository.fullPath}.git`,
  defaultBranch: repository.defaultBranch,
  archived: repository.archived,
  isFork: false,
  visibility: repository.visibility,
  lastActivityAt: repository.lastActivityAt,
  headCommitSha: commitOf(repository.files),
  tags: repository.tags,
});

const oidOf = (text: string): string => createHash("sha1").update(text).digest("hex");

export const commitOf = (files: Files | null): string | null => files && oidOf(JSON.stringify(files));

export const toSnapshot = (files: Files): Snapshot => ({
  async tree() {
    return Object.entries(files).map(([path, text]) => ({ path, mode: "100644", oid: oidOf(text) }));
  },
  async files(wanted, onFile) {
    for (const entry of wanted) await onFile(entry, new TextEncoder().encode(files[entry.path]));
  },
});

/** An `openHistory` without commits, for hosts whose histories are not read. */
export const openNoHistory = async (): Promise<History> => ({ isContinued: false, pages: nothing() });

async function* nothing(): AsyncGenerator<never> {}
