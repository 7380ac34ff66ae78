import { CHECK_NAME, type CheckReport } from "@knockon/core/ports/change-host";
import { RepositoryUnreadableError } from "@knockon/core/ports/git-host";
import { cutText } from "../text-limits.ts";
import { readJson, readText } from "../http/read-response.ts";
import type { GitLabClient } from "./gitlab-client.ts";
import { CommitStatuses } from "./responses.ts";

const ROLE = "Developer";
/** GitLab's limit. */
const MAX_DESCRIPTION_LENGTH = 255;
/** A commit status has no neutral state. */
const STATES = { success: "success", neutral: "success", failure: "failed" } as const;

/**
 * Writes a commit status with the title of the report, without summary and annotations, unless it is the current one. GitLab
 * has no statuses for commits that are on no branch of the project, such as those of a fork: does nothing for them.
 */
export async function reportCommitStatus(
  client: GitLabClient,
  { project, headSha }: { project: string; headSha: string },
  { conclusion, title, detailsUrl }: CheckReport,
): Promise<void> {
  const { host } = client.group;
  const body = {
    state: conclusion === null ? "running" : STATES[conclusion],
    name: CHECK_NAME,
    description: cutText(title, MAX_DESCRIPTION_LENGTH),
    target_url: detailsUrl,
  };
  const path = `${project}/repository/commits/${headSha}/statuses?name=${CHECK_NAME}`;
  const statuses = await readJson(host, await client.ofProject(path), CommitStatuses);
  // One for each pipeline of the commit.
  const [current] = statuses.toSorted((a, b) => b.id - a.id);
  const isCurrent =
    current?.status === body.state &&
    current.description === body.description &&
    current.target_url === body.target_url;
  if (isCurrent) return;
  const response = await client.ofProject(`${project}/statuses/${headSha}`, {
    method: "POST",
    body,
    permission: ROLE,
    expected: [400, 404],
  });
  if (response.status < 400) {
    response.body.destroy();
    return;
  }
  const text = await readText(host, response.body);
  // GitLab updates the description before it rejects the same state.
  if (/Cannot transition status|References for commit/.test(text)) return;
  throw new RepositoryUnreadableError(`${host} returned ${response.status}.`);
}
