import type { ChangeHost, PullRequest } from "@knockon/core/ports/change-host";
import { RepositoryUnreadableError } from "@knockon/core/ports/git-host";
import { MAX_COMMENT_LENGTH } from "../text-limits.ts";
import { readJson } from "../http/read-response.ts";
import { reportCheckRun } from "./check-runs.ts";
import { deleteComment, findComment, writeComment } from "./comments.ts";
import { reportCommitStatus } from "./commit-status.ts";
import { readPages, repositoryPath, type GitHubClient } from "./github-client.ts";
import { Branches, Comparison, PullRequestObject } from "./responses.ts";

const MAX_BRANCHES = 1000;
const READ_CODE = "Contents: read";

/** Pull requests of GitHub. Only an App may create check runs, so a token writes commit statuses. */
export const gitHubChangeHost = (client: GitHubClient): ChangeHost => ({
  maxCommentLength: MAX_COMMENT_LENGTH.github,
  findPullRequest: ({ fullPath }, number) => findPullRequest(client, repositoryPath(fullPath), number),
  async findMergeBase({ fullPath }, baseSha, headSha) {
    // The response also has commits, at least one a page, and the first 300 changed files.
    const path = `${repositoryPath(fullPath)}/compare/${baseSha}...${headSha}?per_page=1`;
    const response = await client.ofRepository(path, { permission: READ_CODE, expected: [404] });
    if (response.status === 404) throw unrelated(client, response);
    return (await readJson(client.org.host, response, Comparison)).merge_base_commit.sha;
  },
  async listBranches({ fullPath }) {
    const path = `${repositoryPath(fullPath)}/branches`;
    const names: string[] = [];
    for await (const page of readPages(client, path, Branches, { permission: READ_CODE })) {
      names.push(...page.map(({ name }) => name));
      if (names.length >= MAX_BRANCHES) break;
    }
    return names;
  },
  reportCheck: ({ fullPath }, headSha, report) =>
    client.app
      ? reportCheckRun(client, client.app, { repository: repositoryPath(fullPath), headSha }, report)
      : reportCommitStatus(client, { repository: repositoryPath(fullPath), headSha }, report),
  findComment: ({ fullPath }, number, marker) =>
    findComment(client, repositoryPath(fullPath), number, marker),
  writeComment: ({ fullPath }, number, comment) =>
    writeComment(client, repositoryPath(fullPath), number, comment),
  deleteComment: ({ fullPath }, _number, id) => deleteComment(client, repositoryPath(fullPath), id),
});

/** Throws RepositoryUnreadableError if the repository itself does not exist. */
async function findPullRequest(
  client: GitHubClient,
  repository: string,
  number: number,
): Promise<PullRequest | null> {
  const permission = "Pull requests: write";
  const response = await client.ofRepository(`${repository}/pulls/${number}`, {
    permission,
    expected: [404],
  });
  if (response.status === 404) {
    response.body.destroy();
    (await client.ofRepository(repository)).body.destroy();
    return null;
  }
  const { title, html_url, user, state, head, base } = await readJson(
    client.org.host,
    response,
    PullRequestObject,
  );
  return {
    number,
    title,
    url: html_url,
    author: user?.login ?? null,
    isOpen: state === "open",
    isFromFork: head.repo?.id !== base.repo.id,
    headSha: head.sha,
    baseSha: base.sha,
    baseBranch: base.ref,
  };
}

function unrelated({ org }: GitHubClient, { body }: { body: { destroy(): unknown } }): Error {
  body.destroy();
  return new RepositoryUnreadableError(`${org.host} finds no common ancestor of the two commits.`);
}
