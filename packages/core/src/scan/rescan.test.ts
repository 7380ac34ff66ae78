import { inWorkspace } from "@knockon/db/in-workspace";
import { rescanRequest, scan } from "@knockon/db/schema/scan.sql";
import { useTestDatabase } from "@knockon/db/testing/use-test-database";
import { asc } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { listScans } from "./read-scans.ts";
import { lookupRepository } from "../repository/lookup-repository.ts";
import { listRepositories } from "../repository/read-repositories.ts";
import { listDependencies } from "../repository/declarations.ts";
import type { Context } from "../context.ts";
import { ConflictError, NotFoundError } from "../errors.ts";
import { HostRefusedError } from "../ports/git-host.ts";
import { getScripted, scriptOrg, scriptRepository, type ScriptedOrg } from "../testing/scripted-org.ts";
import { openTestWorkspace, type TestWorkspace } from "../testing/test-workspace.ts";
import { untilBlocked } from "../testing/concurrency.ts";
import { cancelScan } from "./cancel-scan.ts";
import { handleMessage } from "./handle-message.ts";
import { requestRescan, WHOLE_LISTING } from "./rescan.ts";
import { sweepScans } from "./sweep-scans.ts";
import { triggerScan } from "./start-scan.ts";

const database = useTestDatabase();
const MINUTE = 60_000;
const using = (reference: string) => ({
  ".github/workflows/ci.yml": `jobs: {a: {steps: [{uses: ${reference}}]}}`,
});

let workspace: TestWorkspace;
let ctx: Context;
let org: ScriptedOrg;
let connectedOrgId: string;

beforeEach(async () => {
  workspace = await openTestWorkspace(database());
  ({ ctx } = workspace);
  org = scriptOrg({ "acme/a": using("x/y@v1"), "acme/b": using("x/y@v1"), "acme/c": using("x/y@v1") });
  connectedOrgId = await workspace.connect(org);
  await workspace.scan(connectedOrgId);
  org.snapshots.length = 0;
  workspace.advance(MINUTE);
});

const push = (...platformIds: string[]) => requestRescan(ctx, { connectedOrgId, platformIds });

async function readsOf(fullPath: string): Promise<string[]> {
  const { id } = await lookupRepository(ctx, { fullPath });
  const { body } = await listDependencies(ctx, { repositoryId: id, limit: 100, offset: 0 });
  return body.map((row) => row.rawReference);
}

const scansOf = () =>
  inWorkspace(ctx, (tx) => tx.select().from(scan).orderBy(asc(scan.createdAt), asc(scan.startedBy)));

const waiting = () => inWorkspace(ctx, (tx) => tx.$count(rescanRequest));

describe("a push", () => {
  it("reads the pushed repository without the listing [D-6.31]", async () => {
    getScripted(org, "acme/b").files = using("x/y@v2");
    org.duringListing = (page) => {
      if (page >= 0) throw new Error("The listing was requested.");
    };
    await push("acme/b");
    await workspace.deliver();
    expect(org.snapshots).toEqual(["acme/b"]);
    expect(await readsOf("acme/b")).toEqual(["x/y@v2"]);
    const [, last] = await scansOf();
    expect(last).toMatchObject({ status: "completed", startedBy: "push", totalRepos: 1, scannedRepos: 1 });
    expect(await waiting()).toBe(0);
  });

  it("finds a new repository", async () => {
    org.repositories.push(scriptRepository("acme/new", using("x/y@v3")));
    await push("acme/new");
    await workspace.deliver();
    expect(await readsOf("acme/new")).toEqual(["x/y@v3"]);
  });

  it("removes no repository, even if the host no longer has it", async () => {
    org.repositories = org.repositories.filter((one) => one.fullPath !== "acme/c");
    await push("acme/a", "acme/c");
    await workspace.deliver();
    expect(await readsOf("acme/c")).toEqual(["x/y@v1"]);
    expect((await scansOf()).at(-1)).toMatchObject({ totalRepos: 1, scannedRepos: 1, failedRepos: 0 });
  });

  it("retries repositories that failed before, and reports them if they fail again", async () => {
    getScripted(org, "acme/c").files = using("x/y@v2");
    getScripted(org, "acme/c").isUnreadable = true;
    await workspace.scan(connectedOrgId);
    await push("acme/a");
    await workspace.deliver();
    expect((await scansOf()).at(-1)).toMatchObject({ status: "partial", totalRepos: 2, failedRepos: 1 });
  });

  it("rejects an unknown org", async () => {
    const other = await openTestWorkspace(database());
    await expect(requestRescan(other.ctx, { connectedOrgId, platformIds: ["acme/a"] })).rejects.toThrow(
      NotFoundError,
    );
  });
});

describe("a change of the listing", () => {
  const fullPaths = async () =>
    (await listRepositories(ctx, { limit: 100, offset: 0 })).body.map((one) => one.fullPath);

  it("reads the listing, removes repositories that are gone, and reads no unchanged one", async () => {
    org.repositories = org.repositories.filter((one) => one.fullPath !== "acme/c");
    await push(WHOLE_LISTING);
    await workspace.deliver();
    expect(await fullPaths()).toEqual(["acme/a", "acme/b"]);
    expect(org.snapshots).toEqual([]);
    expect((await scansOf()).at(-1)).toMatchObject({ startedBy: "listing_change", status: "completed" });
    expect(await waiting()).toBe(0);
  });

  it("is not lost during a scan of pushes", async () => {
    getScripted(org, "acme/a").files = using("x/y@v2");
    org.duringSnapshot = async () => {
      org.duringSnapshot = () => {};
      org.repositories = org.repositories.filter((one) => one.fullPath !== "acme/c");
      await push(WHOLE_LISTING);
      workspace.advance(MINUTE);
    };
    await push("acme/a");
    await workspace.deliver();
    expect(await fullPaths()).toEqual(["acme/a", "acme/b"]);
    expect((await scansOf()).map((one) => one.startedBy)).toEqual(["manual", "push", "listing_change"]);
  });

  it("is combined with pushes into one scan, at most one a minute", async () => {
    await push("acme/a");
    await workspace.deliver();
    await push("acme/b", WHOLE_LISTING);
    expect((await scansOf()).length).toBe(2);
    workspace.advance(MINUTE);
    await sweepScans(ctx);
    await workspace.deliver();
    await push(WHOLE_LISTING);
    expect((await scansOf()).map((one) => one.startedBy)).toEqual(["manual", "push", "listing_change"]);
  });
});

describe("pushes", () => {
  it("within a minute of a scan start one scan after the minute [D-6.33]", async () => {
    await push("acme/a");
    await workspace.deliver();
    for (const name of ["acme/b", "acme/c", "acme/b"]) await push(name);
    expect((await scansOf()).length).toBe(2);
    workspace.queue.clear();
    await sweepScans(ctx);
    expect((await scansOf()).length, "not before the minute is over").toBe(2);
    workspace.advance(MINUTE);
    await sweepScans(ctx);
    await workspace.deliver();
    expect((await scansOf()).map((one) => one.totalRepos)).toEqual([3, 1, 2]);
    expect(await waiting()).toBe(0);
  });

  it("during a scan wait for its end [D-6.34]", async () => {
    const { id } = await triggerScan(ctx, { connectedOrgId, scanType: "full" });
    org.duringSnapshot = async (fullPath) => {
      if (fullPath !== "acme/c") return;
      workspace.advance(1000);
      getScripted(org, "acme/a").files = using("x/y@v2");
      await push("acme/a");
    };
    await workspace.deliver();
    const scans = await scansOf();
    expect(scans.find((one) => one.id === id)?.status).toBe("completed");
    expect(scans.at(-1)).toMatchObject({ startedBy: "push", status: "completed", totalRepos: 1 });
    expect(await readsOf("acme/a")).toEqual(["x/y@v2"]);
    expect(await waiting()).toBe(0);
  });

  it("recorded while a scan looks up others are not assigned to that scan, regardless of their time", async () => {
    const before = ctx.now();
    workspace.advance(1000);
    org.duringListing = async () => {
      org.duringListing = () => {};
      getScripted(org, "acme/b").files = using("x/y@v2");
      await requestRescan({ ...ctx, now: () => before }, { connectedOrgId, platformIds: ["acme/b"] });
    };
    await push("acme/a");
    for (const kind of ["plan-scan", "finish-scan"]) {
      const message = workspace.queue.take();
      if (message?.kind !== kind) throw new Error(`${message?.kind} came instead of ${kind}.`);
      await handleMessage(ctx, message);
    }
    expect(await waiting()).toBe(1);
    workspace.queue.clear();
    workspace.advance(MINUTE);
    await sweepScans(ctx);
    await workspace.deliver();
    expect(await readsOf("acme/b")).toEqual(["x/y@v2"]);
  });

  it("to a repository that is being looked up are not assigned to that scan, regardless of their clock", async () => {
    const before = ctx.now();
    workspace.advance(1000);
    org.duringListing = async () => {
      org.duringListing = () => {};
      await requestRescan({ ...ctx, now: () => before }, { connectedOrgId, platformIds: ["acme/a"] });
    };
    await push("acme/a");
    for (let message = workspace.queue.take(); message; message = workspace.queue.take()) {
      await handleMessage(ctx, message);
      if (message.kind === "finish-scan") workspace.queue.clear();
    }
    getScripted(org, "acme/a").files = using("x/y@v2");
    workspace.advance(MINUTE);
    await sweepScans(ctx);
    await workspace.deliver();
    expect(await readsOf("acme/a")).toEqual(["x/y@v2"]);
  });

  it("to repositories missing from an incomplete listing are read after it", async () => {
    const before = ctx.now();
    workspace.advance(1000);
    const b = getScripted(org, "acme/b");
    b.files = using("x/y@v2");
    org.incomplete = "The host hides some.";
    org.duringListing = async (page) => {
      org.repositories = org.repositories.filter((one) => one !== b);
      if (page >= 0)
        await requestRescan({ ...ctx, now: () => before }, { connectedOrgId, platformIds: ["acme/b"] });
      else org.repositories.push(b);
    };
    await workspace.scan(connectedOrgId);
    expect(await waiting()).toBe(0);
    expect(await readsOf("acme/b")).toEqual(["x/y@v2"]);
  });

  it("cancelled while their scan is published wait for it, without a deadlock", async () => {
    await push("acme/a");
    const plan = workspace.queue.take();
    if (!plan) throw new Error("A push sends a message.");
    await handleMessage(ctx, plan);
    const finish = workspace.queue.take();
    if (finish?.kind !== "finish-scan") throw new Error("Nothing changed: its plan completes it.");
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    const held = inWorkspace(ctx, async (tx) => {
      await tx.select().from(rescanRequest).for("update");
      await released;
    });
    const work: Promise<unknown>[] = [handleMessage(ctx, finish)];
    await untilBlocked(database(), 1);
    work.push(cancelScan(ctx, { scanId: finish.scanId }));
    await untilBlocked(database(), 2);
    release();
    await held;
    const [published, cancelled] = await Promise.allSettled(work);
    expect(published).toMatchObject({ status: "fulfilled" });
    expect(cancelled).toMatchObject({ status: "rejected", reason: expect.any(ConflictError) });
  });

  it("to repositories that a running scan has already listed are read after it, even if its plan runs again", async () => {
    org.pageSize = 1;
    await triggerScan(ctx, { connectedOrgId, scanType: "full" });
    const plan = workspace.queue.take();
    if (!plan) throw new Error("A trigger sends a message.");
    await handleMessage(ctx, plan);
    workspace.advance(1000);
    getScripted(org, "acme/a").files = using("x/y@v2");
    await push("acme/a");
    await handleMessage(ctx, plan);
    await workspace.deliver();
    expect(await readsOf("acme/a")).toEqual(["x/y@v2"]);
    expect(await waiting()).toBe(0);
  });

  it("recorded before a complete listing are covered by it", async () => {
    await push("acme/a");
    workspace.queue.clear();
    const [, pushed] = await scansOf();
    await cancelScan(ctx, { scanId: pushed?.id ?? "" });
    await push("acme/b");
    workspace.advance(1000);
    await workspace.scan(connectedOrgId);
    expect(await waiting()).toBe(0);
  });

  it("of a cancelled scan do not start another scan", async () => {
    await push("acme/a");
    const [, pushed] = await scansOf();
    await cancelScan(ctx, { scanId: pushed?.id ?? "" });
    await workspace.deliver();
    workspace.advance(10 * MINUTE);
    await sweepScans(ctx);
    await workspace.deliver();
    expect((await listScans(ctx, { connectedOrgId, limit: 10, offset: 0 })).total).toBe(2);
  });

  it("are delayed by at most the queue's maximum, even if another process's clock is ahead", async () => {
    const delays: (number | undefined)[] = [];
    const { send } = workspace.queue;
    workspace.queue.send = (messages, delaySeconds) => {
      delays.push(delaySeconds);
      return send(messages, delaySeconds);
    };
    const ahead = { ...ctx, now: () => new Date(ctx.now().getTime() + 20 * MINUTE) };
    await requestRescan(ahead, { connectedOrgId, platformIds: ["acme/a"] });
    for (const kind of ["plan-scan", "finish-scan"]) {
      const message = workspace.queue.take();
      if (message?.kind !== kind) throw new Error(`${message?.kind} came instead of ${kind}.`);
      await handleMessage(ctx, message);
    }
    await push("acme/b");
    expect(delays.at(-1)).toBe(900);
  });

  it("whose scan failed are retried after 15 minutes, not every minute", async () => {
    org.duringListing = () => {
      throw new HostRefusedError("The credential was refused.");
    };
    await push("acme/a");
    await workspace.deliver();
    expect((await scansOf()).at(-1)).toMatchObject({ status: "failed" });
    for (let minutes = 0; minutes < 14; minutes += 1) {
      workspace.advance(MINUTE);
      await sweepScans(ctx);
    }
    expect((await scansOf()).length).toBe(2);
    org.duringListing = () => {};
    workspace.advance(MINUTE);
    await sweepScans(ctx);
    await workspace.deliver();
    expect((await scansOf()).at(-1)).toMatchObject({ status: "completed", totalRepos: 1 });
  });
});
