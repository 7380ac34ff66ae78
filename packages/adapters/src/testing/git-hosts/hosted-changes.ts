import {
  addCommit,
  entriesAt,
  headOf,
  mergeBaseOf,
  type HostedCommit,
  type HostedEntry,
  type HostedFiles,
  type HostedRepositories,
  type HostedRepository,
} from "./hosted-repositories.ts";

/** A user, or the bot of an App. */
export interface HostedAuthor {
  id: number;
  login: string;
  /** ID of the App that acts, or null for a user. */
  appId: string | null;
}

/** A pull request of GitHub or a merge request of GitLab. */
export interface HostedPullRequest {
  repository: HostedRepository;
  number: number;
  title: string;
  author: HostedAuthor;
  state: "open" | "closed" | "merged";
  headBranch: string;
  headSha: string;
  baseBranch: string;
  /** Owner of the repository with the head branch, if it is a fork. Its commits can be read through the target repository. */
  forkOwner: string | null;
  comments: HostedComment[];
}

export interface HostedComment {
  id: number;
  text: string;
  author: HostedAuthor;
}

/** GitHub's queue builds and checks a merge before the base branch gets it. */
export interface HostedMergeGroup {
  repository: HostedRepository;
  headRef: string;
  headSha: string;
  baseRef: string;
  baseSha: string;
}

/** What GitHub returns about an annotation and what its limits apply to. */
export interface HostedAnnotation {
  path: string;
  start_line: number;
  end_line: number;
  annotation_level: string;
  title?: string | undefined;
  message: string;
}

export interface HostedCheckRun {
  repository: HostedRepository;
  id: number;
  appId: string;
  headSha: string;
  name: string;
  externalId: string;
  detailsUrl: string;
  status: string;
  conclusion: string | null;
  title: string;
  summary: string;
  annotations: HostedAnnotation[];
}

/** A commit status of either host. The last one of a name counts. */
export interface HostedStatus {
  repository: HostedRepository;
  id: number;
  headSha: string;
  name: string;
  state: string;
  description: string;
  targetUrl: string;
}

const AUTHOR: HostedAuthor = { id: 7, login: "jane", appId: null };

/** The pull requests of a fake org with what is reported on them, edited by tests. */
export class HostedChanges {
  readonly pullRequests: HostedPullRequest[] = [];
  readonly checkRuns: HostedCheckRun[] = [];
  readonly statuses: HostedStatus[] = [];
  readonly #repositories: HostedRepositories;
  #lastId = 5000;

  constructor(repositories: HostedRepositories) {
    this.#repositories = repositories;
  }

  nextId(): number {
    return (this.#lastId += 1);
  }

  /** Opens a pull request with one commit of these files on top of the base branch. */
  openPullRequest(
    path: string,
    files: HostedFiles,
    given: Partial<
      Pick<HostedPullRequest, "title" | "author" | "baseBranch" | "headBranch" | "forkOwner">
    > = {},
  ): HostedPullRequest {
    const repository = this.#repositories.get(path);
    const number = this.#of(repository).length + 1;
    const baseBranch = given.baseBranch ?? repository.defaultBranch;
    const { sha } = addCommit(repository, repository.branches.get(baseBranch), files);
    const pullRequest: HostedPullRequest = {
      repository,
      number,
      title: `Change ${path}`,
      author: AUTHOR,
      state: "open",
      headBranch: `topic-${number}`,
      headSha: sha,
      baseBranch,
      forkOwner: null,
      comments: [],
      ...given,
    };
    this.pullRequests.push(pullRequest);
    this.#moveHead(pullRequest, sha);
    return pullRequest;
  }

  /** Opens a pull request from a fork. */
  forkPullRequest(path: string, files: HostedFiles, forkOwner = "contributor"): HostedPullRequest {
    return this.openPullRequest(path, files, { forkOwner });
  }

  /** Adds a commit with these files to a pull request. Returns the commit. */
  push(pullRequest: HostedPullRequest, files: HostedFiles): string {
    const { sha } = addCommit(pullRequest.repository, pullRequest.headSha, files);
    return this.#moveHead(pullRequest, sha);
  }

  /** Replaces the commits of a pull request by one on top of the base branch. Returns the commit. */
  forcePush(pullRequest: HostedPullRequest, files: HostedFiles): string {
    const { repository, baseBranch } = pullRequest;
    const { sha } = addCommit(repository, repository.branches.get(baseBranch), files);
    return this.#moveHead(pullRequest, sha);
  }

  /** Changes the base branch, which is created if there is none. */
  retarget(pullRequest: HostedPullRequest, baseBranch: string): void {
    this.addBranch(pullRequest.repository.path, baseBranch);
    pullRequest.baseBranch = baseBranch;
  }

  close(pullRequest: HostedPullRequest): void {
    pullRequest.state = "closed";
  }

  reopen(pullRequest: HostedPullRequest): void {
    pullRequest.state = "open";
  }

  /** Merges a pull request with a merge commit. Returns the commit. */
  merge(pullRequest: HostedPullRequest): string {
    const { repository, baseBranch } = pullRequest;
    const { sha } = mergeCommit(pullRequest);
    repository.branches.set(baseBranch, sha);
    pullRequest.state = "merged";
    return sha;
  }

  /** Adds a pull request to GitHub's merge queue. */
  queueMergeGroup(pullRequest: HostedPullRequest): HostedMergeGroup {
    const { repository, baseBranch, number } = pullRequest;
    const baseSha = repository.branches.get(baseBranch) ?? "";
    const { sha } = mergeCommit(pullRequest);
    const branch = `gh-readonly-queue/${baseBranch}/pr-${number}-${baseSha}`;
    repository.branches.set(branch, sha);
    return {
      repository,
      headRef: `refs/heads/${branch}`,
      headSha: sha,
      baseRef: `refs/heads/${baseBranch}`,
      baseSha,
    };
  }

  /** Adds a branch at the head of the default branch, unless there is one. */
  addBranch(path: string, name: string): void {
    const repository = this.#repositories.get(path);
    const head = headOf(repository);
    if (head !== undefined && !repository.branches.has(name)) repository.branches.set(name, head);
  }

  /** Adds a comment of a person, or of a bot. */
  comment(pullRequest: HostedPullRequest, text: string, author: HostedAuthor = AUTHOR): HostedComment {
    const comment = { id: this.nextId(), text, author };
    pullRequest.comments.push(comment);
    return comment;
  }

  find(repository: HostedRepository, number: number): HostedPullRequest | undefined {
    return this.#of(repository).find((one) => one.number === number);
  }

  /** Oldest first. */
  commentsOf(pullRequest: HostedPullRequest): readonly HostedComment[] {
    return pullRequest.comments;
  }

  /** Check runs of a commit on GitHub, oldest first. */
  checkRunsOf(path: string, headSha: string): readonly HostedCheckRun[] {
    const repository = this.#repositories.get(path);
    return this.checkRuns.filter((run) => run.repository === repository && run.headSha === headSha);
  }

  /** Statuses of a commit, oldest first. */
  statusesOf(path: string, headSha: string): readonly HostedStatus[] {
    const repository = this.#repositories.get(path);
    return this.statuses.filter((one) => one.repository === repository && one.headSha === headSha);
  }

  #of(repository: HostedRepository): HostedPullRequest[] {
    return this.pullRequests.filter((one) => one.repository === repository);
  }

  #moveHead(pullRequest: HostedPullRequest, sha: string): string {
    pullRequest.headSha = sha;
    if (pullRequest.forkOwner === null) pullRequest.repository.branches.set(pullRequest.headBranch, sha);
    return sha;
  }
}

/** Adds the merge of a pull request, with the files that it changes. */
function mergeCommit({ repository, baseBranch, headSha }: HostedPullRequest): HostedCommit {
  const base = repository.branches.get(baseBranch) ?? "";
  const idsAt = (sha: string | undefined) =>
    new Map(entriesAt(repository, sha)?.map((entry) => [entry.path, entry.oid]));
  const before = idsAt(mergeBaseOf(repository, headSha, base));
  const after = idsAt(headSha);
  const isChanged = ({ path }: HostedEntry): boolean => before.get(path) !== after.get(path);
  const merge = addCommit(repository, base, {}, { parents: [base, headSha] });
  merge.entries = [
    ...merge.entries.filter((entry) => !isChanged(entry)),
    ...(entriesAt(repository, headSha) ?? []).filter(isChanged),
  ].toSorted((a, b) => (a.path < b.path ? -1 : 1));
  return merge;
}
