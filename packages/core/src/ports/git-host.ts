import type { Commit } from "@knockon/extract/history/commit";
import type { Snapshot } from "@knockon/extract/snapshot";
import type { Platform } from "@knockon/contract/vocabulary/scan";

export interface ListedRepository {
  /** What the host calls it for ever, through renames. */
  platformId: string;
  name: string;
  fullPath: string;
  cloneUrl: string;
  defaultBranch: string | null;
  archived: boolean;
  isFork: boolean;
  lastActivityAt: Date | null;
  /** Null for an empty repository. */
  headCommitSha: string | null;
  tags: string[];
}

/** A page of a listing; the last has no cursor. */
export interface ListingPage {
  repositories: ListedRepository[];
  nextCursor: string | null;
  /** Why the host kept some of the listing back; null when it did not. What is missing is then not taken for gone. */
  incomplete: string | null;
}

/** Some commits of a history. */
export interface HistoryPage {
  commits: readonly Commit[];
  /** Where to go on after them; null after the last, and where the host gives all in one go. */
  cursor: string | null;
}

/** The commits that lead to one, merges left out. */
export interface History {
  /** Whether what led to the known commit is left out; else, as after a force push, they are all. */
  isContinued: boolean;
  pages: AsyncIterable<HistoryPage>;
}

/** From where a history is read: after a commit that is known, or from where another reading of it ended. */
export interface HistoryStart {
  since: string | null;
  cursor: string | null;
}

/** One connected org as its host knows it. */
export interface GitHost {
  /** What the host calls the org for ever. Throws HostRefusedError where the org cannot be reached. */
  identify(): Promise<{ platformId: string }>;
  /** Throws HostRefusedError, HostBusyError and HostUnreachableError. */
  listRepositories(cursor: string | null): Promise<ListingPage>;
  /** Those of some repositories that the host still has, as it knows them now. Throws as the listing does. */
  findRepositories(platformIds: readonly string[]): Promise<ListedRepository[]>;
  /** Throws as the listing does, and RepositoryUnreadableError; so does what reads from the snapshot. */
  openSnapshot(repository: { platformId: string; fullPath: string }, commitSha: string): Promise<Snapshot>;
  /** Throws as `openSnapshot` does; so does what reads its pages. */
  openHistory(
    repository: { platformId: string; fullPath: string },
    commitSha: string,
    start: HistoryStart,
  ): Promise<History>;
}

/** By what a host lets us in, opened; never stored, logged or shown in this form. */
export type HostCredential =
  | { type: "token"; token: string }
  /**
   * Anybody can write down an installation's number. It is recorded where somebody of the workspace has proved that it is
   * theirs; else the deployment's own list decides.
   */
  | { type: "installation"; installationId: string; workspaceId: string; isRecorded: boolean };

export interface OrgAccess {
  platform: Platform;
  url: string;
  /** Null where the host is asked without one. */
  credential: HostCredential | null;
}

/** Throws HostRefusedError for a platform that this deployment does not serve. */
export type OpenGitHost = (org: OrgAccess) => GitHost;

/** The org cannot be listed: wrong folder or address, refused credential. The message is for the user. */
export class HostRefusedError extends Error {}

/** The host rejected the credential. */
export class CredentialRefusedError extends HostRefusedError {}

/** No answer, or none that makes sense: it may be there at another time. The message is for the user. */
export class HostUnreachableError extends Error {}

/** One repository cannot be read. The message is for the user. */
export class RepositoryUnreadableError extends Error {}

/** The host asks to be left alone until then, as its rate limit does: no failure, only a delay. */
export class HostBusyError extends Error {
  readonly retryAt: Date;
  constructor(retryAt: Date) {
    super(`The host takes no requests until ${retryAt.toISOString()}.`);
    this.retryAt = retryAt;
  }
}
