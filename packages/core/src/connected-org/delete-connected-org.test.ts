import { beforeAll, describe, expect, it } from "vitest";
import { NotFoundError } from "../errors.ts";
import { getImpact } from "../impact/get-impact.ts";
import { listRepositories } from "../repository/read-repositories.ts";
import { cancelScan } from "../scan/cancel-scan.ts";
import { getScan } from "../scan/read-scans.ts";
import { triggerScan } from "../scan/start-scan.ts";
import { auditScans, transitionsOf } from "../testing/scan-audit.ts";
import { scriptOrg } from "../testing/scripted-org.ts";
import { useTestDatabase } from "@knockon/db/testing/use-test-database";
import { openTestWorkspace } from "../testing/test-workspace.ts";
import { untilSettledOrBlocked } from "../testing/concurrency.ts";
import { deleteConnectedOrg } from "./delete-connected-org.ts";
import { getConnectedOrg, listConnectedOrgs } from "./read-connected-orgs.ts";

const database = useTestDatabase();
const ALL = { limit: 500, offset: 0 };

beforeAll(() => auditScans(database()));

async function started() {
  const org = scriptOrg({
    "acme/actions": { "setup/action.yml": "runs: {using: composite, steps: []}" },
    "acme/app": { ".github/workflows/ci.yml": "jobs: {a: {steps: [{uses: acme/actions/setup@v1}]}}" },
  });
  const workspace = await openTestWorkspace(database());
  const connectedOrgId = await workspace.connect(org);
  const { id } = await triggerScan(workspace.ctx, { connectedOrgId, scanType: "incremental" });
  return { workspace, ctx: workspace.ctx, org, connectedOrgId, scanId: id };
}

type Started = Awaited<ReturnType<typeof started>>;

async function expectGone({ ctx, connectedOrgId, scanId }: Started): Promise<void> {
  await expect(getConnectedOrg(ctx, { connectedOrgId })).rejects.toThrow(NotFoundError);
  await expect(getScan(ctx, { scanId })).rejects.toThrow(NotFoundError);
  await expect(cancelScan(ctx, { scanId })).rejects.toThrow(NotFoundError);
  await expect(triggerScan(ctx, { connectedOrgId, scanType: "full" })).rejects.toThrow(NotFoundError);
  await expect(
    getImpact(ctx, { fullPath: "acme/actions", maxDepth: 3, minConfidence: 0, through: "artifacts", ...ALL }),
  ).rejects.toThrow(NotFoundError);
  expect((await listConnectedOrgs(ctx, ALL)).total).toBe(0);
  expect((await listRepositories(ctx, ALL)).total).toBe(0);
}

describe("DELETE /connected-orgs/{id}", () => {
  it("hides everything of the org immediately", async () => {
    const all = await started();
    await all.workspace.deliver();
    await deleteConnectedOrg(all.ctx, all);
    await expectGone(all);
    await expect(deleteConnectedOrg(all.ctx, all)).rejects.toThrow(NotFoundError);
  });

  it("cancels a scan that is reading a repository and discards its result", async () => {
    const all = await started();
    let isDeleted = false;
    all.org.duringSnapshot = async () => {
      if (!isDeleted) await deleteConnectedOrg(all.ctx, all);
      isDeleted = true;
    };
    await all.workspace.deliver();
    expect(all.org.snapshots).toHaveLength(1);
    expect(await transitionsOf(database(), all.scanId)).toEqual(["running", "cancelled"]);
    await expectGone(all);
  });

  it("waits for a running publish and hides its result", async () => {
    const all = await started();
    const { ports } = all.ctx;
    const { blobStore } = ports;
    let deletion: Promise<unknown> | undefined;
    ports.blobStore = {
      ...blobStore,
      async put(key, bytes) {
        await blobStore.put(key, bytes);
        if (deletion) return;
        deletion = deleteConnectedOrg(all.ctx, all);
        await untilSettledOrBlocked(database(), deletion);
      },
    };
    await all.workspace.deliver();
    await deletion;
    expect(await transitionsOf(database(), all.scanId)).toEqual(["running", "completed"]);
    await expectGone(all);
  });
});
