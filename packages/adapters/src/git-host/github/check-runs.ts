import { CHECK_NAME, type CheckAnnotation, type CheckReport } from "@knockon/core/ports/change-host";
import { cutText } from "../cut-text.ts";
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
 * Creates or updates the App's check run whose `external_id` is the report's key. After a crash, it continues with the
 * annotations that are missing: GitHub adds those of each update to the earlier ones. A completed run is replaced by a new
 * one if the report changed, because annotations cannot be removed.
 */
export async function reportCheckRun(
  client: GitHubClient,
  app: ActingApp,
  { repository, headSha }: Target,
  report: CheckReport,
): Promise<void> {
  const fields = fieldsOf(report);
  const annotations = report.conclusion === null ? [] : report.annotations.slice(0, MAX_ANNOTATIONS);
  const found = await findRun(client, app, { repository, headSha }, report.key);
  const isWritten = found !== undefined && isSame(found, fields);
  if (isWritten && found.output.annotations_count >= annotations.length) return;
  let run = isWritten || found?.status !== "completed" ? found : undefined;
  let written = run?.output.annotations_count ?? 0;
  do {
    const next = annotations.slice(written, written + ANNOTATIONS_PER_REQUEST);
    const output = { ...fields.output, annotations: next.map(toAnnotation) };
    const response = await client.ofRepository(
      run ? `${repository}/check-runs/${run.id}` : `${repository}/check-runs`,
      {
        method: run ? "PATCH" : "POST",
        body: { ...(!run && { name: CHECK_NAME, head_sha: headSha }), ...fields, output },
        permission: PERMISSION,
      },
    );
    run = await readJson(client.org.host, response, CheckRun);
    written += next.length;
  } while (written < annotations.length);
}

/** Returns the newest run with this key. */
async function findRun(
  client: GitHubClient,
  app: ActingApp,
  { repository, headSha }: Target,
  key: string,
): Promise<CheckRun | undefined> {
  const query = new URLSearchParams({ check_name: CHECK_NAME, filter: "all" });
  const path = `${repository}/commits/${headSha}/check-runs?${query.toString()}`;
  const found: CheckRun[] = [];
  for await (const { check_runs: runs } of readPages(client, path, CheckRuns, { permission: PERMISSION })) {
    found.push(...runs.filter((run) => run.external_id === key && isOf(run, app)));
  }
  return found.toSorted((a, b) => b.id - a.id)[0];
}

const isOf = ({ app }: CheckRun, { id }: ActingApp): boolean =>
  app != null && (String(app.id) === id || app.client_id === id);

function fieldsOf({ key, conclusion, title, summary, detailsUrl }: CheckReport) {
  return {
    external_id: key,
    details_url: detailsUrl,
    status: conclusion === null ? "in_progress" : "completed",
    conclusion: conclusion ?? undefined,
    output: { title, summary: cutText(summary, MAX_SUMMARY_LENGTH) },
  };
}

const isSame = (run: CheckRun, { status, output, ...fields }: ReturnType<typeof fieldsOf>): boolean =>
  run.status === status &&
  run.conclusion === (fields.conclusion ?? null) &&
  run.details_url === fields.details_url &&
  run.output.title === output.title &&
  run.output.summary === output.summary;

const toAnnotation = ({ path, line, level, title, message }: CheckAnnotation) => ({
  path,
  start_line: line,
  end_line: line,
  annotation_level: level,
  title: cutText(title, MAX_ANNOTATION_TITLE_LENGTH),
  message: cutText(message, MAX_MESSAGE_LENGTH),
});
