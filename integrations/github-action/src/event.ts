/** The change that an event is about. Commits can be missing in the clone. */
export interface EventChange {
  /** Commit, or full name of a ref. Undefined if the event has none. */
  base: string | undefined;
  head: string;
  /** Branch that gets the change. */
  branch: string | undefined;
}

/** Nothing is to be checked, for a reason. */
export interface NothingToCheck {
  reason: string;
}

/** The fields that are read of the events `pull_request`, `merge_group` and `push`. */
interface Payload {
  pull_request?: { base: { sha: string; ref: string }; head: { sha: string } };
  merge_group?: { base_sha: string; base_ref: string; head_sha: string };
  ref?: string;
  before?: string;
  after?: string;
  deleted?: boolean;
  repository?: { default_branch?: string };
}

/** The commit before a branch was created, and after it was deleted. */
const NO_COMMIT = /^0+$/;

/** Finds the change in the payload of an event. Other events have none, so the checked-out commit is checked. */
export function findChange(eventName: string, payload: Payload): EventChange | NothingToCheck {
  const { pull_request: pull, merge_group: group } = payload;
  if (pull) return { base: pull.base.sha, head: pull.head.sha, branch: pull.base.ref };
  if (group) return { base: group.base_sha, head: group.head_sha, branch: branchOf(group.base_ref) };
  if (eventName === "push") return findPush(payload);
  return { base: undefined, head: "HEAD", branch: undefined };
}

/** A push to a new branch is compared with the default branch. */
function findPush({ ref = "", before = "", after = "", deleted, repository }: Payload) {
  const branch = branchOf(ref);
  if (branch === undefined) return { reason: `${ref} is not a branch.` };
  if (deleted === true || NO_COMMIT.test(after)) return { reason: `The branch ${branch} was deleted.` };
  if (!NO_COMMIT.test(before)) return { base: before, head: after, branch };
  const defaultBranch = repository?.default_branch;
  if (defaultBranch === undefined || branch === defaultBranch)
    return { reason: `${branch} has no earlier commit.` };
  return { base: `refs/heads/${defaultBranch}`, head: after, branch: defaultBranch };
}

const branchOf = (ref: string): string | undefined =>
  /^refs\/heads\/(?<branch>.+)$/.exec(ref)?.groups?.["branch"];
