import type { ChangeHost, CheckReport, PullRequest } from "../ports/change-host.ts";
import { commitOf, type Files } from "./scripted-org.ts";

interface ScriptedPullRequest extends PullRequest {
  /** The full path of the repository. */
  repository: string;
}

/** Pull requests, reports and comments that a test edits and reads. */
export interface ScriptedChanges extends ChangeHost {
  /** The files of commits that are on no default branch, by commit. */
  commits: Map<string, Files>;
  pullRequests: ScriptedPullRequest[];
  /** The reports of each commit, oldest first. A host shows the last one. */
  reports: Map<string, CheckReport[]>;
  comments: { id: string; repository: string; number: number; text: string }[];
  /** How often comments were written or deleted. */
  commentWrites: number;
  branches: string[];
  /** Runs before each call. May throw. */
  during: (call: string) => Promise<void> | void;
}

/** Opens pull requests in memory. Their commits are those of `toSnapshot`: the hash of the files. */
export function scriptChanges(maxCommentLength = 65_536): ScriptedChanges {
  let lastId = 0;
  const find = (fullPath: string, number: number) =>
    self.pullRequests.find((one) => one.repository === fullPath && one.number === number);
  const self: ScriptedChanges = {
    commits: new Map(),
    pullRequests: [],
    reports: new Map(),
    comments: [],
    commentWrites: 0,
    branches: ["main"],
    during: () => {},
    maxCommentLength,
    async findPullRequest({ fullPath }, number) {
      await self.during("find the pull request");
      const found = find(fullPath, number);
      return found ? { ...found } : null;
    },
    async findMergeBase(_, baseSha) {
      await self.during("find the merge base");
      return baseSha;
    },
    async listBranches() {
      await self.during("list the branches");
      return self.branches;
    },
    async reportCheck(_, headSha, report) {
      await self.during("report");
      const former = self.reports.get(headSha) ?? [];
      if (former.at(-1)?.key !== report.key) self.reports.set(headSha, [...former, report]);
    },
    async findComment({ fullPath }, number, marker) {
      await self.during("find the comment");
      const [first, ...others] = self.comments.filter(
        (one) => one.repository === fullPath && one.number === number && one.text.includes(marker),
      );
      self.comments = self.comments.filter((one) => !others.includes(one));
      return first?.id ?? null;
    },
    async writeComment({ fullPath }, number, { id, text }) {
      await self.during("write the comment");
      self.commentWrites += 1;
      const known = self.comments.find((one) => one.id === id);
      if (known) known.text = text;
      else self.comments.push({ id: String((lastId += 1)), repository: fullPath, number, text });
      return known?.id ?? String(lastId);
    },
    async deleteComment(_repository, _number, id) {
      await self.during("delete the comment");
      self.commentWrites += 1;
      self.comments = self.comments.filter((one) => one.id !== id);
    },
  };
  return self;
}

/** Opens or pushes to a pull request, whose change turns `base` into `head`. Returns its head commit. */
export function pushChange(
  changes: ScriptedChanges,
  {
    repository,
    number,
    base,
    head,
    ...given
  }: Partial<PullRequest> & {
    repository: string;
    number: number;
    base: Files;
    head: Files;
  },
): string {
  const [baseSha, headSha] = [commitOf(base) ?? "", commitOf(head) ?? ""];
  changes.commits.set(headSha, head);
  const pullRequest = {
    title: `Change ${number}`,
    url: `https://github.com/${repository}/pull/${number}`,
    author: "ada",
    isOpen: true,
    isFromFork: false,
    baseBranch: "main",
    repository,
    number,
    baseSha,
    headSha,
    ...given,
  };
  const isOther = (one: ScriptedPullRequest) => one.repository !== repository || one.number !== number;
  changes.pullRequests = [...changes.pullRequests.filter(isOther), pullRequest];
  return headSha;
}
