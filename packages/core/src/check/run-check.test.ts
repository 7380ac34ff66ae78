import { randomBytes } from "node:crypto";
import { inWorkspace } from "@knockon/db/in-workspace";
import { changeCheck, pullRequestComment } from "@knockon/db/schema/change-check.sql";
import { repository } from "@knockon/db/schema/repository.sql";
import { workspace } from "@knockon/db/schema/workspace.sql";
import { useTestDatabase } from "@knockon/db/testing/use-test-database";
import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import type { PullRequest } from "../ports/change-host.ts";
import {
  HostBusyError,
  HostUnreachableError,
  MissingPermissionError,
  RepositoryUnreadableError,
} from "../ports/git-host.ts";
import type { ScanMessage } from "../ports/queue.ts";
import { pushChange, scriptChanges, type ScriptedChanges } from "../testing/scripted-changes.ts";
import {
  type Files,
  getScripted,
  scriptOrg,
  type ScriptedOrg,
  scriptRepository,
} from "../testing/scripted-org.ts";
import { openTestWorkspace, type TestWorkspace } from "../testing/test-workspace.ts";
import { handleDeadLetter } from "../scan/handle-dead-letter.ts";
import { handleMessage } from "../scan/handle-message.ts";
import { getChangeCheck } from "./change-checks.ts";
import { requestCheck, type CheckRequest } from "./request-check.ts";
import { sweepChecks } from "./sweep-checks.ts";

const WORKFLOW = ".github/workflows/build.yml";
const workflow = (input: string): Files => ({
  "README.md": "Shared workflows.",
  [WORKFLOW]: `on:\n  workflow_call:\n    inputs:\n      ${input}:\n        type: string\njobs: {}\n`,
});
const caller = (ref: string): Files => ({
  ".github/workflows/ci.yml": `jobs:\n  build:\n    uses: acme/ci/${WORKFLOW}@${ref}\n    with:\n      name: api\n`,
});
const BASE = workflow("name");
const CI = "acme/ci";

const database = useTestDatabase();
let tenant: TestWorkspace;
let changes: ScriptedChanges;
let scripted: ScriptedOrg;
let org: string;

beforeEach(async () => {
  tenant = await openTestWorkspace(database());
  scripted = scriptOrg({ [CI]: BASE, "acme/api": caller("main"), "acme/web": caller("main") });
  changes = scripted.changes = scriptChanges();
  org = await tenant.connect(scripted);
  await tenant.scan(org);
});

const push = (head: Files, given: Partial<PullRequest> = {}) =>
  pushChange(changes, { repository: CI, number: 7, base: BASE, head, ...given });
const request = (asked: CheckRequest) =>
  requestCheck(tenant.ctx, { connectedOrgId: org, platformId: CI, request: asked });
/** Sends the event of a head and works until nothing is left. */
async function check(headSha: string, number = 7): Promise<void> {
  await request({ kind: "pull_request", number, headSha });
  await tenant.deliver();
}
/** Handles the next message, as one of several workers. */
async function work(): Promise<void> {
  const message = tenant.queue.take();
  if (!message) throw new Error("A message is enqueued.");
  await handleMessage(tenant.ctx, message);
}
const rows = () =>
  inWorkspace(tenant.ctx, (tx) => tx.select().from(changeCheck).orderBy(changeCheck.createdAt));
/** The new name of the input in each comment. */
const commentedNames = () => changes.comments.map(({ text }) => /renamed to "(\w+)"/.exec(text)?.[1]);
const lastReport = (sha: string) => changes.reports.get(sha)?.at(-1);
const setVisibility = (fullPath: string, visibility: "public" | "private") =>
  inWorkspace(tenant.ctx, (tx) =>
    tx.update(repository).set({ visibility }).where(eq(repository.fullPath, fullPath)),
  );

describe("the check of a pull request", () => {
  it("reports what the head breaks, with a comment and an annotation on the changed line", async () => {
    const head = push(workflow("service"));
    await check(head);
    expect(await rows()).toMatchObject([
      { status: "completed", conclusion: "neutral", number: 7, title: "Change 7", leaseUntil: null },
    ]);
    expect(lastReport(head)).toMatchObject({
      conclusion: "neutral",
      title: "This change breaks 2 repositories: 2 on their next run. 2 repositories get it.",
      annotations: [{ path: WORKFLOW, line: 4, level: "warning" }],
    });
    expect(changes.comments.map(({ text }) => text)).toEqual([expect.stringContaining("acme/api")]);
  });

  it("names main authors to who may see people, and not on the host", async () => {
    tenant.ctx.settings.ownership = "people";
    tenant.ctx.ports.encryptionKeys = new Map([[1, randomBytes(32)]]);
    for (const name of ["acme/api", "acme/web"])
      getScripted(scripted, name).history.push({
        authors: [{ name: "Jane Doe", email: "jane@acme.test" }],
        committedAt: 1_700_000_000,
        subject: "Add CI",
      });
    await tenant.scan(org);
    await check(push(workflow("service")));
    expect(changes.comments.map(({ text }) => text)).toEqual([expect.not.stringContaining("Jane")]);
    const [row] = await rows();
    const ownersFor = async (role: "admin" | "member") => {
      const ctx = { ...tenant.ctx, actor: { type: "user" as const, id: "", role } };
      const { result } = await getChangeCheck(ctx, { checkId: row?.id ?? "" });
      return result?.breaks.map(({ owner }) => owner);
    };
    const jane = { names: ["Jane Doe"], source: "main_author" };
    expect(await ownersFor("admin")).toEqual([jane, jane]);
    expect(await ownersFor("member")).toEqual([null, null]);
  });

  it("fails only if a break is named by fail_on, and succeeds if nothing breaks", async () => {
    const failing = push({ ...workflow("service"), ".knockon.yml": "fail_on: merge" });
    await check(failing);
    expect(lastReport(failing)).toMatchObject({ conclusion: "failure", annotations: [{ level: "failure" }] });
    const clean = push({ ...BASE, "README.md": "Changed." });
    await check(clean);
    expect(lastReport(clean)?.conclusion).toBe("success");
  });

  it("uses the settings of the base for a fork, so that its author cannot ignore breaks", async () => {
    const ignores = "ignores: [{name: name, reason: Trust me}]";
    const own = push({ ...workflow("service"), ".knockon.yml": ignores });
    await check(own);
    expect(lastReport(own)?.title).toMatch(/^Nothing breaks/);
    const fork = push({ ...workflow("service"), ".knockon.yml": ignores, a: "" }, { isFromFork: true });
    await check(fork);
    expect(lastReport(fork)?.title).toMatch(/^This change breaks 2/);
  });

  it("keeps one comment over 20 pushes, does not write the same text, and deletes it once nothing is reached", async () => {
    for (let time = 0; time < 20; time += 1)
      await check(push({ ...workflow(time < 10 ? "service" : `service${time}`), [`f${time}`]: "" }));
    expect(changes.comments).toHaveLength(1);
    expect(changes.commentWrites).toBe(11);
    await check(push({ ...BASE, "README.md": "Changed." }));
    expect(changes.comments).toEqual([]);
  });

  it("supersedes a head that is no longer the current one, and checks the current one instead", async () => {
    const old = push(workflow("service"));
    const current = push(workflow("other"));
    await check(old);
    const statuses = (await rows()).map(({ headSha, status }) => [headSha, status]);
    expect(Object.fromEntries(statuses)).toEqual({ [old]: "superseded", [current]: "completed" });
    expect(lastReport(old)?.title).toContain(current.slice(0, 10));
    expect(changes.comments[0]?.text).toContain('"other"');
    // A force push back to the first commit.
    push(workflow("service"));
    await check(current);
    expect(lastReport(old)?.title).toMatch(/^This change breaks/);
    expect(changes.comments[0]?.text).toContain('"service"');
  });

  it("does not write the comment of a head that is replaced while it is checked", async () => {
    const old = push(workflow("service"));
    changes.during = (call) => {
      if (call === "report") push(workflow("other"));
    };
    await check(old);
    expect(lastReport(old)?.title).toMatch(/^This change breaks 2/);
    expect(changes.comments).toEqual([]);
  });

  it.each(["no comment", "a comment"])(
    "leaves the comment of the newest head if two workers write it at the same time, after %s",
    async (former) => {
      if (former === "a comment") await check(push(workflow("former")));
      let isReplaced = false;
      changes.during = async (call) => {
        if (call !== "write the comment" || isReplaced) return;
        isReplaced = true;
        await request({ kind: "pull_request", number: 7, headSha: push(workflow("other")) });
        await work();
      };
      await request({ kind: "pull_request", number: 7, headSha: push(workflow("service")) });
      await work();
      expect([isReplaced, commentedNames()]).toEqual([true, ["service"]]);
      tenant.advance(6000);
      await tenant.deliver();
      expect(commentedNames()).toEqual(["other"]);
      expect((await rows()).map(({ status }) => status)).not.toContain("pending");
    },
  );

  it("finds the comment that a worker wrote before it died, by its marker", async () => {
    await check(push(workflow("service")));
    await inWorkspace(tenant.ctx, (tx) =>
      tx.update(pullRequestComment).set({ commentId: null, digest: null }),
    );
    await check(push(workflow("other")));
    expect(commentedNames()).toEqual(["other"]);
  });

  it("mentions owners only in the comment, and only if the workspace wants it", async () => {
    const api = getScripted(scripted, "acme/api");
    api.files = { ...api.files, ".github/CODEOWNERS": "* @acme/platform\n" };
    await tenant.scan(org);
    const head = push(workflow("service"));
    const mentions = () => [lastReport(head)?.summary, changes.comments[0]?.text].map(isMentioned);
    const isMentioned = (text = "") => [text.includes("@acme/platform"), /(?<!`)@acme/.test(text)];
    await check(head);
    expect(mentions()).toEqual([
      [true, false],
      [true, false],
    ]);
    await inWorkspace(tenant.ctx, (tx) => tx.update(workspace).set({ mentionsOwners: true }));
    await check(head);
    expect(mentions()).toEqual([
      [true, false],
      [true, true],
    ]);
  });

  it("takes over the comment of a worker that died while it wrote it", async () => {
    await check(push(workflow("service")));
    const leaseUntil = new Date(tenant.ctx.now().getTime() + 60_000);
    await inWorkspace(tenant.ctx, (tx) => tx.update(pullRequestComment).set({ leaseUntil }));
    await request({ kind: "pull_request", number: 7, headSha: push(workflow("other")) });
    await work();
    expect(changes.comments[0]?.text).toContain('"service"');
    tenant.advance(61_000);
    await tenant.deliver();
    expect(changes.comments.map(({ text }) => text)).toEqual([expect.stringContaining('"other"')]);
  });

  it("ends as superseded for a closed pull request, and is checked when it is opened again", async () => {
    const head = push(workflow("service"), { isOpen: false });
    await check(head);
    expect(await rows()).toMatchObject([{ status: "superseded", reason: "The pull request is closed." }]);
    push(workflow("service"));
    await check(head);
    expect(await rows()).toMatchObject([{ status: "completed" }]);
  });

  it("checks a merge group against the base of its event, without a comment", async () => {
    const headSha = push(workflow("service"));
    const baseSha = changes.pullRequests[0]?.baseSha ?? "";
    await request({ kind: "merge_group", number: 0, headSha, baseSha, baseBranch: "main" });
    await tenant.deliver();
    expect(lastReport(headSha)?.title).toMatch(/^This change breaks 2/);
    expect(changes.comments).toEqual([]);
  });

  it.each([
    ["an event", { kind: "pull_request", number: 7 }, 1],
    ["a person", { kind: "repetition", pullRequests: [7] }, 2],
  ] as const)("checks again if %s asks for it while a worker is at it", async (_, asked, requestNumber) => {
    const head = push(workflow("service"));
    let isRequested = false;
    changes.during = async (call) => {
      if (call !== "report" || isRequested) return;
      isRequested = true;
      push({ ...workflow("service") }, { baseSha: head });
      await request({ ...asked, headSha: head });
    };
    await check(head);
    expect(await rows()).toMatchObject([{ status: "completed", requestNumber, leaseUntil: null }]);
    expect(lastReport(head)?.title).toMatch(/^Nothing breaks/);
  });
});

describe("a check that cannot be made", () => {
  it.each([
    [
      "a repository that is not scanned",
      "not scanned yet",
      {},
      async () => {
        await inWorkspace(tenant.ctx, (tx) => tx.update(repository).set({ snapshotId: null }));
      },
    ],
    [
      "invalid settings",
      ".knockon.yml:1: Invalid fail_on",
      { ".knockon.yml": "fail_on: sometimes" },
      async () => {},
    ],
    [
      "a commit that cannot be read",
      "The commit is gone.",
      {},
      async () => {
        changes.during = (call) => {
          if (call === "find the merge base") throw new RepositoryUnreadableError("The commit is gone.");
        };
      },
    ],
  ])("is neutral and says why: %s", async (_, reason, files: Files, prepare) => {
    await prepare();
    const head = push({ ...workflow("service"), ...files });
    await check(head);
    expect(await rows()).toMatchObject([{ status: "failed", conclusion: "neutral", result: null }]);
    expect((await rows())[0]?.reason).toContain(reason);
    expect(lastReport(head)).toMatchObject({ conclusion: "neutral", title: expect.stringContaining(reason) });
    expect(changes.comments).toEqual([]);
  });

  it("fails after three attempts, and still reports", async () => {
    let calls = 0;
    changes.during = (call) => {
      if (call === "find the merge base") throw new Error(`Fault ${(calls += 1)}`);
    };
    const head = push(workflow("service"));
    await request({ kind: "pull_request", number: 7, headSha: head });
    const [row] = await rows();
    const message = {
      kind: "check-change",
      workspaceId: tenant.ctx.workspaceId,
      checkId: row?.id ?? "",
    } as const;
    for (let time = 0; time < 3; time += 1)
      await expect(handleMessage(tenant.ctx, message)).rejects.toThrow("Fault");
    await handleMessage(tenant.ctx, message);
    expect(await rows()).toMatchObject([{ status: "failed", conclusion: "neutral" }]);
    expect([calls, lastReport(head)?.conclusion]).toEqual([3, "neutral"]);
  });

  it("keeps its result if the host refuses the comment, and says why", async () => {
    changes.during = (call) => {
      if (call === "write the comment") throw new MissingPermissionError("Grant Pull requests: write.");
    };
    const head = push(workflow("service"));
    await check(head);
    expect(await rows()).toMatchObject([{ status: "completed", reason: "Grant Pull requests: write." }]);
    expect(lastReport(head)?.title).toMatch(/^This change breaks/);
  });

  it("waits for a busy host without counting an attempt", async () => {
    let isBusy = true;
    changes.during = () => {
      if (isBusy) throw new HostBusyError(new Date(tenant.ctx.now().getTime() + 60_000));
    };
    const head = push(workflow("service"));
    await request({ kind: "pull_request", number: 7, headSha: head });
    await work();
    expect(await rows()).toMatchObject([{ status: "pending", attempt: 0, leaseUntil: null }]);
    isBusy = false;
    tenant.advance(61_000);
    await tenant.deliver();
    expect(await rows()).toMatchObject([{ status: "completed", attempt: 1 }]);
  });

  it("is sent again by the sweeper if its message is lost or its worker died", async () => {
    await request({ kind: "pull_request", number: 7, headSha: push(workflow("service")) });
    tenant.queue.clear();
    await sweepChecks(tenant.ctx);
    expect(tenant.queue.length).toBe(0);
    tenant.advance(6 * 60_000);
    await sweepChecks(tenant.ctx);
    await tenant.deliver();
    expect(await rows()).toMatchObject([{ status: "completed" }]);
    await inWorkspace(tenant.ctx, (tx) =>
      tx.update(changeCheck).set({ status: "pending", leaseUntil: new Date(0) }),
    );
    await sweepChecks(tenant.ctx);
    expect(tenant.queue.length).toBe(1);
  });

  it.each(["fails", "ends"])(
    "stays with the worker that took it over if the former one %s later",
    async (end) => {
      const [isTaken, isOpen] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
      let successor = Promise.resolve();
      let reports = 0;
      changes.during = async (call) => {
        if (call !== "report") return;
        reports += 1;
        if (reports === 2) {
          isTaken.resolve();
          await isOpen.promise;
        }
        if (reports !== 1) return;
        tenant.advance(6 * 60_000);
        await sweepChecks(tenant.ctx);
        successor = work();
        await isTaken.promise;
        if (end === "fails") throw new Error("The former worker lost its connection.");
      };
      await request({ kind: "pull_request", number: 7, headSha: push(workflow("service")) });
      const former = await work().catch((error: unknown) => error);
      expect(former instanceof Error).toBe(end === "fails");
      expect(await rows()).toMatchObject([{ status: "pending", attempt: 2, leaseUntil: expect.any(Date) }]);
      isOpen.resolve();
      await successor;
      expect(await rows()).toMatchObject([{ status: "completed", attempt: 2, leaseUntil: null }]);
    },
  );
});

describe("a message delivered again", () => {
  it("takes over the lease of its former worker, but not that of another message", async () => {
    await request({ kind: "pull_request", number: 7, headSha: push(workflow("service")) });
    const message = tenant.queue.take();
    if (!message) throw new Error("A message is enqueued.");
    const deliver = (requestId: string) => handleMessage({ ...tenant.ctx, requestId }, message);
    const { promise: hasBegun, resolve: begin } = Promise.withResolvers<void>();
    changes.during = () => {
      changes.during = () => {};
      begin();
      return new Promise<never>(() => {});
    };
    void deliver("1");
    await hasBegun;
    await deliver("2");
    expect(await rows()).toMatchObject([{ status: "pending", attempt: 1 }]);
    await deliver("1");
    expect(await rows()).toMatchObject([{ status: "completed", attempt: 2, leaseUntil: null }]);
  });
});

describe("the check of a repository that is not scanned yet", () => {
  const NEW = "acme/new";
  const open = () =>
    pushChange(changes, { repository: NEW, number: 7, base: BASE, head: workflow("service") });
  const requestNew = (headSha: string) => {
    const head = { kind: "pull_request", number: 7, headSha } as const;
    return requestCheck(tenant.ctx, { connectedOrgId: org, platformId: NEW, request: head });
  };
  const titles = (sha: string) =>
    changes.reports.get(sha)?.map(({ conclusion, title }) => [conclusion, title]);
  const WAITS = ["neutral", "This repository is not scanned yet. The check is repeated after its scan."];

  it("is neutral until its scan, and is repeated then", async () => {
    scripted.repositories.push(scriptRepository(NEW, BASE));
    const head = open();
    expect(await requestNew(head)).toBe("unknown");
    await tenant.deliver();
    expect(await rows()).toMatchObject([{ status: "failed", conclusion: "neutral", reason: WAITS[1] }]);
    expect(titles(head)).toEqual([WAITS]);
    expect(await requestNew(head)).toBe("not scanned");
    await tenant.deliver();
    await tenant.scan(org);
    expect(await rows()).toMatchObject([{ status: "completed", requestNumber: 1 }]);
    expect(titles(head)).toEqual([WAITS, ["success", expect.stringMatching(/^Nothing breaks/)]]);
    expect(await requestNew(head)).toBe("scanned");
  });

  it("is repeated if the scan ends while the check is decided", async () => {
    scripted.repositories.push(scriptRepository(NEW, BASE));
    const head = open();
    let isScanned = false;
    changes.during = async (call) => {
      if (call !== "report" || isScanned) return;
      isScanned = true;
      await tenant.scan(org);
    };
    await requestNew(head);
    await tenant.deliver();
    expect(titles(head)).toEqual([WAITS, ["success", expect.stringMatching(/^Nothing breaks/)]]);
    expect(await rows()).toMatchObject([{ status: "completed", leaseUntil: null }]);
  });

  it("stays neutral if the scan cannot read the repository", async () => {
    scripted.repositories.push({ ...scriptRepository(NEW, BASE), isUnreadable: true });
    await requestNew(open());
    await tenant.deliver();
    await tenant.scan(org);
    expect(await rows()).toMatchObject([{ status: "failed", conclusion: "neutral", reason: WAITS[1] }]);
  });

  it("is not made if the credential cannot see the repository", async () => {
    await requestNew(open());
    await tenant.deliver();
    expect(await rows()).toEqual([]);
  });

  it("waits for a busy host", async () => {
    scripted.repositories.push(scriptRepository(NEW, BASE));
    scripted.duringListing = () => {
      throw new HostBusyError(new Date(tenant.ctx.now().getTime() + 60_000));
    };
    await requestNew(open());
    await work();
    expect([await rows(), tenant.queue.length]).toEqual([[], 1]);
    scripted.duringListing = () => {};
    await tenant.deliver();
    expect(await rows()).toMatchObject([{ status: "failed", reason: WAITS[1] }]);
  });

  it("is looked up again after an unreachable host and after deliveries that all failed, for about a day", async () => {
    scripted.repositories.push(scriptRepository(NEW, BASE));
    scripted.duringListing = () => {
      throw new HostUnreachableError("503");
    };
    const delays: number[] = [];
    const { send } = tenant.queue;
    tenant.queue.send = (messages, seconds = 0) => {
      delays.push(seconds);
      return send(messages);
    };
    await requestNew(open());
    await work();
    await work();
    const message = tenant.queue.take();
    if (!message) throw new Error("The message is sent again.");
    await handleDeadLetter(tenant.ctx, message);
    expect(delays).toEqual([0, 30, 60, 120]);
    scripted.duringListing = () => {};
    await tenant.deliver();
    expect(await rows()).toMatchObject([{ status: "failed", reason: WAITS[1] }]);
    for (let next: ScanMessage | undefined = message; next; next = tenant.queue.take())
      await handleDeadLetter(tenant.ctx, next);
    const hours = delays.reduce((sum, seconds) => sum + seconds, 0) / 3600;
    expect([Math.max(...delays), Math.round(hours)]).toEqual([900, 24]);
  });
});

it("names only repositories that readers of the pull request may see", async () => {
  await setVisibility(CI, "public");
  await setVisibility("acme/web", "public");
  const head = push(workflow("service"));
  await check(head);
  const texts = () => JSON.stringify([lastReport(head), changes.comments]);
  expect(texts()).toContain("acme/web");
  expect(texts()).toContain("1 private repository");
  expect(texts()).not.toContain("acme/api");
  expect(JSON.stringify((await rows())[0]?.result)).toContain("acme/api");
  await inWorkspace(tenant.ctx, (tx) => tx.update(workspace).set({ namingRule: "all" }));
  await check(head);
  expect(texts()).toContain("acme/api");
});
