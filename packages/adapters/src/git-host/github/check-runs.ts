import { CHECK_NAME, type CheckAnnotation, type CheckReport } from "@knockon/core/ports/change-host";
import { cutText } from "../text-limits.ts";
import { readJson } from "../http/read-response.ts";
import { readPages, type ActingApp, type GitHubClient } from "./github-client.ts";
import { CheckRun, CheckRuns } from "./responses.ts";

const PERMISSION = "Checks: write";
/** GitHub's limits. */
const ANNOTATIONS_PER_REQUEST = 50;
const MAX_SUMMARY_LENGTH = 65_535;
const MAX_ANNOTATION_TITLE_LENGTH = 255;
/** At most 64 KB in UTF-8. */
const MAX_MESSAGE_LENGTH = 16_000;
/** Ten requests. GitHub also limits the writes per minute. */
const MAX_ANNOTATIONS = 500;

interface Target {
  /** Path of the repository's resources. */
  repository: string;
  headSha: string;
}

/**
 * Writes the App's check run of a commit, with the report's key as `external_id`. A run that is not completed is updated. A
 * completed one is replaced by a new one, because annotations cannot be removed. After a crash, a repetition adds the
 * annotations that are missing: GitHub appends those of each update.
 */
export async function reportCheckRun(
  client: GitHubClient,
  app: ActingApp,
  target: Target,
  report: CheckReport,
): Promise<void> {
  const fields = fieldsOf(report);
  const annotations = report.conclusion === null ? [] : report.annotations.slice(0, MAX_ANNOTATIONS);
  const newest = await findNewestRun(client, app, target);
  const isStarted = newest?.external_id === report.key;
  let written = isStarted ? newest.output.annotations_count : 0;
  if (isStarted && written >= annotations.length) return;
  let run = isStarted || newest?.status !== "completed" ? newest : undefined;
  do {
    const next = annotations.slice(written, written + ANNOTATIONS_PER_REQUEST);
    const output = { ...fields.output, annotations: next.map(toAnnotation) };
    run = await writeRun(client, target, run, { ...fields, output });
    written += next.length;
  } while (written < annotations.length);
}

async function findNewestRun(
  client: GitHubClient,
  app: ActingApp,
  { repository, headSha }: Target,
): Promise<CheckRun | undefined> {
  const query = new URLSearchParams({ check_name: CHECK_NAME, filter: "all" });
  const path = `${repository}/commits/${headSha}/check-runs?${query.toString()}`;
  const own: CheckRun[] = [];
  for await (const { check_runs: runs } of readPages(client, path, CheckRuns, { permission: PERMISSION })) {
    own.push(...runs.filter((run) => isOf(run, app)));
  }
  return own.toSorted((a, b) => b.id - a.id)[0];
}

/** Creates a run, or updates one. */
async function writeRun(
  client: GitHubClient,
  { repository, headSha }: Target,
  run: CheckRun | undefined,
  fields: object,
): Promise<CheckRun> {
  const response = run
    ? await client.ofRepository(`${repository}/check-runs/${run.id}`, {
        method: "PATCH",
        body: fields,
        permission: PERMISSION,
      })
    : await client.ofRepository(`${repository}/check-runs`, {
        method: "POST",
        body: { name: CHECK_NAME, head_sha: headSha, ...fields },
        permission: PERMISSION,
      });
  return readJson(client.org.host, response, CheckRun);
}

const isOf = ({ app }: CheckRun, { id }: ActingApp): boolean =>
  app != null && (String(app.id) === id || app.client_id === id);

const fieldsOf = ({ key, conclusion, title, summary, detailsUrl }: CheckReport) => ({
  external_id: key,
  details_url: detailsUrl,
  status: conclusion === null ? "in_progress" : "completed",
  conclusion: conclusion ?? undefined,
  output: { title, summary: cutText(summary, MAX_SUMMARY_LENGTH) },
});

const toAnnotation = ({ path, line, level, title, message }: CheckAnnotation) => ({
  path,
  start_line: line,
  end_line: line,
  annotation_level: level,
  title: cutText(title, MAX_ANNOTATION_TITLE_LENGTH),
  message: cutText(message, MAX_MESSAGE_LENGTH),
});
