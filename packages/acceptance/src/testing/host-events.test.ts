import { readFileSync } from "node:fs";
import { startFakeGitHub, type FakeGitHub } from "@knockon/adapters/testing/git-hosts/fake-github";
import { afterEach, beforeEach, expect, it } from "vitest";
import { gitHubEvents, type GitHubEvents, type HostEvent } from "./host-events.ts";

/** Published payloads by event. */
const EXAMPLES = new Map(
  (
    JSON.parse(readFileSync(new URL(import.meta.resolve("@octokit/webhooks-examples")), "utf8")) as {
      name: string;
      examples: object[];
    }[]
  ).map(({ name, examples }) => [name, examples]),
);

let fake: FakeGitHub;
let events: GitHubEvents;
beforeEach(async () => {
  fake = await startFakeGitHub();
  events = gitHubEvents(fake, 5);
  fake.repositories.add("api", { a: "1" });
});
afterEach(() => fake.close());

/** Returns every path of a value with its type. */
function shapeOf(value: unknown, path = ""): string[] {
  if (Array.isArray(value)) return value.flatMap((item) => shapeOf(item, `${path}[]`));
  if (typeof value !== "object" || value === null)
    return [`${path}: ${value === null ? "null" : typeof value}`];
  return Object.entries(value).flatMap(([key, one]) => shapeOf(one, `${path}.${key}`));
}

/** Returns what an event contains that no published example of its kind has. Changes are left out: none has a new base branch. */
function findUnpublished({ headers, text }: HostEvent): string[] {
  const examples = EXAMPLES.get(headers["X-GitHub-Event"] ?? "") ?? [];
  const published = new Set(examples.flatMap((example) => shapeOf(example)));
  const { changes: _, ...payload } = JSON.parse(text) as { changes?: object };
  return shapeOf(payload).filter((line) => !published.has(line));
}

it("GitHub's events have the fields and types of the published examples", () => {
  const repository = fake.repositories.get("api");
  const branch = fake.changes.openPullRequest("api", { a: "2" });
  const fork = fake.changes.forkPullRequest("api", { a: "3" });
  const group = fake.changes.queueMergeGroup(branch);
  const changes = ["opened", "pushed", "reopened", "retargeted", "renamed", "closed"] as const;
  const all = [
    ...[branch, fork].flatMap((one) => changes.map((change) => events.pullRequest(one, change))),
    events.mergeGroup(group),
    events.rerequested("check_run", group),
    events.rerequested("check_suite", group),
    events.push(repository),
    events.renamed(repository),
    events.deleted(repository),
  ];
  expect(all.flatMap(findUnpublished)).toEqual([]);
});
