import { randomUUID } from "node:crypto";
import { inWorkspace } from "@knockon/db/in-workspace";
import { sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { ConflictError, NotFoundError } from "../errors.ts";
import type { ScanMessage } from "../ports/queue.ts";
import { scriptOrg, type ScriptedOrg } from "../testing/scripted-org.ts";
import { useTestDatabase } from "@knockon/db/testing/use-test-database";
import { openTestWorkspace, type TestWorkspace } from "../testing/test-workspace.ts";
import { cancelScan } from "./cancel-scan.ts";
import { getScan } from "./read-scans.ts";
import { handleMessage } from "./handle-message.ts";
import { LEASE_MS } from "./lease.ts";
import { sweepScans } from "./sweep-scans.ts";
import { triggerScan } from "./start-scan.ts";

const database = useTestDatabase();

interface Started {
  workspace: TestWorkspace;
  org: ScriptedOrg;
  orgId: string;
  scanId: string;
}

async function start(): Promise<Started> {
  const org = scriptOrg({
    "acme/actions": { "setup/action.yml": "runs: {using: composite, steps: []}" },
    "acme/app": { ".github/workflows/ci.yml": "jobs: {a: {steps: [{uses: acme/actions/setup@v1}]}}" },
  });
  const workspace = await openTestWorkspace(database());
  const orgId = await workspace.connect(org);
  const { id } = await triggerScan(workspace.ctx, { connectedOrgId: orgId, scanType: "incremental" });
  return { workspace, org, orgId, scanId: id };
}

/** Returns the versions of all rows that a scan writes. Asserts that nothing is published. */
const writtenRows = ({ ctx }: TestWorkspace) =>
  inWorkspace(ctx, async (tx) => {
    const tables = ["scan", "scan_repository", "snapshot", "extraction", "dependency", "artifact"];
    const read = async (table: string) =>
      (await tx.execute(sql`select xmin::text, ctid::text from ${sql.identifier(table)} order by ctid`)).rows;
    const written: Record<string, unknown> = {};
    for (const table of tables) written[table] = await read(table);
    const { rows: graphs } = await tx.execute(sql`select graph_hash from workspace`);
    const { rows: current } = await tx.execute(sql`select current_scan_id from connected_org`);
    expect([graphs, current]).toEqual([[{ graph_hash: null }], [{ current_scan_id: null }]]);
    return written;
  });

/** Cancels the scan. Returns it with the current row versions, to compare with later. */
async function cancel({ workspace, scanId }: Started) {
  const cancelled = await cancelScan(workspace.ctx, { scanId });
  return { cancelled, rows: await writtenRows(workspace) };
}

async function deliverUntil({ workspace }: Started, kind: ScanMessage["kind"]): Promise<ScanMessage> {
  for (let message = workspace.queue.take(); message; message = workspace.queue.take()) {
    if (message.kind === kind) return message;
    await handleMessage(workspace.ctx, message);
  }
  throw new Error(`No ${kind} came.`);
}

/** Delivers and sweeps until nothing is left to do. Returns the scan and the current row versions. */
async function settled({ workspace, scanId }: Started) {
  await workspace.deliver();
  workspace.advance(2 * LEASE_MS);
  await sweepScans(workspace.ctx);
  await workspace.deliver();
  return { cancelled: await getScan(workspace.ctx, { scanId }), rows: await writtenRows(workspace) };
}

describe("a cancelled scan is not written to, nor published", () => {
  it("when cancelled before its plan", async () => {
    const started = await start();
    const since = await cancel(started);
    expect(await settled(started)).toEqual(since);
    expect(started.org.snapshots).toEqual([]);
  });

  it("when cancelled while its listing is read", async () => {
    const started = await start();
    let since: Awaited<ReturnType<typeof cancel>> | undefined;
    started.org.duringListing = async () => {
      since ??= await cancel(started);
    };
    await started.workspace.deliver();
    if (!since) throw new Error("The listing was read.");
    expect(await settled(started)).toEqual(since);
  });

  it("when cancelled while its plan is being enqueued", async () => {
    const started = await start();
    const { ports } = started.workspace.ctx;
    const { queue } = ports;
    let since: Awaited<ReturnType<typeof cancel>> | undefined;
    ports.queue = {
      async send(messages) {
        since ??= await cancel(started);
        await queue.send(messages);
      },
    };
    await started.workspace.deliver();
    if (!since) throw new Error("The plan was enqueued.");
    expect(await settled(started)).toEqual(since);
    expect(started.org.snapshots).toEqual([]);
  });

  it("when cancelled between plan and repositories", async () => {
    const started = await start();
    const message = await deliverUntil(started, "scan-repository");
    const since = await cancel(started);
    await handleMessage(started.workspace.ctx, message);
    expect(await settled(started)).toEqual(since);
    expect(started.org.snapshots).toEqual([]);
  });

  it.each(["read", "unreadable", "failing"])(
    "when cancelled while a repository is %s [IF-3.6 D-6.25]",
    async (how) => {
      const started = await start();
      let since: Awaited<ReturnType<typeof cancel>> | undefined;
      started.org.duringSnapshot = async () => {
        since ??= await cancel(started);
        if (how === "unreadable") for (const one of started.org.repositories) one.isUnreadable = true;
        if (how === "failing") throw new Error("The network is down.");
      };
      await started.workspace.deliver().catch(() => {});
      if (!since) throw new Error("A repository was read.");
      expect(await settled(started)).toEqual(since);
      expect(started.org.snapshots).toHaveLength(1);
    },
  );

  it("when cancelled before its finish", async () => {
    const started = await start();
    const finish = await deliverUntil(started, "finish-scan");
    const since = await cancel(started);
    await handleMessage(started.workspace.ctx, finish);
    expect(await settled(started)).toEqual(since);
  });

  it("when cancelled during its finish [D-6.25]", async () => {
    const started = await start();
    const { ports } = started.workspace.ctx;
    const { blobStore } = ports;
    let since: Awaited<ReturnType<typeof cancel>> | undefined;
    ports.blobStore = {
      ...blobStore,
      async put(key, bytes) {
        await blobStore.put(key, bytes);
        since ??= await cancel(started);
      },
    };
    await started.workspace.deliver();
    if (!since) throw new Error("The graph was stored.");
    expect(await settled(started)).toEqual(since);
  });
});

describe("POST /scans/{scan_id}/cancel", () => {
  it("cancels immediately", async () => {
    const { workspace, scanId } = await start();
    expect(await cancelScan(workspace.ctx, { scanId })).toMatchObject({
      status: "cancelled",
      completedAt: workspace.ctx.now(),
    });
  });

  it("returns the same scan when it is already cancelled", async () => {
    const { workspace, scanId } = await start();
    const first = await cancelScan(workspace.ctx, { scanId });
    workspace.advance(60_000);
    expect(await cancelScan(workspace.ctx, { scanId })).toEqual(first);
  });

  it("throws ConflictError for an ended scan and changes nothing", async () => {
    const { workspace, scanId } = await start();
    await workspace.deliver();
    const ended = await getScan(workspace.ctx, { scanId });
    await expect(cancelScan(workspace.ctx, { scanId })).rejects.toThrow(ConflictError);
    expect(await getScan(workspace.ctx, { scanId })).toEqual(ended);
  });

  it("frees the org for the next scan", async () => {
    const { workspace, orgId, scanId } = await start();
    await cancelScan(workspace.ctx, { scanId });
    expect(await workspace.scan(orgId)).toMatchObject({ status: "completed", scannedRepos: 2 });
  });

  it("throws NotFoundError for a scan of another workspace", async () => {
    const { scanId, workspace } = await start();
    const other = await openTestWorkspace(database());
    await expect(cancelScan(other.ctx, { scanId })).rejects.toThrow(NotFoundError);
    await expect(cancelScan(workspace.ctx, { scanId: randomUUID() })).rejects.toThrow(NotFoundError);
    expect(await getScan(workspace.ctx, { scanId })).toMatchObject({ status: "pending" });
  });
});
