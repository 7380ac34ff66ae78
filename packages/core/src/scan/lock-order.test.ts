import { inWorkspace } from "@knockon/db/in-workspace";
import { repository } from "@knockon/db/schema/repository.sql";
import { scan, scanRepository } from "@knockon/db/schema/scan.sql";
import { useTestDatabase } from "@knockon/db/testing/use-test-database";
import { asc, eq } from "drizzle-orm";
import { expect, it } from "vitest";
import { lockPublishing, publishWorkspace } from "../publish/publish-workspace.ts";
import { scriptOrg } from "../testing/scripted-org.ts";
import { openTestWorkspace } from "../testing/test-workspace.ts";
import { untilBlocked, untilSettledOrBlocked } from "../testing/concurrency.ts";
import { getScan } from "./read-scans.ts";
import { handleMessage } from "./handle-message.ts";
import { sweepScan } from "./sweep-scans.ts";
import { triggerScan } from "./start-scan.ts";

const database = useTestDatabase();
const MINUTE = 60_000;

it("a plan and a full publish lock repositories in the same order, regardless of the listing's order", async () => {
  const { ctx, queue, connect, scan: scanAll } = await openTestWorkspace(database());
  const org = scriptOrg(Object.fromEntries([1, 2, 3, 4, 5].map((number) => [`acme/r${number}`, {}])));
  const connectedOrgId = await connect(org);
  await scanAll(connectedOrgId);
  const rows = await inWorkspace(ctx, (tx) => tx.select().from(repository).orderBy(asc(repository.id)));
  const place = (platformId: string) => rows.findIndex((row) => row.platformId === platformId);
  org.repositories.sort((a, b) => place(b.platformId) - place(a.platformId));
  for (const one of org.repositories) one.defaultBranch = "trunk";
  const { id: scanId } = await triggerScan(ctx, { connectedOrgId, scanType: "incremental" });
  const plan = queue.take();
  if (!plan) throw new Error("A trigger sends a message.");

  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const held = inWorkspace(ctx, async (tx) => {
    await tx
      .select()
      .from(repository)
      .where(eq(repository.id, rows[2]?.id ?? ""))
      .for("update");
    await released;
  });
  const work: Promise<unknown>[] = [handleMessage(ctx, plan)];
  await untilBlocked(database(), 1);
  const publish = inWorkspace(ctx, async (tx) => {
    await lockPublishing(ctx, tx);
    await publishWorkspace(ctx, tx, true);
  });
  work.push(publish);
  await untilBlocked(database(), 2);
  release();
  await Promise.all([held, ...work]);
  expect(await getScan(ctx, { scanId })).toMatchObject({ status: "running", totalRepos: 5 });
});

it("a sweep skips rows that a worker is writing, because it locks the scan first and the worker locks it last", async () => {
  const { ctx, queue, connect, advance } = await openTestWorkspace(database());
  const connectedOrgId = await connect(scriptOrg({ "acme/a": {}, "acme/b": {} }));
  const { id: scanId } = await triggerScan(ctx, { connectedOrgId, scanType: "incremental" });
  const plan = queue.take();
  if (!plan) throw new Error("A trigger sends a message.");
  await handleMessage(ctx, plan);
  const [row] = await inWorkspace(ctx, (tx) =>
    tx.update(scanRepository).set({ notBefore: ctx.now() }).returning(),
  );
  advance(5 * MINUTE);
  const sent = await inWorkspace(ctx, async (tx) => {
    const ofWorker = eq(scanRepository.repositoryId, row?.repositoryId ?? "");
    await tx.update(scanRepository).set({ notBefore: ctx.now() }).where(ofWorker);
    const swept = sweepScan(ctx, scanId);
    await untilSettledOrBlocked(database(), swept);
    await tx.update(scan).set({ updatedAt: ctx.now() }).where(eq(scan.id, scanId));
    return swept;
  });
  expect(sent).toBe(1);
});
