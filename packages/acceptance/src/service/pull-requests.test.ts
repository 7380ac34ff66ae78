import { generateKeyPairSync } from "node:crypto";
import type { FakeGitHost } from "@knockon/adapters/testing/git-hosts/fake-git-host";
import { startFakeGitHub, type FakeGitHub } from "@knockon/adapters/testing/git-hosts/fake-github";
import { startFakeGitLab } from "@knockon/adapters/testing/git-hosts/fake-gitlab";
import type { HostedPullRequest } from "@knockon/adapters/testing/git-hosts/hosted-changes";
import type { HostedFiles } from "@knockon/adapters/testing/git-hosts/hosted-repositories";
import { API_PREFIX } from "@knockon/contract/operation";
import { getChangeCheck, listChangeChecks, rerunChangeCheck } from "@knockon/contract/operations/check";
import { createConnectedOrg, getConnectedOrg } from "@knockon/contract/operations/connected-org";
import { createWebhookSecret } from "@knockon/contract/operations/webhook";
import { updateWorkspaceSettings } from "@knockon/contract/operations/workspace";
import { inWorkspace } from "@knockon/db/in-workspace";
import { changeCheck } from "@knockon/db/schema/change-check.sql";
import { credential } from "@knockon/db/schema/connected-org.sql";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import {
  gitHubEvents,
  gitLabEvents,
  type GitHubEvents,
  type HostEvent,
  type HostEvents,
  type PullRequestChange,
} from "../testing/host-events.ts";
import { startTestService, type TestService } from "../testing/test-service.ts";
import type { TestWorkspace } from "../testing/test-workspace.ts";

const INSTALLATION = "5";
const APP_SECRET = "the secret of the App's webhook";
const { publicKey, privateKey } = generateKeyPairSync("rsa", {
  modulusLength: 2048,
  publicKeyEncoding: { type: "spki", format: "pem" },
  privateKeyEncoding: { type: "pkcs8", format: "pem" },
});

const WORKFLOW = ".github/workflows/build.yml";
const CI = ".github/workflows/ci.yml";
const inputs = (...names: string[]): HostedFiles => ({
  [WORKFLOW]: `on:\n  workflow_call:\n    inputs:\n${names.map((name) => `      ${name}: {type: string}\n`).join("")}jobs: {}\n`,
});
const caller = (...names: string[]): HostedFiles => ({
  [CI]: `jobs:\n  build:\n    uses: acme/ci/${WORKFLOW}@main\n    with:\n${names.map((name) => `      ${name}: x\n`).join("")}`,
});

const KINDS = ["GitHub App", "GitHub token", "GitLab"] as const;
type Kind = (typeof KINDS)[number];

let fake: FakeGitHost;
let events: HostEvents;
let service: TestService;
let acme: TestWorkspace;
let org: { params: { connected_org_id: string } };
let secret: string;

async function start(kind: Kind, repositories: Record<string, HostedFiles>): Promise<void> {
  if (kind === "GitLab") {
    fake = await startFakeGitLab();
    events = gitLabEvents(fake);
  } else {
    const client = { id: "Iv1.7", secret: "secret" };
    const github: FakeGitHub = await startFakeGitHub({ id: "77", publicKey, client });
    github.installations.set(INSTALLATION, { seconds: 3600 });
    fake = github;
    events = gitHubEvents(fake, kind === "GitHub App" ? Number(INSTALLATION) : undefined);
  }
  for (const [path, files] of Object.entries(repositories)) fake.repositories.add(path, files);
  const { origin: url } = new URL(fake.url);
  service = await startTestService({
    allowedHosts: fake.hosts,
    app: {
      githubApp: { id: "77", privateKey, url, granted: null },
      githubAppWebhookSecret: APP_SECRET,
    },
  });
  acme = await service.openWorkspace("Acme");
  const body = {
    name: "acme",
    platform: kind === "GitLab" ? "gitlab" : "github",
    url: fake.url,
    ...(kind === "GitHub App" ? { installation_id: INSTALLATION } : { access_token: "valid-token" }),
  };
  org = { params: { connected_org_id: (await acme.call(createConnectedOrg, { body })).id } };
  secret = kind === "GitHub App" ? APP_SECRET : (await acme.call(createWebhookSecret, org)).secret;
  await acme.scan(org.params.connected_org_id);
}

afterEach(async () => {
  await service.close();
  await fake.close();
});

async function deliver(event: HostEvent): Promise<void> {
  const response = await service.request(`${API_PREFIX}${events.path}`, {
    method: "POST",
    headers: { "Content-Type": "application/json", ...event.headers, ...events.signed(event, secret) },
    body: event.text,
  });
  expect(response.status).toBe(200);
}

async function announce(pullRequest: HostedPullRequest, change: PullRequestChange = "pushed"): Promise<void> {
  await deliver(events.pullRequest(pullRequest, change));
  await service.drain();
}

const open = (files: HostedFiles, given = {}) => fake.changes.openPullRequest("ci", files, given);
const checks = () => acme.call(listChangeChecks, org);
const commentsOf = (pullRequest: HostedPullRequest) =>
  fake.changes.commentsOf(pullRequest).map(({ text }) => text);
/** What the host shows next to a commit: the last report of each name. */
function shownOn(headSha: string): { conclusion: string | null; title: string } | undefined {
  const run = fake.changes.checkRunsOf("ci", headSha).at(-1);
  if (run) return { conclusion: run.conclusion, title: run.title };
  const status = fake.changes.statusesOf("ci", headSha).at(-1);
  return status && { conclusion: status.state, title: status.description };
}

const ACME = { ci: inputs("name"), api: caller("name"), web: caller("name") };

const PUSHES = Number(process.env["KNOCKON_PUSHES"] ?? 2);

describe.each(KINDS)("pull requests with a %s", (kind) => {
  beforeEach(() => start(kind, ACME));

  it("are checked when they are opened, and the check can be read", async () => {
    const pullRequest = open(inputs("service"));
    await announce(pullRequest, "opened");
    const [check] = await checks();
    expect(check).toMatchObject({
      status: "completed",
      conclusion: "neutral",
      reached: 2,
      breaking: 2,
      number: 1,
    });
    const { result } = await acme.call(getChangeCheck, { params: { check_id: check?.id ?? "" } });
    expect(result?.breaks.map(({ consumer, name }) => [consumer.full_path, name])).toEqual([
      ["acme/api", "name"],
      ["acme/web", "name"],
    ]);
    expect(shownOn(pullRequest.headSha)?.title).toBe(
      "This change breaks 2 repositories: 2 on their next run. 2 repositories get it.",
    );
    expect(commentsOf(pullRequest)).toEqual([expect.stringContaining(`/checks/${check?.id}`)]);
    expect(commentsOf(pullRequest)[0]).toMatch(
      /\]\(https:\/\/git(?:hub|lab)\.com\/acme\/api\/(?:-\/)?blob\//,
    );
  });

  it("have one comment over many pushes, which is deleted once nothing is reached", async () => {
    const pullRequest = open(inputs("first"));
    fake.changes.comment(pullRequest, "A person's comment.");
    for (let time = 0; time < PUSHES; time += 1) {
      const head = fake.changes.push(pullRequest, inputs(`input${time}`));
      await announce(pullRequest);
      expect(shownOn(head)?.title).toMatch(/^This change breaks 2/);
      expect(commentsOf(pullRequest)).toHaveLength(2);
      expect(commentsOf(pullRequest)[1]).toContain(`"input${time}"`);
    }
    fake.changes.push(pullRequest, { ...inputs("name"), "README.md": "Changed." });
    await announce(pullRequest);
    expect(commentsOf(pullRequest)).toEqual(["A person's comment."]);
    expect((await checks()).map(({ status }) => status)).toEqual(Array(PUSHES + 1).fill("completed"));
  });

  it("are checked once for repeated and late events, and not for a new title", async () => {
    const pullRequest = open(inputs("service"));
    const opened = events.pullRequest(pullRequest, "opened");
    fake.changes.push(pullRequest, inputs("other"));
    await announce(pullRequest);
    await deliver(events.pullRequest(pullRequest, "renamed"));
    expect((await checks()).map(({ status }) => status)).toEqual(["completed"]);
    for (let time = 0; time < 3; time += 1) await deliver(opened);
    await service.drain();
    expect((await checks()).map(({ status }) => status).toSorted()).toEqual(["completed", "superseded"]);
    expect(commentsOf(pullRequest)).toEqual([expect.stringContaining('"other"')]);
  });

  it("are checked again when they get another base branch", async () => {
    const pullRequest = open(inputs("service"));
    await announce(pullRequest, "opened");
    fake.changes.retarget(pullRequest, "release");
    await announce(pullRequest, "retargeted");
    expect(await checks()).toMatchObject([{ status: "completed", base_branch: "release" }]);
  });

  it("are not checked after they are closed, and keep their comment", async () => {
    const pullRequest = open(inputs("service"));
    await announce(pullRequest, "opened");
    fake.changes.push(pullRequest, inputs("other"));
    fake.changes.close(pullRequest);
    await announce(pullRequest);
    expect((await checks())[0]).toMatchObject({
      status: "superseded",
      reason: "The pull request is closed.",
    });
    expect(commentsOf(pullRequest)).toEqual([expect.stringContaining('"service"')]);
  });

  it("from forks are checked with the settings of the base", async () => {
    const ignores = "ignores: [{name: name, reason: Trust me}]";
    const fork = fake.changes.forkPullRequest("ci", { ...inputs("service"), ".knockon.yml": ignores });
    await announce(fork, "opened");
    expect((await checks())[0]).toMatchObject({ status: "completed", breaking: 2 });
    expect(commentsOf(fork)).toHaveLength(1);
  });

  it("of a repository that is not scanned yet get a neutral check at once, and a full one after its scan", async () => {
    fake.repositories.add("new", inputs("name"));
    const pullRequest = fake.changes.openPullRequest("new", inputs("service"));
    await announce(pullRequest, "opened");
    expect(await checks()).toMatchObject([{ status: "completed", conclusion: "success", reason: null }]);
    const { headSha } = pullRequest;
    const titles = [
      ...fake.changes.checkRunsOf("new", headSha).map(({ title }) => title),
      ...fake.changes.statusesOf("new", headSha).map(({ description }) => description),
    ];
    expect(titles).toEqual([
      "This repository is not scanned yet. The check is repeated after its scan.",
      expect.stringMatching(/^Nothing breaks/),
    ]);
  });

  it("wait for a host that limits writes, and lose nothing", async () => {
    const pullRequest = open(inputs("service"));
    fake.writesLeft = 0;
    await announce(pullRequest, "opened");
    expect(await checks()).toMatchObject([{ status: "pending", conclusion: null }]);
    fake.writesLeft = Infinity;
    await inWorkspace(acme.scope, async (tx) => {
      // Other requests with the credential wait, too.
      const held = await tx.select({ notBefore: credential.notBefore }).from(credential);
      expect(held).toEqual([{ notBefore: expect.any(Date) as Date }]);
      await tx.update(changeCheck).set({ notBefore: null });
      await tx.update(credential).set({ notBefore: null });
    });
    await announce(pullRequest, "opened");
    expect(await checks()).toMatchObject([{ status: "completed" }]);
    expect(commentsOf(pullRequest)).toHaveLength(1);
  });

  it("get their comment after a limit between the report and the comment, and the report is not repeated", async () => {
    const pullRequest = open(inputs("service"));
    fake.writesLeft = 1;
    await announce(pullRequest, "opened");
    const { headSha } = pullRequest;
    const reports = () => [
      ...fake.changes.checkRunsOf("ci", headSha),
      ...fake.changes.statusesOf("ci", headSha),
    ];
    expect([reports().length, commentsOf(pullRequest)]).toEqual([1, []]);
    expect(await checks()).toMatchObject([{ status: "pending" }]);
    fake.writesLeft = Infinity;
    await inWorkspace(acme.scope, async (tx) => {
      await tx.update(changeCheck).set({ notBefore: null });
      await tx.update(credential).set({ notBefore: null });
    });
    await announce(pullRequest, "opened");
    expect(await checks()).toMatchObject([{ status: "completed" }]);
    expect([reports().length, commentsOf(pullRequest).length]).toEqual([1, 1]);
  });

  it("are not checked for a forged event, and a replayed one changes nothing", async () => {
    const pullRequest = open(inputs("service"));
    const event = events.pullRequest(pullRequest, "opened");
    for (const signature of [{}, events.signed(event, "another secret"), events.signed(event, "")]) {
      const response = await service.request(`${API_PREFIX}${events.path}`, {
        method: "POST",
        headers: { "Content-Type": "application/json", ...event.headers, ...signature },
        body: event.text,
      });
      expect(response.status).toBe(400);
    }
    expect(await checks()).toEqual([]);
    await announce(pullRequest, "opened");
    const shown = () => [
      fake.changes.checkRunsOf("ci", pullRequest.headSha).length,
      fake.changes.statusesOf("ci", pullRequest.headSha).length,
      commentsOf(pullRequest),
    ];
    const before = shown();
    for (let time = 0; time < 3; time += 1) await deliver(event);
    await service.drain();
    expect(shown()).toEqual(before);
    expect(await checks()).toMatchObject([{ status: "completed", breaking: 2 }]);
  });

  it("name only repositories that their readers may see", async () => {
    await setVisibilities({ ci: "public", web: "public" });
    const pullRequest = open(inputs("service"));
    await announce(pullRequest, "opened");
    const texts = () =>
      JSON.stringify([commentsOf(pullRequest), fake.changes.checkRunsOf("ci", pullRequest.headSha)]);
    expect(texts()).toContain("acme/web");
    expect(texts()).not.toContain("acme/api");
    expect(texts()).toContain("1 private repository");
    const params = { workspace_id: acme.scope.workspaceId };
    await acme.call(updateWorkspaceSettings, { params, body: { naming_rule: "counts" } });
    fake.changes.push(pullRequest, { "README.md": "Changed." });
    await announce(pullRequest);
    expect(commentsOf(pullRequest)).toHaveLength(1);
    expect(commentsOf(pullRequest)[0]).not.toMatch(/acme\/(?:web|api)/);
  });
});

/** Changes the visibility of repositories and scans again. */
async function setVisibilities(given: Record<string, "public" | "private">): Promise<void> {
  for (const repository of fake.repositories.all) repository.visibility = given[repository.path] ?? "private";
  await acme.scan(org.params.connected_org_id);
}

describe.each(["GitHub token", "GitLab"] as const)("a revoked %s", (kind) => {
  beforeEach(() => start(kind, ACME));

  it("fails the check, and is shown as refused", async () => {
    const pullRequest = open(inputs("service"));
    await deliver(events.pullRequest(pullRequest, "opened"));
    fake.tokens.clear();
    await service.drain();
    expect(await checks()).toMatchObject([{ status: "failed", conclusion: "neutral" }]);
    expect((await acme.call(getConnectedOrg, org)).credential_status).toBe("refused");
    fake.tokens.add("valid-token");
    const [check] = await checks();
    await acme.call(rerunChangeCheck, { params: { check_id: check?.id ?? "" } });
    await service.drain();
    expect(await checks()).toMatchObject([{ status: "completed", breaking: 2 }]);
  });
});

describe("with a GitHub App", () => {
  const github = () => events as GitHubEvents;

  it("merge groups are checked, without a comment", async () => {
    await start("GitHub App", ACME);
    const pullRequest = open(inputs("service"));
    const group = fake.changes.queueMergeGroup(pullRequest);
    await deliver(github().mergeGroup(group, "destroyed"));
    expect(await checks()).toEqual([]);
    await deliver(github().mergeGroup(group));
    await service.drain();
    expect(await checks()).toMatchObject([
      { kind: "merge_group", number: null, status: "completed", breaking: 2 },
    ]);
    expect(shownOn(group.headSha)).toMatchObject({ conclusion: "neutral" });
    expect(commentsOf(pullRequest)).toEqual([]);
  });

  it("every name has its annotation, in pages of 50", async () => {
    const names = Array.from({ length: 120 }, (_, index) => `input${index}`);
    await start("GitHub App", { ci: inputs(...names), api: caller(...names) });
    const pullRequest = open(inputs("name"));
    await announce(pullRequest, "opened");
    const [run, ...others] = fake.changes.checkRunsOf("ci", pullRequest.headSha);
    expect([run?.annotations.length, others]).toEqual([120, []]);
    expect(new Set(run?.annotations.map(({ path }) => path))).toEqual(new Set([WORKFLOW]));
  });

  it("Re-run reports again, also if nothing changes", async () => {
    await start("GitHub App", ACME);
    const pullRequest = open(inputs("service"));
    await announce(pullRequest, "opened");
    await announce(pullRequest, "opened");
    const runs = () => fake.changes.checkRunsOf("ci", pullRequest.headSha).length;
    expect(runs()).toBe(1);
    const { repository, headSha } = pullRequest;
    await deliver(github().rerequested("check_run", { repository, headSha }));
    await service.drain();
    expect([runs(), (await checks()).length]).toEqual([2, 1]);
  });

  it("Re-run checks a pull request whose check is no longer kept", async () => {
    await start("GitHub App", ACME);
    const pullRequest = open(inputs("service"));
    await deliver(github().rerequested("check_run", pullRequest));
    await service.drain();
    expect(await checks()).toEqual([]);
    await deliver(github().rerequested("check_run", pullRequest, [pullRequest.number]));
    await deliver(github().rerequested("check_suite", pullRequest, [pullRequest.number]));
    await service.drain();
    expect(await checks()).toMatchObject([{ number: pullRequest.number, status: "completed", breaking: 2 }]);
    expect(shownOn(pullRequest.headSha)).toMatchObject({ conclusion: "neutral" });
  });

  it("a missing permission is named, and the result stays", async () => {
    await start("GitHub App", ACME);
    fake.withheld.set(INSTALLATION, ["checks"]);
    // The permissions of a token are those of its creation.
    fake.tokens.clear();
    await announce(open(inputs("service")), "opened");
    const [check] = await checks();
    expect(check).toMatchObject({ status: "completed", breaking: 2 });
    expect(check?.reason).toContain("Checks: write");
  });

  it("an event of another installation or organization has no effect", async () => {
    await start("GitHub App", ACME);
    const pullRequest = open(inputs("service"));
    await deliver(gitHubEvents(fake, 6).pullRequest(pullRequest, "opened"));
    const foreign = events.pullRequest(pullRequest, "opened");
    await deliver({ ...foreign, text: foreign.text.replaceAll(/acme/giu, "globex") });
    await deliver({ ...foreign, text: foreign.text.replaceAll(pullRequest.headSha, "main") });
    await service.drain();
    expect(await checks()).toEqual([]);
  });

  it("3,000 changed files are compared", async () => {
    await start("GitHub App", ACME);
    // In folders before and after that of the workflow.
    const folders = [".a", "docs"];
    const paths = Array.from({ length: 3000 }, (_, index) => `${folders[index % 2]}/${index}.md`);
    const files = Object.fromEntries(paths.map((path) => [path, "x"]));
    await announce(open({ ...files, ...inputs("service") }), "opened");
    expect(await checks()).toMatchObject([{ status: "completed", breaking: 2, reached: 2 }]);
  }, 60_000);
});

const REPOSITORIES = Number(process.env["KNOCKON_CHECK_REPOSITORIES"] ?? 20);

it(`the check of 20 files in an organization of ${REPOSITORIES} repositories is timed`, async () => {
  const callers = Array.from({ length: REPOSITORIES - 1 }, (_, index) => [`r${index}`, caller("name")]);
  await start("GitHub App", { ci: inputs("name"), ...Object.fromEntries(callers) });
  const files = Object.fromEntries(
    Array.from({ length: 19 }, (_, index) => [`src/${index}.py`, "def f(): pass\n"]),
  );
  const pullRequest = open({ ...files, ...inputs("service") });
  const begun = performance.now();
  await announce(pullRequest, "opened");
  const milliseconds = Math.round(performance.now() - begun);
  expect(await checks()).toMatchObject([{ status: "completed", breaking: REPOSITORIES - 1 }]);
  process.stdout.write(`webhook to completed check: ${milliseconds} ms with ${REPOSITORIES} repositories\n`);
}, 300_000);
