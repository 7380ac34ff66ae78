import { inWorkspace } from "@knockon/db/in-workspace";
import { connectedOrg } from "@knockon/db/schema/connected-org.sql";
import { scan } from "@knockon/db/schema/scan.sql";
import { workspace as workspaces } from "@knockon/db/schema/workspace.sql";
import { useTestDatabase } from "@knockon/db/testing/use-test-database";
import { asc } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { deleteConnectedOrg } from "../connected-org/delete-connected-org.ts";
import { updateConnectedOrg } from "../connected-org/update-connected-org.ts";
import type { Context } from "../context.ts";
import { scriptOrg } from "../testing/scripted-org.ts";
import { openTestWorkspace, type TestWorkspace } from "../testing/test-workspace.ts";
import { deleteWorkspace } from "../workspace/delete-workspace.ts";
import { startScheduledScans } from "./start-scheduled-scans.ts";
import { triggerScan } from "./start-scan.ts";

const database = useTestDatabase();
const HOUR = 60 * 60_000;

let workspace: TestWorkspace;
let ctx: Context;
let connectedOrgId: string;
let lines: unknown[];

const connect = async (name: string): Promise<string> => {
  const id = await workspace.connect(scriptOrg({ [`${name}/a`]: { README: "" } }), name);
  await updateConnectedOrg(ctx, { connectedOrgId: id, schedule: "30 * * * *" });
  return id;
};

/** Clears the schedules of earlier tests. Each test's clock starts at midnight. */
beforeEach(async () => {
  await database().update(connectedOrg).set({ nextScheduledAt: null });
  workspace = await openTestWorkspace(database());
  ({ ctx } = workspace);
  lines = [];
  ctx.log = { info: (...line) => void lines.push(line), error: (...line) => void lines.push(line) };
  connectedOrgId = await connect("acme");
});

const scans = () => inWorkspace(ctx, (tx) => tx.select().from(scan).orderBy(asc(scan.createdAt)));

describe("a schedule", () => {
  it("starts one incremental scan at each scheduled time, and none before", async () => {
    workspace.advance(HOUR / 2 - 1000);
    expect(await startScheduledScans(ctx)).toBe(0);
    workspace.advance(1000);
    expect(await startScheduledScans(ctx)).toBe(1);
    await workspace.deliver();
    expect(await startScheduledScans(ctx)).toBe(0);
    workspace.advance(HOUR);
    expect(await startScheduledScans(ctx)).toBe(1);
    await workspace.deliver();
    const one = { scanType: "incremental", startedBy: "scheduled", status: "completed", totalRepos: 1 };
    expect(await scans()).toMatchObject([one, one]);
  });

  it("starts one scan for all missed times", async () => {
    workspace.advance(50 * HOUR);
    expect(await startScheduledScans(ctx)).toBe(1);
    await workspace.deliver();
    expect(await startScheduledScans(ctx)).toBe(0);
    expect(await scans()).toHaveLength(1);
  });

  it("starts each scan once when several processes run at the same time", async () => {
    workspace.advance(HOUR);
    const counts = await Promise.all(Array.from({ length: 8 }, () => startScheduledScans(ctx)));
    expect(counts.filter((count) => count > 0)).toEqual([1]);
    expect(await scans()).toHaveLength(1);
  });

  it("is not started again by a process with an outdated due time, even if its scan has ended", async () => {
    await connect("globex");
    workspace.advance(HOUR);
    const { queue } = ctx.ports;
    let others = 0;
    // After the first of two orgs is started, another process starts the second and completes both scans.
    ctx.ports.queue = {
      async send(...messages) {
        ctx.ports.queue = queue;
        await queue.send(...messages);
        others = await startScheduledScans(ctx);
        await workspace.deliver();
      },
    };
    expect([await startScheduledScans(ctx), others]).toEqual([1, 1]);
    expect((await scans()).map(({ status }) => status)).toEqual(["completed", "completed"]);
  });

  it("is skipped and logged while a scan is in flight", async () => {
    await triggerScan(ctx, { connectedOrgId, scanType: "full" });
    workspace.advance(HOUR);
    expect(await startScheduledScans(ctx)).toBe(0);
    expect(lines).toEqual([
      ["scheduled scan skipped", { workspaceId: ctx.workspaceId, connectedOrgId, reason: "scan_in_flight" }],
    ]);
    await workspace.deliver();
    expect(await startScheduledScans(ctx)).toBe(0);
  });

  it("starts nothing after the schedule, org or workspace is deleted", async () => {
    const second = await connect("globex");
    await updateConnectedOrg(ctx, { connectedOrgId, schedule: null });
    await deleteConnectedOrg(ctx, { connectedOrgId: second });
    await connect("initech");
    await deleteWorkspace(ctx);
    workspace.advance(HOUR);
    expect(await startScheduledScans(ctx)).toBe(0);
    expect(await scans()).toEqual([]);
  });

  it("starts nothing on a plan without schedules", async () => {
    ctx.settings = { ...ctx.settings, billingEnforced: true };
    workspace.advance(HOUR);
    expect(await startScheduledScans(ctx)).toBe(0);
    await inWorkspace(ctx, (tx) => tx.update(workspaces).set({ plan: "pro" }));
    expect(await startScheduledScans(ctx)).toBe(0);
    workspace.advance(HOUR);
    expect(await startScheduledScans(ctx)).toBe(1);
  });

  it("of one org starts even if another org's fails", async () => {
    await connect("globex");
    workspace.advance(HOUR);
    const { queue } = ctx.ports;
    ctx.ports.queue = {
      async send() {
        ctx.ports.queue = queue;
        throw new Error("no queue");
      },
    };
    expect(await startScheduledScans(ctx)).toBe(1);
    expect(lines).toHaveLength(1);
    expect(await scans()).toHaveLength(2);
  });
});
