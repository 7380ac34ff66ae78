import { inWorkspace } from "@knockon/db/in-workspace";
import { scanPage, scanRepository } from "@knockon/db/schema/scan.sql";
import { useTestDatabase } from "@knockon/db/testing/use-test-database";
import { describe, expect, it } from "vitest";
import { cancelScan } from "../scan/cancel-scan.ts";
import { getScan, listScans } from "../scan/read-scans.ts";
import { handleMessage } from "../scan/handle-message.ts";
import { triggerScan } from "../scan/start-scan.ts";
import { getScripted, scriptOrg } from "../testing/scripted-org.ts";
import { openTestWorkspace } from "../testing/test-workspace.ts";
import { collectWorkspace } from "./collect-garbage.ts";

const database = useTestDatabase();
const DAY = 24 * 60 * 60 * 1000;
const NAMES = Array.from({ length: 3 }, (_, index) => `acme/r${index}`);

async function opened() {
  const workspace = await openTestWorkspace(database());
  const { ctx } = workspace;
  const org = scriptOrg(Object.fromEntries(NAMES.map((name) => [name, { README: "" }])));
  const connectedOrgId = await workspace.connect(org);
  const scanAll = () => {
    workspace.advance(1000);
    return workspace.scan(connectedOrgId, "full");
  };
  const left = () =>
    inWorkspace(ctx, async (tx) => ({
      repositories: await tx.$count(scanRepository),
      pages: await tx.$count(scanPage),
    }));
  const history = async () => (await listScans(ctx, { connectedOrgId, limit: 100, offset: 0 })).body;
  return { ...workspace, org, connectedOrgId, scanAll, left, history };
}

describe("the repository rows of a scan", () => {
  it("are deleted 30 days after its end, except for the published scan", async () => {
    const { ctx, scanAll, left, advance } = await opened();
    await scanAll();
    const { completedAt } = await scanAll();
    advance(30 * DAY - 1000);
    expect(completedAt).toEqual(new Date(ctx.now().getTime() - 30 * DAY + 1000));
    expect(await collectWorkspace(ctx)).toMatchObject({ scanRepositories: 0 });
    advance(1);
    expect(await collectWorkspace(ctx)).toMatchObject({ scanRepositories: 3 });
    expect(await collectWorkspace(ctx)).toMatchObject({ scanRepositories: 0 });
    expect(await left()).toEqual({ repositories: 3, pages: 0 });
  });

  it("keep failed repositories, so that scans are shown unchanged", async () => {
    const { ctx, org, scanAll, left, history, advance } = await opened();
    getScripted(org, "acme/r1").isUnreadable = true;
    await scanAll();
    getScripted(org, "acme/r1").isUnreadable = false;
    await scanAll();
    advance(100 * DAY);
    const before = await history();
    expect(before[1]?.errors?.repoErrors).toHaveLength(1);
    expect(await collectWorkspace(ctx)).toMatchObject({ scanRepositories: 2 });
    expect(await history()).toEqual(before);
    expect(await left()).toEqual({ repositories: 3 + 1, pages: 0 });
  });

  it("are deleted with its pages if the scan never finished", async () => {
    const { ctx, queue, connectedOrgId, left, advance } = await opened();
    const { id: scanId } = await triggerScan(ctx, { connectedOrgId, scanType: "full" });
    const plan = queue.take();
    if (plan) await handleMessage(ctx, plan);
    await cancelScan(ctx, { scanId });
    expect(await left()).toEqual({ repositories: 3, pages: 1 });
    advance(30 * DAY + 1);
    expect(await collectWorkspace(ctx)).toMatchObject({ scanRepositories: 3, scanPages: 1 });
    expect(await left()).toEqual({ repositories: 0, pages: 0 });
  });

  it("are kept while the scan is in flight", async () => {
    const { ctx, queue, connectedOrgId, deliver, advance } = await opened();
    const { id: scanId } = await triggerScan(ctx, { connectedOrgId, scanType: "full" });
    const plan = queue.take();
    if (plan) await handleMessage(ctx, plan);
    advance(100 * DAY);
    expect(await collectWorkspace(ctx)).toMatchObject({ scanRepositories: 0, scanPages: 0 });
    await deliver();
    expect(await getScan(ctx, { scanId })).toMatchObject({ status: "completed", scannedRepos: 3 });
  });

  it("are deleted in batches", async () => {
    const { ctx, scanAll, advance } = await opened();
    await scanAll();
    await database().execute(`
      insert into repository (id, workspace_id, connected_org_id, platform_id, name, full_path, clone_url, clone_location)
      select gen_random_uuid(), workspace_id, connected_org_id, number, number, number, number, number
      from scan, generate_series(1, 2497) as number where workspace_id = '${ctx.workspaceId}'`);
    await database().execute(`
      insert into scan (id, workspace_id, connected_org_id, status, scan_type, completed_at)
      select '${ctx.workspaceId}', workspace_id, connected_org_id, 'cancelled', 'full', completed_at from scan
      where workspace_id = '${ctx.workspaceId}'`);
    await database().execute(`
      insert into scan_repository (workspace_id, scan_id, repository_id, status)
      select workspace_id, '${ctx.workspaceId}', id, 'scanned' from repository where workspace_id = '${ctx.workspaceId}'`);
    advance(30 * DAY + 1);
    expect(await collectWorkspace(ctx)).toMatchObject({ scanRepositories: 2500 });
  });
});
