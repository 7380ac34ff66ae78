import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, it } from "vitest";
import type { ScanMessage } from "../ports/queue.ts";
import { auditScans, transitionsOf } from "../testing/scan-audit.ts";
import { scriptOrg } from "../testing/scripted-org.ts";
import { useTestDatabase } from "@knockon/db/testing/use-test-database";
import { openTestWorkspace } from "../testing/test-workspace.ts";
import { cancelScan } from "./cancel-scan.ts";
import { getScan } from "./read-scans.ts";
import { handleDeadLetter } from "./handle-dead-letter.ts";
import { handleMessage } from "./handle-message.ts";
import { triggerScan } from "./start-scan.ts";

const database = useTestDatabase();

beforeAll(() => auditScans(database()));

async function start(names = ["acme/a", "acme/b"]) {
  const workspace = await openTestWorkspace(database());
  const org = scriptOrg(Object.fromEntries(names.map((name) => [name, { README: name }])));
  org.pageSize = 1;
  const connectedOrgId = await workspace.connect(org);
  const { id: scanId } = await triggerScan(workspace.ctx, { connectedOrgId, scanType: "incremental" });
  return { ...workspace, scanId };
}

type Started = Awaited<ReturnType<typeof start>>;

/** Delivers messages until one of this kind, and handles that one as a dead letter. */
async function giveUpFirst({ ctx, queue }: Started, kind: ScanMessage["kind"]): Promise<ScanMessage> {
  for (let message = queue.take(); message; message = queue.take()) {
    if (message.kind === kind) {
      await handleDeadLetter(ctx, message);
      return message;
    }
    await handleMessage(ctx, message);
  }
  throw new Error(`No ${kind} came.`);
}

const scanOf = ({ ctx, scanId }: Started) => getScan(ctx, { scanId });

describe("a dead scan-repository message", () => {
  it("fails its repository, and the scan is partial", async () => {
    const started = await start();
    await giveUpFirst(started, "scan-repository");
    await started.deliver();
    const scan = await scanOf(started);
    expect(scan).toMatchObject({ status: "partial", totalRepos: 2, scannedRepos: 1, failedRepos: 1 });
    const message = "Scanning this repository failed after several attempts.";
    expect(scan.errors?.repoErrors).toMatchObject([{ fullPath: "acme/a", code: "gave_up", message }]);
  });

  it("finishes the scan when it was the last repository", async () => {
    const started = await start(["acme/a"]);
    await giveUpFirst(started, "scan-repository");
    await started.deliver();
    expect(await scanOf(started)).toMatchObject({ status: "partial", failedRepos: 1 });
  });

  it("is counted once when redelivered, and not if the repository was read", async () => {
    const started = await start();
    const { ctx, queue } = started;
    const messages: ScanMessage[] = [await giveUpFirst(started, "scan-repository")];
    for (let message = queue.take(); message; message = queue.take()) {
      messages.push(message);
      await handleMessage(ctx, message);
    }
    const ended = await scanOf(started);
    expect(ended).toMatchObject({ status: "partial", scannedRepos: 1, failedRepos: 1 });
    for (const message of messages) await handleDeadLetter(ctx, message);
    expect(await scanOf(started)).toEqual(ended);
  });

  it("is not counted again by a worker that is still reading", async () => {
    const started = await start(["acme/a"]);
    const { ctx, queue } = started;
    const plan = queue.take();
    if (plan) await handleMessage(ctx, plan);
    const message = queue.take();
    if (!message) throw new Error("A plan sends its repositories.");
    const { extractor } = ctx.ports;
    ctx.ports.extractor = {
      ...extractor,
      async extract(repository, snapshot) {
        await handleDeadLetter(ctx, message);
        return extractor.extract(repository, snapshot);
      },
    };
    await handleMessage(ctx, message);
    await started.deliver();
    expect(await scanOf(started)).toMatchObject({ status: "partial", scannedRepos: 0, failedRepos: 1 });
  });
});

describe("a dead plan or finish message", () => {
  it("fails the scan in the middle of its plan, with the reason", async () => {
    const started = await start();
    const { ctx, queue } = started;
    const plan = queue.take();
    if (plan) await handleMessage(ctx, plan);
    await giveUpFirst(started, "plan-scan");
    await started.deliver();
    const message = "Listing the repositories failed after several attempts.";
    expect(await scanOf(started)).toMatchObject({
      status: "failed",
      errors: { orgErrors: [{ code: "gave_up", message }] },
    });
    expect(await transitionsOf(database(), started.scanId)).toEqual(["running", "failed"]);
  });

  it("fails the scan before it starts", async () => {
    const started = await start();
    await giveUpFirst(started, "plan-scan");
    expect(await scanOf(started)).toMatchObject({ status: "failed" });
  });

  it("fails a scan that cannot be published", async () => {
    const started = await start();
    const finish = await giveUpFirst(started, "finish-scan");
    const failed = await scanOf(started);
    const message = "Publishing the results failed after several attempts.";
    expect(failed).toMatchObject({
      status: "failed",
      scannedRepos: 2,
      errors: { orgErrors: [{ code: "gave_up", message }] },
    });
    await handleDeadLetter(started.ctx, finish);
    await handleMessage(started.ctx, finish);
    expect(await scanOf(started)).toEqual(failed);
  });

  it("changes nothing when another message did the work", async () => {
    const started = await start(["acme/a"]);
    const { ctx, queue } = started;
    const plan = queue.take();
    if (!plan) throw new Error("A scan begins with a message.");
    await handleMessage(ctx, plan);
    await handleDeadLetter(ctx, plan);
    expect(await scanOf(started)).toMatchObject({ status: "running", errors: null });
    await started.deliver();
    await handleDeadLetter(ctx, {
      kind: "finish-scan",
      workspaceId: ctx.workspaceId,
      scanId: started.scanId,
    });
    expect(await scanOf(started)).toMatchObject({ status: "completed", errors: null });
  });
});

describe("a dead message without its target", () => {
  const messagesOf = (workspaceId: string, scanId: string): ScanMessage[] => [
    { kind: "plan-scan", workspaceId, scanId, cursor: null },
    { kind: "scan-repository", workspaceId, scanId, repositoryId: randomUUID() },
    { kind: "finish-scan", workspaceId, scanId },
    { kind: "start-rescan", workspaceId, connectedOrgId: randomUUID() },
  ];

  it("resolves for an unknown scan or workspace", async () => {
    const { ctx } = await openTestWorkspace(database());
    for (const workspaceId of [ctx.workspaceId, randomUUID()]) {
      for (const message of messagesOf(workspaceId, randomUUID())) {
        await expect(handleDeadLetter({ ...ctx, workspaceId }, message)).resolves.toBeUndefined();
      }
    }
  });

  it("does not change a cancelled scan", async () => {
    const started = await start();
    const { ctx, queue, scanId } = started;
    const plan = queue.take();
    if (plan) await handleMessage(ctx, plan);
    const pending = queue.take();
    const cancelled = await cancelScan(ctx, { scanId });
    for (const message of [pending, ...messagesOf(ctx.workspaceId, scanId)]) {
      if (message) await handleDeadLetter(ctx, message);
    }
    expect(await scanOf(started)).toEqual(cancelled);
  });
});
