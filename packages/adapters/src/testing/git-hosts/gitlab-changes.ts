import * as z from "zod";
import type { FakeGitHost } from "./fake-git-host.ts";
import { json, type FakeResponse } from "./fake-server.ts";
import type { HostedComment, HostedPullRequest, HostedStatus } from "./hosted-changes.ts";
import { commitOf, historyOf, mergeBaseOf } from "./hosted-repositories.ts";
import { pageOf, type RepositoryEndpoint } from "./repository-endpoint.ts";

const User = z.strictObject({ id: z.int(), username: z.string() });
const MergeRequest = z.strictObject({
  iid: z.int(),
  title: z.string(),
  web_url: z.url(),
  state: z.enum(["opened", "closed", "merged", "locked"]),
  draft: z.boolean(),
  author: User,
  source_project_id: z.int(),
  target_project_id: z.int(),
  source_branch: z.string(),
  target_branch: z.string(),
  sha: z.string(),
  diff_refs: z.strictObject({ base_sha: z.string(), head_sha: z.string(), start_sha: z.string() }),
});
const Note = z.strictObject({ id: z.int(), body: z.string(), author: User, system: z.boolean() });
const CommitStatus = z.strictObject({
  id: z.int(),
  sha: z.string(),
  status: z.enum(["pending", "running", "success", "failed", "canceled", "skipped"]),
  name: z.string(),
  target_url: z.string().nullable(),
  description: z.string().nullable(),
});
const Branch = z.strictObject({ name: z.string(), commit: z.object({ id: z.string() }) });

/** Entities with the names of GitLab's OpenAPI document. */
export const CHANGE_ENTITIES = {
  API_Entities_UserBasic: User,
  API_Entities_MergeRequest: MergeRequest,
  API_Entities_Note: Note,
  API_Entities_CommitStatus: CommitStatus,
  API_Entities_Branch: Branch,
};

const PAGING = ["per_page", "page"];
const NewNote = z.strictObject({ body: z.string().min(1) });
const NewStatus = z.strictObject({
  state: z.enum(["pending", "running", "success", "failed", "canceled"]),
  name: z.string(),
  target_url: z.url().max(255),
  description: z.string().max(255),
});
const MAX_NOTE_LENGTH = 1_000_000;

const respond = <T>(schema: z.ZodType<T>, status: number, value: T): FakeResponse =>
  json(status, schema.parse(value));
const absent = (what: string): FakeResponse => json(404, { message: `404 ${what}Not Found` });

/** Merge requests, their notes and the statuses of their commits. */
export const CHANGE_ENDPOINTS: readonly RepositoryEndpoint[] = [
  {
    method: "GET",
    path: /^merge_requests\/(\d+)$/,
    answer({ fake, repository }, iid) {
      const found = fake.changes.find(repository, Number(iid));
      return found ? respond(MergeRequest, 200, mergeRequestOf(fake, found)) : absent("");
    },
  },
  {
    method: "GET",
    path: /^repository\/branches$/,
    parameters: PAGING,
    answer({ repository, query, url }) {
      const { page, headers } = pageOf([...repository.branches], { query, url });
      const branches = page.map(([name, id]) => Branch.parse({ name, commit: { id } }));
      return json(200, branches, headers);
    },
  },
  {
    method: "GET",
    path: /^repository\/branches\/(.+)$/,
    answer({ repository }, encoded = "") {
      const name = decodeURIComponent(encoded);
      const id = repository.branches.get(name);
      return id === undefined ? absent("Branch ") : respond(Branch, 200, { name, commit: { id } });
    },
  },
  {
    method: "GET",
    path: /^repository\/merge_base$/,
    parameters: ["refs[]"],
    answer({ repository, query }) {
      const [one = "", other = ""] = query.getAll("refs[]");
      const id = mergeBaseOf(repository, one, other);
      return id === undefined ? absent("Merge Base ") : json(200, { id });
    },
  },
  {
    method: "GET",
    path: /^repository\/commits\/([0-9a-f]{40})\/statuses$/,
    parameters: ["name", ...PAGING],
    answer({ fake, repository, query, url }, sha = "") {
      if (!commitOf(repository, sha)) return absent("Commit ");
      const name = query.get("name");
      const statuses = fake.changes
        .statusesOf(repository.path, sha)
        .filter((one) => name === null || one.name === name);
      const { page, headers } = pageOf(statuses, { query, url });
      const body = page.map((status) => CommitStatus.parse(statusOf(status)));
      return json(200, body, headers);
    },
  },
  {
    method: "POST",
    path: /^statuses\/([0-9a-f]{40})$/,
    permission: "developer",
    body: NewStatus,
    answer({ fake, repository, body }, sha = "") {
      if (!commitOf(repository, sha)) return absent("Commit ");
      const isOnBranch = [...repository.branches.values()].some((head) =>
        historyOf(repository, head).some((commit) => commit.sha === sha),
      );
      if (!isOnBranch) return absent("References for commit ");
      const { state, name, target_url: targetUrl, description } = NewStatus.parse(body);
      const statuses = fake.changes.statusesOf(repository.path, sha);
      const current = statuses.find((one) => one.name === name && IS_IN_FLIGHT.test(one.state));
      if (current?.state === state) {
        Object.assign(current, { targetUrl, description });
        return json(400, { message: transitionError(state) });
      }
      const id = fake.changes.nextId();
      const status = current ?? { repository, id, headSha: sha, name, state, description, targetUrl };
      Object.assign(status, { state, description, targetUrl });
      if (!current) fake.changes.statuses.push(status);
      return respond(CommitStatus, 201, statusOf(status));
    },
  },
  {
    method: "GET",
    path: /^merge_requests\/(\d+)\/notes$/,
    parameters: ["sort", "order_by", ...PAGING],
    answer({ fake, repository, query, url }, iid) {
      const found = fake.changes.find(repository, Number(iid));
      if (!found) return absent("");
      const oldestFirst = query.get("sort") === "asc" ? found.comments : found.comments.toReversed();
      const { page, headers } = pageOf(oldestFirst, { query, url });
      return json(
        200,
        page.map((comment) => Note.parse(noteOf(comment))),
        headers,
      );
    },
  },
  {
    method: "POST",
    path: /^merge_requests\/(\d+)\/notes$/,
    permission: "developer",
    body: NewNote,
    answer({ fake, repository, body, author }, iid) {
      const found = fake.changes.find(repository, Number(iid));
      if (!found) return absent("");
      const text = NewNote.parse(body).body;
      return text.length > MAX_NOTE_LENGTH
        ? tooLong()
        : respond(Note, 201, noteOf(fake.changes.comment(found, text, author)));
    },
  },
  {
    method: "PUT",
    path: /^merge_requests\/(\d+)\/notes\/(\d+)$/,
    permission: "developer",
    body: NewNote,
    answer({ fake, repository, body, author }, iid, id) {
      const found = fake.changes.find(repository, Number(iid));
      const comment = found?.comments.find((one) => String(one.id) === id);
      if (!comment) return absent("");
      if (comment.author.id !== author.id) return json(403, { message: "403 Forbidden" });
      const text = NewNote.parse(body).body;
      if (text.length > MAX_NOTE_LENGTH) return tooLong();
      comment.text = text;
      return respond(Note, 200, noteOf(comment));
    },
  },
  {
    method: "DELETE",
    path: /^merge_requests\/(\d+)\/notes\/(\d+)$/,
    permission: "developer",
    answer({ fake, repository, author }, iid, id) {
      const found = fake.changes.find(repository, Number(iid));
      const comment = found?.comments.find((one) => String(one.id) === id);
      if (!found || !comment) return absent("");
      if (comment.author.id !== author.id) return json(403, { message: "403 Forbidden" });
      found.comments.splice(found.comments.indexOf(comment), 1);
      return { status: 204 };
    },
  },
];

/** GitLab updates such a status. After a final state it creates another one. */
const IS_IN_FLIGHT = /^(?:pending|running)$/;

const tooLong = (): FakeResponse =>
  json(400, { message: { note: ["is too long (maximum is 1000000 characters)"] } });

const EVENTS: Record<string, string> = {
  pending: "enqueue",
  running: "run",
  success: "success",
  failed: "drop",
  canceled: "cancel",
};

const transitionError = (state: string): string =>
  `Cannot transition status via :${EVENTS[state]} from :${state} (Reason(s): Status cannot transition via "${EVENTS[state]}")`;

const STATES = { open: "opened", closed: "closed", merged: "merged" } as const;
/** Fork IDs are outside the range of the group's projects. */
const FORK_ID = 1_000_000;

function mergeRequestOf(fake: FakeGitHost, mergeRequest: HostedPullRequest): z.infer<typeof MergeRequest> {
  const { repository, number, title, author, headBranch, headSha, baseBranch } = mergeRequest;
  const startSha = repository.branches.get(baseBranch) ?? "";
  return {
    iid: number,
    title,
    web_url: `${fake.url}/${repository.path}/-/merge_requests/${number}`,
    state: STATES[mergeRequest.state],
    draft: false,
    author: { id: author.id, username: author.login },
    source_project_id: repository.id + (mergeRequest.forkOwner === null ? 0 : FORK_ID),
    target_project_id: repository.id,
    source_branch: headBranch,
    target_branch: baseBranch,
    sha: headSha,
    diff_refs: {
      base_sha: mergeBaseOf(repository, headSha, startSha) ?? "",
      head_sha: headSha,
      start_sha: startSha,
    },
  };
}

const noteOf = ({ id, text, author }: HostedComment): z.infer<typeof Note> => ({
  id,
  body: text,
  author: { id: author.id, username: author.login },
  system: false,
});

const statusOf = ({ id, headSha, name, state, targetUrl, description }: HostedStatus) =>
  CommitStatus.parse({ id, sha: headSha, status: state, name, target_url: targetUrl, description });
