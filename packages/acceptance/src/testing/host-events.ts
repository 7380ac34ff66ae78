import { createHmac } from "node:crypto";
import type { FakeGitHost } from "@knockon/adapters/testing/git-hosts/fake-git-host";
import type { HostedMergeGroup, HostedPullRequest } from "@knockon/adapters/testing/git-hosts/hosted-changes";
import type { HostedRepository } from "@knockon/adapters/testing/git-hosts/hosted-repositories";

/** An event before it is signed. */
export interface HostEvent {
  headers: Record<string, string>;
  text: string;
}

/** What happened to a pull request. */
export type PullRequestChange = "opened" | "pushed" | "reopened" | "retargeted" | "renamed" | "closed";

/** The webhook events of a fake git host. */
export interface HostEvents {
  /** The path of the webhook endpoint. */
  path: string;
  /** Returns the headers that prove the sender. */
  signed: (event: HostEvent, secret: string) => Record<string, string>;
  push: (repository: HostedRepository, ref?: string) => HostEvent;
  renamed: (repository: HostedRepository) => HostEvent;
  deleted: (repository: HostedRepository) => HostEvent;
  pullRequest: (pullRequest: HostedPullRequest, change: PullRequestChange) => HostEvent;
  /** Events that the service ignores. */
  ignored: (repository: HostedRepository) => HostEvent[];
}

/** Events of GitHub only. */
export interface GitHubEvents extends HostEvents {
  mergeGroup: (group: HostedMergeGroup, action?: "checks_requested" | "destroyed") => HostEvent;
  /** A person asks for the check of a commit again, or for all checks of it. */
  rerequested: (
    kind: "check_run" | "check_suite",
    commit: { repository: HostedRepository; headSha: string },
    numbers?: readonly number[],
  ) => HostEvent;
}

const ACTIONS: Record<PullRequestChange, string> = {
  opened: "opened",
  pushed: "synchronize",
  reopened: "reopened",
  retargeted: "edited",
  renamed: "edited",
  closed: "closed",
};

/** `installation`: the ID in events of the App. */
export function gitHubEvents(fake: FakeGitHost, installation?: number): GitHubEvents {
  const event = (kind: string, payload: object): HostEvent => ({
    headers: { "X-GitHub-Event": kind, "X-GitHub-Enterprise-Host": new URL(fake.url).host },
    text: JSON.stringify({
      organization: { login: "Acme" },
      ...(installation !== undefined && { installation: { id: installation } }),
      ...payload,
    }),
  });
  const repositoryOf = ({ id, path, defaultBranch, visibility }: HostedRepository) => ({
    id,
    node_id: `R_${id}`,
    name: path,
    full_name: `acme/${path}`,
    private: visibility !== "public",
    html_url: `${fake.url}/${path}`,
    default_branch: defaultBranch,
  });
  const about = (repository: HostedRepository) => ({ repository: repositoryOf(repository) });
  return {
    path: "/webhooks/github",
    signed: ({ text }, secret) => ({
      "X-Hub-Signature-256": `sha256=${createHmac("sha256", secret).update(text).digest("hex")}`,
    }),
    push: (repository, ref = "refs/heads/main") => event("push", { ref, ...about(repository) }),
    renamed: (repository) => event("repository", { action: "renamed", ...about(repository) }),
    deleted: (repository) => event("repository", { action: "deleted", ...about(repository) }),
    pullRequest(pullRequest, change) {
      const { repository, number, title, state, headBranch, headSha, baseBranch } = pullRequest;
      const repo = repositoryOf(repository);
      const head = { ref: headBranch, sha: headSha, repo: forkOf(pullRequest) ?? repo };
      const base = { ref: baseBranch, sha: repository.branches.get(baseBranch), repo };
      return event("pull_request", {
        action: ACTIONS[change],
        number,
        ...(change === "pushed" && { before: "0".repeat(40), after: headSha }),
        ...(change === "retargeted" && {
          changes: { base: { ref: { from: "main" }, sha: { from: base.sha } } },
        }),
        ...(change === "renamed" && { changes: { title: { from: "Former title" } } }),
        pull_request: {
          number,
          title,
          state: state === "open" ? "open" : "closed",
          draft: false,
          merged: state === "merged",
          head,
          base,
        },
        ...about(repository),
      });
    },
    mergeGroup({ repository, headRef, headSha, baseRef, baseSha }, action = "checks_requested") {
      const merge_group = { head_sha: headSha, head_ref: headRef, base_sha: baseSha, base_ref: baseRef };
      return event("merge_group", { action, merge_group, ...about(repository) });
    },
    rerequested: (kind, { repository, headSha }, numbers = []) =>
      event(kind, {
        action: "rerequested",
        [kind]: {
          id: 7,
          head_sha: headSha,
          pull_requests: numbers.map((one) => ({ number: one, head: { sha: headSha } })),
          ...(kind === "check_run" && { external_id: "" }),
        },
        ...about(repository),
      }),
    ignored: (repository) => [
      event("ping", { zen: "Keep it logically awesome." }),
      event("issues", { action: "opened", ...about(repository) }),
      event("push", { ref: "refs/heads/topic", ...about(repository) }),
      event("push", { ref: "refs/heads/main", repository: { node_id: 7, default_branch: "main" } }),
      event("installation", { action: "created" }),
    ],
  };
}

/** Fork IDs are outside the range of the org's repositories. */
const FORK_ID = 1_000_000;

function forkOf({ forkOwner, repository: { id, path } }: HostedPullRequest) {
  if (forkOwner === null) return undefined;
  const forkId = FORK_ID + id;
  return { id: forkId, node_id: `R_${forkId}`, full_name: `${forkOwner}/${path}`, fork: true };
}

/** GitLab also sends `update` with `oldrev` for a push, and without it for other changes. */
const UPDATES: Record<PullRequestChange, string> = {
  opened: "open",
  pushed: "update",
  reopened: "reopen",
  retargeted: "update",
  renamed: "update",
  closed: "close",
};
const STATES = { open: "opened", closed: "closed", merged: "merged" };

export function gitLabEvents(fake: FakeGitHost): HostEvents {
  const { origin } = new URL(fake.url);
  const event = (kind: string, payload: object): HostEvent => ({
    headers: { "X-Gitlab-Event": kind, "X-Gitlab-Instance": origin },
    text: JSON.stringify(payload),
  });
  const project = ({ id, path, defaultBranch }: HostedRepository) => ({
    project_id: id,
    project: { id, web_url: `${fake.url}/${path}`, default_branch: defaultBranch },
  });
  const lifecycle = (event_name: string, { id, path }: HostedRepository) =>
    event("System Hook", { event_name, project_id: id, path_with_namespace: `acme/${path}` });
  return {
    path: "/webhooks/gitlab",
    signed: (_event, secret) => ({ "X-Gitlab-Token": secret }),
    push: (repository, ref = "refs/heads/main") => {
      const event_name = ref.startsWith("refs/tags/") ? "tag_push" : "push";
      return event("Push Hook", { event_name, ref, ...project(repository) });
    },
    renamed: (repository) => lifecycle("project_rename", repository),
    deleted: (repository) => lifecycle("project_destroy", repository),
    pullRequest(mergeRequest, change) {
      const { repository, number, title, state, forkOwner, headBranch, headSha, baseBranch } = mergeRequest;
      const before = { previous: "main", current: baseBranch };
      return event("Merge Request Hook", {
        object_kind: "merge_request",
        event_type: "merge_request",
        project: {
          id: repository.id,
          web_url: `${fake.url}/${repository.path}`,
          path_with_namespace: `acme/${repository.path}`,
          default_branch: repository.defaultBranch,
        },
        object_attributes: {
          iid: number,
          title,
          action: UPDATES[change],
          state: STATES[state],
          source_branch: headBranch,
          target_branch: baseBranch,
          source_project_id: repository.id + (forkOwner === null ? 0 : FORK_ID),
          target_project_id: repository.id,
          last_commit: { id: headSha },
          ...(change === "pushed" && { oldrev: "0".repeat(40) }),
        },
        changes: change === "retargeted" ? { target_branch: before } : {},
      });
    },
    ignored: (repository) => [
      event("Push Hook", { event_name: "push", ref: "refs/heads/topic", ...project(repository) }),
      event("System Hook", {
        event_name: "repository_update",
        refs: ["refs/heads/topic"],
        ...project(repository),
      }),
      event("Issue Hook", { object_kind: "issue", ...project(repository) }),
      event("Push Hook", { ...project(repository), event_name: "push", project_id: "seven" }),
      lifecycle("project_unknown", repository),
    ],
  };
}
