import { inWorkspace } from "@knockon/db/in-workspace";
import { repository } from "@knockon/db/schema/repository.sql";
import { scan } from "@knockon/db/schema/scan.sql";
import { workspace } from "@knockon/db/schema/workspace.sql";
import { useTestDatabase } from "@knockon/db/testing/use-test-database";
import { isNull, sql, sum } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { planOf } from "../plan/plans.ts";
import { listDependencies } from "../repository/declarations.ts";
import { listRepositories } from "../repository/read-repositories.ts";
import { lookupRepository } from "../repository/lookup-repository.ts";
import { getScripted, scriptOrg, scriptRepository, type Files } from "../testing/scripted-org.ts";
import { openTestWorkspace } from "../testing/test-workspace.ts";
import { handleMessage } from "./handle-message.ts";
import { triggerScan } from "./start-scan.ts";

const database = useTestDatabase();
const ROOM = planOf("free").maxRepositories ?? 0;
const SKIPPED = {
  code: "plan_limit",
  message: `The free plan includes ${ROOM} repositories. The longest-known ones were scanned, the others skipped.`,
};

const using = (reference: string): Files => ({
  ".github/workflows/ci.yml": `jobs: {a: {steps: [{uses: ${reference}}]}}`,
});

/** Scripts an org with `acme/r10`, `acme/r11`, …, listed in this order, 8 per page. */
function scriptMany(count: number, name = "acme") {
  const paths = Array.from({ length: count }, (_, index) => `${name}/r${10 + index}`);
  return Object.assign(scriptOrg(Object.fromEntries(paths.map((path) => [path, using("acme/tool@v1")]))), {
    pageSize: 8,
  });
}

async function openLimited(plan = "free") {
  const opened = await openTestWorkspace(database());
  opened.ctx.settings.billingEnforced = true;
  const setPlan = (key: string) => inWorkspace(opened.ctx, (tx) => tx.update(workspace).set({ plan: key }));
  await setPlan(plan);
  return { ...opened, setPlan };
}

describe("a scan of more repositories than the plan includes", () => {
  it("reads the longest-known, skips the others and reports it once, without failing [IF-10.11 D-6.7,10 D-11.5]", async () => {
    const { connect, scan: runScan } = await openLimited();
    const org = scriptMany(ROOM + 5);
    const orgId = await connect(org);
    expect(await runScan(orgId)).toMatchObject({
      status: "completed",
      totalRepos: ROOM + 5,
      scannedRepos: ROOM,
      skippedRepos: 5,
      failedRepos: 0,
      errors: { repoErrors: [], orgErrors: [SKIPPED] },
    });
    const kept = org.repositories.slice(0, ROOM).map(({ fullPath }) => fullPath);
    expect(org.snapshots.toSorted()).toEqual(kept);
  });

  it("reads the same ones again, and the next one when one is gone", async () => {
    const { connect, scan: runScan } = await openLimited();
    const org = scriptMany(ROOM + 2);
    const orgId = await connect(org);
    await runScan(orgId);
    org.repositories.unshift(scriptRepository("acme/new", using("acme/tool@v2")));
    org.snapshots.length = 0;
    expect(await runScan(orgId)).toMatchObject({ scannedRepos: ROOM, skippedRepos: 3 });
    expect(org.snapshots).toEqual([]);
    org.repositories.splice(1, 1);
    await runScan(orgId);
    expect(await runScan(orgId)).toMatchObject({ scannedRepos: ROOM, skippedRepos: 2 });
    expect(org.snapshots).toEqual([`acme/r${10 + ROOM}`]);
  });

  it("counts all orgs of the workspace together, also when they are scanned at the same time", async () => {
    const { ctx, connect, queue, deliver, scan: runScan, setPlan } = await openLimited("pro");
    const orgIds: string[] = [];
    for (const name of ["acme", "beta"]) {
      orgIds.push(await connect(Object.assign(scriptMany(20, name), { pageSize: 20 }), name));
    }
    await setPlan("free");
    for (const connectedOrgId of orgIds) await triggerScan(ctx, { connectedOrgId, scanType: "incremental" });
    const plans = [queue.take(), queue.take()].flatMap((message) => message ?? []);
    const planned = await database().transaction(async (tx) => {
      await tx.execute(sql`lock table repository in share row exclusive mode`);
      const begun = Promise.all(plans.map((message) => handleMessage(ctx, message)));
      await expect.poll(() => database().execute(WAITING)).toMatchObject({ rowCount: 2 });
      return { begun };
    });
    await planned.begun;
    await deliver();
    const [counted] = await inWorkspace(ctx, (tx) =>
      tx.select({ scanned: sum(scan.scannedRepos), skipped: sum(scan.skippedRepos) }).from(scan),
    );
    expect(counted).toEqual({ scanned: String(ROOM), skipped: String(40 - ROOM) });
    for (const orgId of orgIds) await runScan(orgId);
    expect(await inWorkspace(ctx, (tx) => tx.$count(repository, isNull(repository.beyondPlanSince)))).toBe(
      ROOM,
    );
  });
});

const WAITING = sql`select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`;

describe("a smaller plan", () => {
  it("keeps previous data until the plan includes the repositories again", async () => {
    const { ctx, connect, scan: runScan, setPlan, advance } = await openLimited("pro");
    const org = scriptMany(ROOM + 1);
    const orgId = await connect(org);
    const last = `acme/r${10 + ROOM}`;
    const { startedAt } = await runScan(orgId);
    advance(60_000);
    await setPlan("free");
    getScripted(org, last).files = using("acme/tool@v2");
    const used = async () => {
      const { id, lastScannedAt } = await lookupRepository(ctx, { fullPath: last });
      const { body } = await listDependencies(ctx, { repositoryId: id, limit: 10, offset: 0 });
      return { lastScannedAt, versions: body.map((one) => one.versionConstraint) };
    };
    expect(await runScan(orgId)).toMatchObject({ skippedRepos: 1, errors: { orgErrors: [SKIPPED] } });
    expect(await used()).toEqual({ lastScannedAt: startedAt, versions: ["v1"] });
    expect((await listRepositories(ctx, { limit: 500, offset: 0 })).body).toHaveLength(ROOM + 1);
    advance(60_000);
    await setPlan("pro");
    const again = await runScan(orgId);
    expect(again).toMatchObject({ scannedRepos: ROOM + 1, skippedRepos: 0, errors: null });
    expect(await used()).toEqual({ lastScannedAt: again.startedAt, versions: ["v2"] });
  });
});
