import type { ChangeHost, PullRequest } from "@knockon/core/ports/change-host";
import { RepositoryUnreadableError } from "@knockon/core/ports/git-host";
import { MAX_COMMENT_LENGTH } from "../text-limits.ts";
import { readJson } from "../http/read-response.ts";
import { reportCommitStatus } from "./commit-status.ts";
import { readPages, type GitLabClient } from "./gitlab-client.ts";
import { deleteNote, findNote, writeNote } from "./notes.ts";
import { Branch, Branches, MergeBase, MergeRequest } from "./responses.ts";

const MAX_BRANCHES = 1000;

/** Merge requests of GitLab. Repositories are identified by project ID. */
export const gitLabChangeHost = (client: GitLabClient): ChangeHost => ({
  maxCommentLength: MAX_COMMENT_LENGTH.gitlab,
  findPullRequest: ({ platformId }, number) => findMergeRequest(client, projectPath(platformId), number),
  async findMergeBase({ platformId }, baseSha, headSha) {
    const query = new URLSearchParams([
      ["refs[]", baseSha],
      ["refs[]", headSha],
    ]);
    const path = `${projectPath(platformId)}/repository/merge_base?${query.toString()}`;
    const response = await client.ofProject(path, { expected: [404] });
    if (response.status !== 404) return (await readJson(client.group.host, response, MergeBase)).id;
    response.body.destroy();
    throw new RepositoryUnreadableError(`${client.group.host} finds no common ancestor of the two commits.`);
  },
  async listBranches({ platformId }) {
    const names: string[] = [];
    for await (const page of readPages(client, `${projectPath(platformId)}/repository/branches`, Branches)) {
      names.push(...page.map(({ name }) => name));
      if (names.length >= MAX_BRANCHES) break;
    }
    return names;
  },
  reportCheck: ({ platformId }, headSha, report) =>
    reportCommitStatus(client, { project: projectPath(platformId), headSha }, report),
  findComment: ({ platformId }, number, marker) =>
    findNote(client, mergeRequestPath(platformId, number), marker),
  writeComment: ({ platformId }, number, note) =>
    writeNote(client, mergeRequestPath(platformId, number), note),
  deleteComment: ({ platformId }, number, id) => deleteNote(client, mergeRequestPath(platformId, number), id),
});

const projectPath = (id: string): string => `/projects/${encodeURIComponent(id)}`;
const mergeRequestPath = (id: string, number: number): string =>
  `${projectPath(id)}/merge_requests/${number}`;

/** Throws RepositoryUnreadableError if the project itself does not exist. */
async function findMergeRequest(
  client: GitLabClient,
  project: string,
  number: number,
): Promise<PullRequest | null> {
  const { host } = client.group;
  const response = await client.ofProject(`${project}/merge_requests/${number}`, { expected: [404] });
  if (response.status === 404) {
    response.body.destroy();
    (await client.ofProject(project)).body.destroy();
    return null;
  }
  const found = await readJson(host, response, MergeRequest);
  if (!found.sha) return null;
  return {
    number,
    title: found.title,
    url: found.web_url,
    author: found.author?.username ?? null,
    isOpen: found.state === "opened",
    isFromFork: found.source_project_id !== found.target_project_id,
    headSha: found.sha,
    baseSha: found.diff_refs?.start_sha ?? (await findHead(client, project, found.target_branch)),
    baseBranch: found.target_branch,
  };
}

/** GitLab computes `diff_refs` in the background, so a new merge request may have none. */
async function findHead(client: GitLabClient, project: string, branch: string): Promise<string> {
  const path = `${project}/repository/branches/${encodeURIComponent(branch)}`;
  return (await readJson(client.group.host, await client.ofProject(path), Branch)).commit.id;
}
