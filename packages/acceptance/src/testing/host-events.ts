import { createHmac } from "node:crypto";
import type { FakeGitHost } from "@knockon/adapters/testing/git-hosts/fake-git-host";
import type { HostedRepository } from "@knockon/adapters/testing/git-hosts/hosted-repositories";

/** An event before it is signed. */
export interface HostEvent {
  headers: Record<string, string>;
  text: string;
}

/** The webhook events of a fake git host. */
export interface HostEvents {
  /** The path of the webhook endpoint. */
  path: string;
  /** Returns the headers that prove the sender. */
  signed: (event: HostEvent, secret: string) => Record<string, string>;
  push: (repository: HostedRepository, ref?: string) => HostEvent;
  renamed: (repository: HostedRepository) => HostEvent;
  deleted: (repository: HostedRepository) => HostEvent;
  /** Events that the service ignores. */
  ignored: (repository: HostedRepository) => HostEvent[];
}

export function gitHubEvents(fake: FakeGitHost): HostEvents {
  const event = (kind: string, payload: object): HostEvent => ({
    headers: { "X-GitHub-Event": kind, "X-GitHub-Enterprise-Host": new URL(fake.url).host },
    text: JSON.stringify({ organization: { login: "Acme" }, ...payload }),
  });
  const about = ({ id, path, defaultBranch }: HostedRepository) => ({
    repository: { id, node_id: `R_${id}`, html_url: `${fake.url}/${path}`, default_branch: defaultBranch },
  });
  return {
    path: "/webhooks/github",
    signed: ({ text }, secret) => ({
      "X-Hub-Signature-256": `sha256=${createHmac("sha256", secret).update(text).digest("hex")}`,
    }),
    push: (repository, ref = "refs/heads/main") => event("push", { ref, ...about(repository) }),
    renamed: (repository) => event("repository", { action: "renamed", ...about(repository) }),
    deleted: (repository) => event("repository", { action: "deleted", ...about(repository) }),
    ignored: (repository) => [
      event("ping", { zen: "Keep it logically awesome." }),
      event("issues", { action: "opened", ...about(repository) }),
      event("push", { ref: "refs/heads/topic", ...about(repository) }),
      event("push", { ref: "refs/heads/main", repository: { node_id: 7, default_branch: "main" } }),
      event("installation", { action: "created" }),
    ],
  };
}

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
