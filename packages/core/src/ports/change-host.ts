import type { ChangeKind, CheckConclusion } from "@knockon/contract/vocabulary/check";

/** Name of the check on every host. Rules that require the check refer to it. */
export const CHECK_NAME = "Knockon";

/** A pull request of GitHub or a merge request of GitLab, as it is now. */
export interface PullRequest {
  number: number;
  title: string;
  url: string;
  /** Login of the author. */
  author: string | null;
  isOpen: boolean;
  /** From another repository. Its commits can be read through the target repository. */
  isFromFork: boolean;
  headSha: string;
  /** Commit of the base branch, as of the last push to the pull request or later. */
  baseSha: string;
  baseBranch: string;
}

/** The head commit of a pull request or merge group. */
export interface ChangeHead {
  kind: ChangeKind;
  /** 0 for a merge group. */
  number: number;
  headSha: string;
  /** Known for a merge group, which cannot be looked up. */
  baseSha?: string | undefined;
  baseBranch?: string | undefined;
}

/** A line of the head commit with what the change does there. */
export interface CheckAnnotation {
  path: string;
  /** 1-based. */
  line: number;
  level: "notice" | "warning" | "failure";
  title: string;
  /** Plain text. */
  message: string;
}

/** What the host shows next to a commit. Hosts without summary or annotations show the title. Texts are cut to their limits. */
export interface CheckReport {
  /**
   * Identifies the contents. A report with the key of the current one is not written again. A check that a person asked to
   * repeat needs another key, because GitHub waits for a new report.
   */
  key: string;
  /** Null while the check runs. */
  conclusion: CheckConclusion | null;
  /** One line of plain text. */
  title: string;
  /** Markdown, at most 65,535 characters. */
  summary: string;
  /** The page of the check. */
  detailsUrl: string;
  /** Most important first. At most 500 are shown, none while the check runs. */
  annotations: readonly CheckAnnotation[];
}

interface HostedRepository {
  platformId: string;
  fullPath: string;
}

/**
 * What a host offers for checks of changes. Every method throws HostRefusedError, HostBusyError, HostUnreachableError,
 * RepositoryUnreadableError and, if the credential lacks a permission, MissingPermissionError. Repeat a failed call as a whole.
 */
export interface ChangeHost {
  /** Returns null if there is none with this number. */
  findPullRequest(repository: HostedRepository, number: number): Promise<PullRequest | null>;
  /** Returns the best common ancestor. Throws RepositoryUnreadableError if there is none. */
  findMergeBase(repository: HostedRepository, baseSha: string, headSha: string): Promise<string>;
  /** Returns the names of all branches, at most 1,000. */
  listBranches(repository: HostedRepository): Promise<string[]>;
  /** Creates or updates the report of a commit. A repetition writes nothing, or what an interrupted call left out. */
  reportCheck(repository: HostedRepository, headSha: string, report: CheckReport): Promise<void>;
  /**
   * Returns the ID of the credential's own comment whose text contains `marker`, or null. Deletes further ones, which two
   * simultaneous writers can leave.
   */
  findComment(repository: HostedRepository, number: number, marker: string): Promise<string | null>;
  /** Creates the comment, or replaces its text, and returns its ID. Creates it again if it was deleted. */
  writeComment(
    repository: HostedRepository,
    number: number,
    comment: { id: string | null; text: string },
  ): Promise<string>;
  /** Does nothing if the comment does not exist. */
  deleteComment(repository: HostedRepository, number: number, id: string): Promise<void>;
  /** Longest text of a comment, in characters. */
  maxCommentLength: number;
}
