import { CHECK_NAME, type CheckReport } from "@knockon/core/ports/change-host";
import { cutText } from "../text-limits.ts";
import { readJson } from "../http/read-response.ts";
import type { GitHubClient } from "./github-client.ts";
import { CombinedStatus } from "./responses.ts";

const PERMISSION = "Commit statuses: write";
/** GitHub's limit. */
const MAX_DESCRIPTION_LENGTH = 140;
/** A commit status has no neutral state. */
const STATES = { success: "success", neutral: "success", failure: "failure" } as const;

/** Writes a commit status with the title of the report, without summary and annotations, unless it is the current one. */
export async function reportCommitStatus(
  client: GitHubClient,
  { repository, headSha }: { repository: string; headSha: string },
  { conclusion, title, detailsUrl }: CheckReport,
): Promise<void> {
  const body = {
    state: conclusion === null ? "pending" : STATES[conclusion],
    context: CHECK_NAME,
    description: cutText(title, MAX_DESCRIPTION_LENGTH),
    target_url: detailsUrl,
  };
  const path = `${repository}/commits/${headSha}/status?per_page=100`;
  const response = await client.ofRepository(path, { permission: PERMISSION });
  const { statuses } = await readJson(client.org.host, response, CombinedStatus);
  const current = statuses.find(({ context }) => context === CHECK_NAME);
  const isCurrent =
    current?.state === body.state &&
    current.description === body.description &&
    current.target_url === body.target_url;
  if (isCurrent) return;
  const options = { method: "POST", body, permission: PERMISSION } as const;
  (await client.ofRepository(`${repository}/statuses/${headSha}`, options)).body.destroy();
}
