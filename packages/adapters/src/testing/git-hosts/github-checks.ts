import * as z from "zod";
import { json } from "./fake-server.ts";
import { appObject, invalid, notFound, restResponse } from "./github-rest.ts";
import type { HostedCheckRun, HostedStatus } from "./hosted-changes.ts";
import { commitOf } from "./hosted-repositories.ts";
import { pageOf, type RepositoryEndpoint } from "./repository-endpoint.ts";

/** Bodies and limits of GitHub's documentation. */
const Annotation = z.strictObject({
  path: z.string().min(1),
  start_line: z.int().positive(),
  end_line: z.int().positive(),
  annotation_level: z.enum(["notice", "warning", "failure"]),
  title: z.string().max(255).optional(),
  message: z.string().min(1).max(65_536),
});
const Run = z.strictObject({
  external_id: z.string(),
  details_url: z.url(),
  status: z.enum(["queued", "in_progress", "completed"]),
  conclusion: z.enum(["success", "neutral", "failure"]).optional(),
  output: z.strictObject({
    title: z.string().min(1),
    summary: z.string().max(65_535),
    annotations: z.array(Annotation).max(50).default([]),
  }),
});
const NewRun = Run.extend({ name: z.string(), head_sha: z.string() });
const Status = z.strictObject({
  state: z.enum(["error", "failure", "pending", "success"]),
  target_url: z.url(),
  description: z.string().max(140),
  context: z.string(),
});

/** Check runs and commit statuses. */
export const CHECK_ENDPOINTS: readonly RepositoryEndpoint[] = [
  {
    method: "GET",
    path: /^commits\/([0-9a-f]{40})\/check-runs$/,
    parameters: ["check_name", "filter", "app_id", "per_page", "page"],
    permission: "checks",
    answer({ fake, repository, query, url }, sha = "") {
      const name = query.get("check_name");
      const appId = query.get("app_id");
      const found = fake.changes
        .checkRunsOf(repository.path, sha)
        .filter((run) => (name === null || run.name === name) && (appId === null || run.appId === appId))
        .toReversed();
      const runs = query.get("filter") === "all" ? found : latestOf(found);
      const { page, headers } = pageOf(runs, { query, url });
      const check_runs = page.map(runObject);
      return restResponse("check-runs", 200, { total_count: runs.length, check_runs }, headers);
    },
  },
  {
    method: "POST",
    path: /^check-runs$/,
    permission: "checks",
    body: NewRun,
    answer({ fake, repository, body, author }) {
      if (author.appId === null) return json(403, { message: "You must authenticate via a GitHub App." });
      const { name, head_sha: headSha, ...given } = NewRun.parse(body);
      if (!commitOf(repository, headSha)) return invalid(`No commit found for SHA: ${headSha}`);
      const id = fake.changes.nextId();
      const run = { repository, id, appId: author.appId, headSha, name, annotations: [], ...EMPTY_RUN };
      fake.changes.checkRuns.push(run);
      return restResponse("check-run", 201, runObject(update(run, given)));
    },
  },
  {
    method: "PATCH",
    path: /^check-runs\/(\d+)$/,
    permission: "checks",
    body: Run,
    answer({ fake, repository, body, author }, id) {
      const run = fake.changes.checkRuns.find(
        (one) => one.repository === repository && String(one.id) === id,
      );
      if (!run) return notFound();
      if (run.appId !== author.appId) return json(403, { message: `Invalid app_id \`${author.appId}\`` });
      return restResponse("check-run", 200, runObject(update(run, Run.parse(body))));
    },
  },
  {
    method: "GET",
    path: /^commits\/([0-9a-f]{40})\/status$/,
    parameters: ["per_page", "page"],
    permission: "statuses",
    answer({ fake, repository, query, url }, sha = "") {
      const statuses = latestOf(fake.changes.statusesOf(repository.path, sha).toReversed());
      const { page, headers } = pageOf(statuses, { query, url });
      const body = {
        sha,
        state: "pending",
        total_count: statuses.length,
        statuses: page.map(statusObject),
      };
      return restResponse("combined-commit-status", 200, body, headers);
    },
  },
  {
    method: "POST",
    path: /^statuses\/([0-9a-f]{40})$/,
    permission: "statuses",
    body: Status,
    answer({ fake, repository, body }, sha = "") {
      if (!commitOf(repository, sha)) return invalid(`No commit found for SHA: ${sha}`);
      const { state, context, description, target_url: targetUrl } = Status.parse(body);
      const id = fake.changes.nextId();
      const status = { repository, id, headSha: sha, name: context, state, description, targetUrl };
      fake.changes.statuses.push(status);
      return restResponse("status", 201, statusObject(status));
    },
  },
];

/** Returns the first of each name. */
function latestOf<T extends { name: string }>(newestFirst: readonly T[]): T[] {
  return newestFirst.filter((one, index) => newestFirst.findIndex(({ name }) => name === one.name) === index);
}

const EMPTY_RUN = {
  externalId: "",
  detailsUrl: "",
  status: "queued",
  conclusion: null,
  title: "",
  summary: "",
};

/** Annotations are added to the earlier ones. */
function update(run: HostedCheckRun, given: z.infer<typeof Run>): HostedCheckRun {
  const { title, summary, annotations } = given.output;
  return Object.assign(run, {
    externalId: given.external_id,
    detailsUrl: given.details_url,
    status: given.conclusion ? "completed" : given.status,
    conclusion: given.conclusion ?? null,
    title,
    summary,
    annotations: [...run.annotations, ...annotations],
  });
}

const runObject = (run: HostedCheckRun) => ({
  id: run.id,
  name: run.name,
  head_sha: run.headSha,
  external_id: run.externalId,
  details_url: run.detailsUrl,
  status: run.status,
  conclusion: run.conclusion,
  started_at: null,
  completed_at: null,
  output: { title: run.title, summary: run.summary, annotations_count: run.annotations.length },
  app: appObject(run.appId),
});

const statusObject = ({ id, state, name, description, targetUrl }: HostedStatus) => ({
  id,
  state,
  context: name,
  description,
  target_url: targetUrl,
});
