import { connectedOrg } from "@knockon/db/schema/connected-org.sql";
import { artifact, dependency } from "@knockon/db/schema/dependency.sql";
import { inWorkspace } from "@knockon/db/in-workspace";
import { eq, getTableName, sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { listConnectedOrgs } from "../connected-org/read-connected-orgs.ts";
import { ConflictError } from "../errors.ts";
import { listDependencies } from "../repository/declarations.ts";
import { listRepositories } from "../repository/read-repositories.ts";
import { lookupRepository } from "../repository/lookup-repository.ts";
import { getScripted, scriptOrg, scriptRepository, type ScriptedOrg } from "../testing/scripted-org.ts";
import { useTestDatabase } from "@knockon/db/testing/use-test-database";
import { openTestWorkspace, type TestWorkspace } from "../testing/test-workspace.ts";
import { getScan } from "./read-scans.ts";
import { handleMessage } from "./handle-message.ts";
import { triggerScan } from "./start-scan.ts";

const database = useTestDatabase();
const FIRST = { limit: 100, offset: 0 };

const using = (reference: string) => ({
  ".github/workflows/ci.yml": `jobs: {build: {steps: [{uses: ${reference}}]}}`,
});
const ACTION = { "setup/action.yml": "runs: {using: composite, steps: []}" };

const twoRepositories = (): ScriptedOrg =>
  scriptOrg({ "acme/actions": ACTION, "acme/app": using("acme/actions/setup@v1") });

async function connected(org: ScriptedOrg) {
  const workspace = await openTestWorkspace(database());
  return { workspace, org, orgId: await workspace.connect(org) };
}

/** Returns the raw references that a repository declares. */
async function dependenciesOf({ ctx }: TestWorkspace, fullPath: string): Promise<string[]> {
  const { id } = await lookupRepository(ctx, { fullPath });
  return (await listDependencies(ctx, { repositoryId: id, ...FIRST })).body.map((row) => row.rawReference);
}

describe("a scan", () => {
  it("goes from pending to running to completed [D-6.18]", async () => {
    const { workspace, org, orgId } = await connected(twoRepositories());
    const seen: string[] = [];
    const { ctx } = workspace;
    const triggered = await triggerScan(ctx, { connectedOrgId: orgId, scanType: "incremental" });
    const look = async () => void seen.push((await getScan(ctx, { scanId: triggered.id })).status);
    Object.assign(org, { duringListing: look, duringSnapshot: look });
    await workspace.deliver();
    expect([triggered.status, ...seen]).toEqual(["pending", "running", "running", "running"]);
    expect(await getScan(ctx, { scanId: triggered.id })).toMatchObject({
      status: "completed",
      totalRepos: 2,
      scannedRepos: 2,
      skippedRepos: 0,
      failedRepos: 0,
      interruptionCount: 0,
      errors: null,
      startedAt: expect.any(Date),
      completedAt: expect.any(Date),
    });
    expect(await dependenciesOf(workspace, "acme/app")).toEqual(["acme/actions/setup@v1"]);
  });

  it("is partial when a repository cannot be read; that repository keeps its declarations [D-6.26]", async () => {
    const { workspace, org, orgId } = await connected(twoRepositories());
    await workspace.scan(orgId);
    Object.assign(getScripted(org, "acme/app"), {
      files: using("acme/actions/setup@v2"),
      isUnreadable: true,
    });
    Object.assign(getScripted(org, "acme/actions"), { files: { ...ACTION, README: "" } });
    const scan = await workspace.scan(orgId);
    const app = await lookupRepository(workspace.ctx, { fullPath: "acme/app" });
    expect(scan).toMatchObject({ status: "partial", totalRepos: 2, scannedRepos: 1, failedRepos: 1 });
    expect(scan.errors).toEqual({
      repoErrors: [
        {
          repositoryId: app.id,
          fullPath: "acme/app",
          code: "unreadable",
          message: "The commit is not there.",
        },
      ],
    });
    expect(await dependenciesOf(workspace, "acme/app")).toEqual(["acme/actions/setup@v1"]);
  });

  it("reads previously failed repositories first and updates them [D-6.27]", async () => {
    const names = ["a", "b", "c", "d", "e"].map((name) => `acme/${name}`);
    const { workspace, org, orgId } = await connected(
      scriptOrg(Object.fromEntries(names.map((name) => [name, { README: name }]))),
    );
    getScripted(org, "acme/d").isUnreadable = true;
    await workspace.scan(orgId);
    for (const one of org.repositories) one.files = using("actions/checkout@v4");
    getScripted(org, "acme/d").isUnreadable = false;
    org.snapshots = [];
    expect(await workspace.scan(orgId)).toMatchObject({ status: "completed", errors: null });
    expect(org.snapshots[0]).toBe("acme/d");
    expect(org.snapshots.toSorted()).toEqual(names);
    expect(await dependenciesOf(workspace, "acme/d")).toEqual(["actions/checkout@v4"]);
  });

  it.each([0, 1])("fails when page %i of the listing is refused, and keeps all data", async (page) => {
    const { workspace, org, orgId } = await connected(twoRepositories());
    await workspace.scan(orgId);
    Object.assign(org, { refusedPage: page, pageSize: 1 });
    const scan = await workspace.scan(orgId);
    expect(scan).toMatchObject({ status: "failed", completedAt: expect.any(Date) });
    expect(scan.errors).toEqual({
      repoErrors: [],
      orgErrors: [{ code: "listing_failed", message: "The credential was refused." }],
    });
    expect((await listRepositories(workspace.ctx, FIRST)).total).toBe(2);
    expect(await dependenciesOf(workspace, "acme/app")).toEqual(["acme/actions/setup@v1"]);
  });

  it("ignores a plan message redelivered after the plan", async () => {
    const { workspace, org, orgId } = await connected(twoRepositories());
    const { ctx, queue } = workspace;
    const { id } = await triggerScan(ctx, { connectedOrgId: orgId, scanType: "incremental" });
    const plan = queue.take();
    if (!plan) throw new Error("A scan begins with a message.");
    await handleMessage(ctx, plan);
    org.refusedPage = 0;
    await handleMessage(ctx, plan);
    await workspace.deliver();
    expect(await getScan(ctx, { scanId: id })).toMatchObject({ status: "completed", scannedRepos: 2 });
  });

  it("counts total = scanned + skipped + failed, and skips empty repositories [D-6.9]", async () => {
    const org = twoRepositories();
    org.repositories.push(
      scriptRepository("acme/empty", null),
      scriptRepository("acme/broken", { README: "" }),
    );
    getScripted(org, "acme/broken").isUnreadable = true;
    const { workspace, orgId } = await connected(org);
    expect(await workspace.scan(orgId)).toMatchObject({
      status: "partial",
      totalRepos: 4,
      scannedRepos: 2,
      skippedRepos: 1,
      failedRepos: 1,
    });
  });

  it("removes the declarations of a repository that was emptied", async () => {
    const { workspace, org, orgId } = await connected(twoRepositories());
    await workspace.scan(orgId);
    getScripted(org, "acme/app").files = null;
    expect(await workspace.scan(orgId)).toMatchObject({ status: "completed", skippedRepos: 1 });
    expect(await dependenciesOf(workspace, "acme/app")).toEqual([]);
    expect(await lookupRepository(workspace.ctx, { fullPath: "acme/app" })).toMatchObject({
      lastCommitSha: null,
    });
  });

  it("completes for an org without repositories", async () => {
    const { workspace, orgId } = await connected(scriptOrg({}));
    expect(await workspace.scan(orgId)).toMatchObject({ status: "completed", totalRepos: 0 });
  });

  it("completes when workers are faster than the planner", async () => {
    const names = Array.from({ length: 7 }, (_, index) => `acme/r${index}`);
    const org = scriptOrg(Object.fromEntries(names.map((name) => [name, { README: name }])));
    org.pageSize = 2;
    const { workspace, orgId } = await connected(org);
    const totals: number[] = [];
    org.duringListing = async () => {
      const [row] = (await listConnectedOrgs(workspace.ctx, FIRST)).body;
      totals.push(row?.lastScan?.scannedRepos ?? -1);
    };
    expect(await workspace.scan(orgId)).toMatchObject({
      status: "completed",
      scannedRepos: 7,
      totalRepos: 7,
    });
    // All listed repositories were read before the next page.
    expect(totals).toEqual([0, 2, 4, 6]);
  });

  it("takes a page of thousands and a repository listed twice", async () => {
    const names = Array.from({ length: 6000 }, (_, index) => `acme/r${index}`);
    const org = scriptOrg(Object.fromEntries([...names, "acme/r0"].map((name) => [name, null])));
    org.repositories.push(scriptRepository("acme/r0", null));
    org.pageSize = 10_000;
    const { workspace, orgId } = await connected(org);
    const { ctx, queue } = workspace;
    const { id } = await triggerScan(ctx, { connectedOrgId: orgId, scanType: "incremental" });
    const plan = queue.take();
    if (!plan) throw new Error("A scan begins with a message.");
    await handleMessage(ctx, plan);
    expect(await getScan(ctx, { scanId: id })).toMatchObject({ totalRepos: 6000, skippedRepos: 6000 });
    expect(queue.take()).toMatchObject({ kind: "finish-scan" });
  }, 120_000);

  it("completes for more repositories than a batch of the publish", async () => {
    const names = Array.from({ length: 500 }, (_, index) => `acme/r${index}`);
    const { workspace, orgId } = await connected(
      scriptOrg(Object.fromEntries(names.map((name) => [name, null]))),
    );
    expect(await workspace.scan(orgId)).toMatchObject({
      status: "completed",
      totalRepos: 500,
      skippedRepos: 500,
    });
  });

  it("counts every repository once when pages are redelivered and the listing shifts", async () => {
    const names = Array.from(
      { length: 7 },
      (_, index) => [`acme/r${index}`, { README: `${index}` }] as const,
    );
    const org = scriptOrg(Object.fromEntries(names));
    org.pageSize = 2;
    const { workspace, orgId } = await connected(org);
    const { ctx, queue } = workspace;
    const { id } = await triggerScan(ctx, { connectedOrgId: orgId, scanType: "incremental" });
    const first = queue.take();
    for (const pageSize of [2, 3]) {
      org.pageSize = pageSize;
      if (first) await handleMessage(ctx, first);
    }
    org.pageSize = 2;
    await workspace.deliver();
    expect(await getScan(ctx, { scanId: id })).toMatchObject({
      status: "completed",
      totalRepos: 7,
      scannedRepos: 7,
    });
  });

  it("adds nothing to a complete plan", async () => {
    const org = scriptOrg({ "acme/a": { README: "a" }, "acme/b": { README: "b" } });
    org.pageSize = 1;
    const { workspace, orgId } = await connected(org);
    const { ctx, queue } = workspace;
    const { id } = await triggerScan(ctx, { connectedOrgId: orgId, scanType: "incremental" });
    const first = queue.take();
    if (!first) throw new Error("A trigger sends a message.");
    org.duringListing = async (page) => {
      if (page !== 0 || org.repositories.length > 2) return;
      // While this delivery waits for the host, another one completes the plan. Then a repository is created.
      org.duringListing = () => {};
      await handleMessage(ctx, first);
      const second = queue.take();
      const third = queue.take();
      for (const message of [second, third])
        if (message?.kind === "plan-scan") await handleMessage(ctx, message);
      org.repositories.unshift(scriptRepository("acme/new", { README: "new" }));
    };
    await handleMessage(ctx, first);
    await workspace.deliver();
    expect(await getScan(ctx, { scanId: id })).toMatchObject({ totalRepos: 2 });
  });

  it("is cancelled when its org is deleted before the plan", async () => {
    const { workspace, orgId } = await connected(twoRepositories());
    const { ctx } = workspace;
    await triggerScan(ctx, { connectedOrgId: orgId, scanType: "incremental" });
    // As if a concurrent deletion had not seen the scan yet.
    await inWorkspace(ctx, (tx) =>
      tx.update(connectedOrg).set({ deletedAt: ctx.now() }).where(eq(connectedOrg.id, orgId)),
    );
    await workspace.deliver();
    const [row] = (await statusesOf(workspace)).slice(-1);
    expect(row).toBe("cancelled");
  });
});

const statusesOf = ({ ctx }: TestWorkspace) =>
  inWorkspace(ctx, async (tx) => {
    const { rows } = await tx.execute<{ status: string }>(sql`select status from scan order by created_at`);
    return rows.map((row) => row.status);
  });

/** Returns the version of each row, which changes with every write. */
const versionsOf = ({ ctx }: TestWorkspace) =>
  inWorkspace(ctx, async (tx) => {
    const of = async (table: typeof dependency | typeof artifact) => {
      const name = sql.identifier(getTableName(table));
      const { rows } = await tx.execute(sql`select id, xmin::text, ctid::text from ${name} order by id`);
      return rows;
    };
    return { dependency: await of(dependency), artifact: await of(artifact) };
  });

describe("a scan with nothing changed", () => {
  it("reads no repository and writes no declaration and no artifact [D-6.2]", async () => {
    const { workspace, org, orgId } = await connected(twoRepositories());
    await workspace.scan(orgId);
    const before = await versionsOf(workspace);
    expect(before.dependency).toHaveLength(1);
    org.snapshots = [];
    expect(await workspace.scan(orgId)).toMatchObject({ status: "completed", scannedRepos: 2 });
    expect(org.snapshots).toEqual([]);
    expect(await versionsOf(workspace)).toEqual(before);
  });

  it("reads every repository if it is full, and writes no unchanged row [D-6.3]", async () => {
    const { workspace, org, orgId } = await connected(twoRepositories());
    await workspace.scan(orgId);
    const before = await versionsOf(workspace);
    org.snapshots = [];
    await workspace.scan(orgId, "full");
    expect(org.snapshots).toHaveLength(2);
    expect(await versionsOf(workspace)).toEqual(before);
  });

  it("writes only the rows of the changed repository", async () => {
    const org = twoRepositories();
    org.repositories.push(scriptRepository("acme/other", using("acme/actions/setup@v1")));
    const { workspace, orgId } = await connected(org);
    await workspace.scan(orgId);
    const before = (await versionsOf(workspace)).dependency;
    getScripted(org, "acme/app").files = using("acme/actions/setup@v2");
    await workspace.scan(orgId);
    const after = (await versionsOf(workspace)).dependency;
    const kept = after.filter((row) => before.some((one) => one["xmin"] === row["xmin"]));
    expect([before.length, after.length, kept.length]).toEqual([2, 2, 1]);
  });
});

describe("POST /connected-orgs/{id}/scans", () => {
  it("starts one scan at a time per org, and returns the ID of the one in flight [D-6.15]", async () => {
    const { workspace, orgId } = await connected(twoRepositories());
    const { ctx } = workspace;
    const input = { connectedOrgId: orgId, scanType: "incremental" } as const;
    const attempts = await Promise.allSettled([triggerScan(ctx, input), triggerScan(ctx, input)]);
    const [started] = attempts.flatMap((one) => (one.status === "fulfilled" ? [one.value] : []));
    const [refused] = attempts.flatMap((one) => (one.status === "rejected" ? [one.reason as unknown] : []));
    expect(refused).toBeInstanceOf(ConflictError);
    expect(refused).toMatchObject({ extras: { scan_id: started?.id } });
    await workspace.deliver();
    await expect(triggerScan(ctx, input)).resolves.toMatchObject({ status: "pending" });
  });
});
