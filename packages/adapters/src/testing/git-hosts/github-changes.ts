import * as z from "zod";
import type { FakeGitHost } from "./fake-git-host.ts";
import { json } from "./fake-server.ts";
import { CHECK_ENDPOINTS } from "./github-checks.ts";
import { appObject, invalid, listResponse, notFound, restResponse, userObject } from "./github-rest.ts";
import type { HostedComment, HostedPullRequest } from "./hosted-changes.ts";
import { mergeBaseOf, type HostedRepository } from "./hosted-repositories.ts";
import { pageOf, type RepositoryEndpoint, type RepositoryRequest } from "./repository-endpoint.ts";

const PAGING = ["per_page", "page"];
const Comment = z.strictObject({ body: z.string().min(1) });
const MAX_COMMENT_LENGTH = 65_536;
const TOO_LONG = "Validation Failed: body is too long (maximum is 65536 characters)";

/** Pull requests, their comments and what is reported on their commits. */
export const CHANGE_ENDPOINTS: readonly RepositoryEndpoint[] = [
  {
    method: "GET",
    path: /^$/,
    answer: ({ fake, repository }) =>
      restResponse("full-repository", 200, repositoryObject(fake, repository)),
  },
  {
    method: "GET",
    path: /^pulls\/(\d+)$/,
    permission: "pull_requests",
    answer({ fake, repository }, number) {
      const found = fake.changes.find(repository, Number(number));
      return found ? restResponse("pull-request", 200, pullRequestObject(fake, found)) : notFound();
    },
  },
  {
    method: "GET",
    path: /^compare\/([0-9a-f]{40})\.\.\.([0-9a-f]{40})$/,
    parameters: PAGING,
    permission: "contents",
    answer({ repository }, base = "", head = "") {
      const sha = mergeBaseOf(repository, head, base);
      if (sha === undefined) return json(404, { message: `No common ancestor between ${base} and ${head}.` });
      const status = sha === base ? "ahead" : "diverged";
      return restResponse("commit-comparison", 200, { status, total_commits: 1, merge_base_commit: { sha } });
    },
  },
  {
    method: "GET",
    path: /^branches$/,
    parameters: PAGING,
    permission: "contents",
    answer({ repository, query, url }) {
      const { page, headers } = pageOf([...repository.branches], { query, url });
      const branches = page.map(([name, sha]) => ({ name, commit: { sha }, protected: false }));
      return listResponse("short-branch", branches, headers);
    },
  },
  {
    method: "GET",
    path: /^issues\/(\d+)\/comments$/,
    parameters: PAGING,
    permission: "pull_requests",
    answer({ fake, repository, query, url }, number) {
      const found = fake.changes.find(repository, Number(number));
      if (!found) return notFound();
      const { page, headers } = pageOf(found.comments, { query, url });
      return listResponse("issue-comment", page.map(commentObject), headers);
    },
  },
  {
    method: "POST",
    path: /^issues\/(\d+)\/comments$/,
    permission: "pull_requests",
    body: Comment,
    answer({ fake, repository, body, author }, number) {
      const found = fake.changes.find(repository, Number(number));
      if (!found) return notFound();
      const text = Comment.parse(body).body;
      if (text.length > MAX_COMMENT_LENGTH) return invalid(TOO_LONG);
      return restResponse("issue-comment", 201, commentObject(fake.changes.comment(found, text, author)));
    },
  },
  {
    method: "PATCH",
    path: /^issues\/comments\/(\d+)$/,
    permission: "pull_requests",
    body: Comment,
    answer(asked, id) {
      const found = findComment(asked, id);
      if (!found) return notFound();
      const text = Comment.parse(asked.body).body;
      if (text.length > MAX_COMMENT_LENGTH) return invalid(TOO_LONG);
      found.comment.text = text;
      return restResponse("issue-comment", 200, commentObject(found.comment));
    },
  },
  {
    method: "DELETE",
    path: /^issues\/comments\/(\d+)$/,
    permission: "pull_requests",
    answer(asked, id) {
      const found = findComment(asked, id);
      if (!found) return notFound();
      found.comments.splice(found.comments.indexOf(found.comment), 1);
      return { status: 204 };
    },
  },
  ...CHECK_ENDPOINTS,
];

function findComment({ fake, repository }: RepositoryRequest, id: string | undefined) {
  for (const pullRequest of fake.changes.pullRequests) {
    const { comments } = pullRequest;
    const comment = comments.find((one) => pullRequest.repository === repository && String(one.id) === id);
    if (comment) return { comment, comments };
  }
  return undefined;
}

function pullRequestObject(fake: FakeGitHost, pullRequest: HostedPullRequest) {
  const { repository, number, title, author, state, headBranch, headSha, baseBranch } = pullRequest;
  const target = repositoryObject(fake, repository);
  return {
    number,
    title,
    html_url: `${fake.url}/${repository.path}/pull/${number}`,
    state: state === "open" ? "open" : "closed",
    merged: state === "merged",
    draft: false,
    user: userObject(author),
    head: { ref: headBranch, sha: headSha, repo: forkObject(pullRequest) ?? target },
    base: { ref: baseBranch, sha: repository.branches.get(baseBranch), repo: target },
  };
}

const repositoryObject = ({ url }: FakeGitHost, { id, path, isFork }: HostedRepository) => ({
  id,
  node_id: `R_${id}`,
  full_name: `${new URL(url).pathname.slice(1)}/${path}`,
  fork: isFork,
});

/** Fork IDs are outside the range of the org's repositories. */
const FORK_ID = 1_000_000;

function forkObject({ forkOwner, repository }: HostedPullRequest) {
  if (forkOwner === null) return undefined;
  const id = FORK_ID + repository.id;
  return { id, node_id: `R_${id}`, full_name: `${forkOwner}/${repository.path}`, fork: true };
}

const commentObject = ({ id, text, author }: HostedComment) => ({
  id,
  body: text,
  html_url: `https://github.com/comments/${id}`,
  user: userObject(author),
  performed_via_github_app: author.appId === null ? null : appObject(author.appId),
});
