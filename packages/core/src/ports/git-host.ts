import type { Commit } from "@knockon/extract/history/commit";
import type { Snapshot } from "@knockon/extract/snapshot";
import type { RepositoryVisibility } from "@knockon/contract/vocabulary/check";
import type { Platform } from "@knockon/contract/vocabulary/scan";
import type { ChangeHost } from "./change-host.ts";

export interface ListedRepository {
  /** The host's permanent ID of the repository. */
  platformId: string;
  name: string;
  fullPath: string;
  cloneUrl: string;
  defaultBranch: string | null;
  archived: boolean;
  isFork: boolean;
  /** Null if the host does not say. */
  visibility: RepositoryVisibility | null;
  lastActivityAt: Date | null;
  /** Null for an empty repository. */
  headCommitSha: string | null;
  tags: string[];
}

/** A page of a listing. The last page has no cursor. */
export interface ListingPage {
  repositories: ListedRepository[];
  nextCursor: string | null;
  /** Why the listing is incomplete, or null. An incomplete listing removes no repositories. */
  incomplete: string | null;
  /** What the host left out or could not determine, for the user. One line each. */
  warnings?: readonly string[];
}

/** A page of commits. */
export interface HistoryPage {
  commits: readonly Commit[];
  /** Null on the last page, and if the host returns everything at once. */
  cursor: string | null;
}

/** The ancestors of a commit, without merges. */
export interface History {
  /** True if ancestors of the known commit are left out. False after a force push: the history is complete. */
  isContinued: boolean;
  pages: AsyncIterable<HistoryPage>;
}

/** Where to start reading a history: after a known commit, or at the cursor of an earlier reading. */
export interface HistoryStart {
  since: string | null;
  cursor: string | null;
}

/** The host of one connected org. */
export interface GitHost {
  /** Null for a host without pull requests. */
  changes: ChangeHost | null;
  /** Returns the host's permanent ID of the org. Throws HostRefusedError if the org cannot be opened. */
  identify(): Promise<{ platformId: string }>;
  /** Throws HostRefusedError, HostBusyError and HostUnreachableError. */
  listRepositories(cursor: string | null): Promise<ListingPage>;
  /** Returns those of the repositories that still exist. Throws the same errors as `listRepositories`. */
  findRepositories(platformIds: readonly string[]): Promise<ListedRepository[]>;
  /** Throws the same errors and RepositoryUnreadableError, also when the snapshot is read. */
  openSnapshot(repository: { platformId: string; fullPath: string }, commitSha: string): Promise<Snapshot>;
  /** Throws the same errors as `openSnapshot`, also when the pages are read. */
  openHistory(
    repository: { platformId: string; fullPath: string },
    commitSha: string,
    start: HistoryStart,
  ): Promise<History>;
}

/** A decrypted credential. Never stored, logged or returned in this form. */
export type HostCredential =
  | { type: "token"; token: string }
  /**
   * Anyone can guess an installation ID. `isRecorded` is true if a user of the workspace proved ownership; otherwise the deployment's
   * allow list decides.
   */
  | { type: "installation"; installationId: string; workspaceId: string; isRecorded: boolean };

export interface OrgAccess {
  platform: Platform;
  url: string;
  /** Null for anonymous access. */
  credential: HostCredential | null;
}

/** Throws HostRefusedError for a platform that the deployment does not support. */
export type OpenGitHost = (org: OrgAccess) => GitHost;

/** The org cannot be listed: wrong folder or URL, or refused credential. The message is for users. */
export class HostRefusedError extends Error {}

/** The host rejected the credential. */
export class CredentialRefusedError extends HostRefusedError {}

/** The credential may read, but lacks a permission. The message names it and says where to grant it. */
export class MissingPermissionError extends HostRefusedError {}

/** The host gave no or an invalid response. Retrying later may help. The message is for users. */
export class HostUnreachableError extends Error {}

/** One repository cannot be read. The message is for users. */
export class RepositoryUnreadableError extends Error {}

/** The repository exceeds a limit of this installation. */
export class RepositoryTooLargeError extends RepositoryUnreadableError {}

/** The host accepts no requests until `retryAt`, for example because of its rate limit. Not a failure. */
export class HostBusyError extends Error {
  readonly retryAt: Date;
  constructor(retryAt: Date) {
    super(`The host accepts no requests until ${retryAt.toISOString()}.`);
    this.retryAt = retryAt;
  }
}
