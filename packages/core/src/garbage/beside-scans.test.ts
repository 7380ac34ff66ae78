import { useTestDatabase } from "@knockon/db/testing/use-test-database";
import { describe, expect, it } from "vitest";
import type { Context } from "../context.ts";
import type { ScanMessage } from "../ports/queue.ts";
import { listDependencies } from "../repository/declarations.ts";
import { lookupRepository } from "../repository/lookup-repository.ts";
import { getScan } from "../scan/read-scans.ts";
import { handleMessage } from "../scan/handle-message.ts";
import { triggerScan } from "../scan/start-scan.ts";
import { beforeCommit, untilBlocked, untilSettledOrBlocked } from "../testing/concurrency.ts";
import { seeded } from "../testing/random.ts";
import { getScripted, scriptOrg, type Files } from "../testing/scripted-org.ts";
import { openTestWorkspace } from "../testing/test-workspace.ts";
import { collectExtractions, collectSnapshots } from "./collect-snapshots.ts";
import { collectWorkspace } from "./collect-garbage.ts";

const database = useTestDatabase(20);
const YEAR = 365 * 24 * 60 * 60 * 1000;
/** An arbitrary advisory lock at which a statement pauses. */
const PAUSE = 51_006;

const using = (version: number): Files => ({
  ".github/workflows/ci.yml": `jobs: {a: {steps: [{uses: actions/checkout@v${version}}]}}`,
});

/** Prepares a scan that finds a repository in an old state, whose snapshot is garbage until the scan reuses it. */
async function scanOfOldState(files = using(0)) {
  const workspace = await openTestWorkspace(database());
  const { ctx, queue } = workspace;
  const org = scriptOrg({ "acme/app": {} });
  const connectedOrgId = await workspace.connect(org);
  const app = getScripted(org, "acme/app");
  for (let version = 0; version < 6; version += 1) {
    app.files = using(version);
    workspace.advance(1000);
    await workspace.scan(connectedOrgId);
  }
  workspace.advance(YEAR);
  app.files = files;
  org.snapshots = [];
  const { id: scanId } = await triggerScan(ctx, { connectedOrgId, scanType: "incremental" });
  const take = (): ScanMessage => {
    const message = queue.take();
    if (!message) throw new Error("A message was expected.");
    return message;
  };
  return { ...workspace, org, scanId, take };
}

type OldState = Awaited<ReturnType<typeof scanOfOldState>>;

/** Returns the scan's result and how often the repository was read by it and by the next scan. */
async function outcomeOf({ ctx, org, scanId, deliver, scan }: OldState) {
  await deliver();
  const { status, connectedOrgId } = await getScan(ctx, { scanId });
  const { id: repositoryId } = await lookupRepository(ctx, { fullPath: "acme/app" });
  const { body } = await listDependencies(ctx, { repositoryId, limit: 10, offset: 0 });
  const declared = body.map((row) => row.rawReference);
  const reads = org.snapshots.length;
  await scan(connectedOrgId);
  return { status, declared, reads, readsOfNext: org.snapshots.length - reads };
}

const SOUND = { status: "completed", declared: ["actions/checkout@v0"], readsOfNext: 0 };

/** Runs the work and starts something else just before its transaction commits. */
async function doWithin(
  ctx: Context,
  work: (ctx: Context) => Promise<unknown>,
  start: () => Promise<unknown>,
  isTime = () => true,
) {
  let started: Promise<unknown> | undefined;
  const interrupted = beforeCommit(ctx, async () => {
    if (isTime()) await untilSettledOrBlocked(database(), (started ??= start()));
  });
  await work(interrupted);
  await started;
}

/** Runs the work. Its first statement that reads the table waits until something else has finished. */
async function doDuringFirstLook(
  table: "snapshot" | "extraction",
  work: () => Promise<unknown>,
  meanwhile: () => Promise<unknown>,
) {
  await pauseAtFirstLook(table);
  let working: Promise<unknown> | undefined;
  await database().transaction(async (tx) => {
    await tx.execute(`select pg_advisory_xact_lock(${PAUSE})`);
    working = work();
    await untilBlocked(database(), 1);
    await meanwhile();
  });
  await working;
}

const pauseAtFirstLook = (table: "snapshot" | "extraction") =>
  database().execute(`
    create sequence look_at_${table};
    create function pause_at_${table}() returns boolean language plpgsql security definer as $$
    begin
      if nextval('look_at_${table}') = 1 then perform pg_advisory_xact_lock(${PAUSE}); end if;
      return true;
    end $$;
    create policy pause on ${table} as restrictive for select to knockon_app using (pause_at_${table}())`);

const collectSnapshotsOf = (ctx: Context) => collectSnapshots(ctx, ctx.now());
const collectExtractionsOf = (ctx: Context) => collectExtractions(ctx, ctx.now());

describe("an old snapshot that a plan reuses", () => {
  it("is kept from before the plan's commit until the end of the scan", async () => {
    const old = await scanOfOldState();
    const { ctx, org } = old;
    let isListed = false;
    org.duringListing = () => void (isListed = true);
    const plan = (within: Context) => handleMessage(within, old.take());
    await doWithin(
      ctx,
      plan,
      () => collectWorkspace(ctx),
      () => isListed,
    );
    await collectWorkspace(ctx);
    expect(await outcomeOf(old)).toEqual({ ...SOUND, reads: 0 });
  });

  it("is read again if it is being deleted", async () => {
    const old = await scanOfOldState();
    await doWithin(old.ctx, collectSnapshotsOf, () => handleMessage(old.ctx, old.take()));
    expect(await outcomeOf(old)).toEqual({ ...SOUND, reads: 1 });
  });

  it("is kept if the reuse is committed during the collection", async () => {
    const old = await scanOfOldState();
    await doDuringFirstLook(
      "snapshot",
      () => collectSnapshotsOf(old.ctx),
      () => handleMessage(old.ctx, old.take()),
    );
    expect(await outcomeOf(old)).toEqual({ ...SOUND, reads: 0 });
  });
});

describe("an old extraction whose content a worker finds again", () => {
  /** Delivers messages up to the worker's. */
  async function planned() {
    const old = await scanOfOldState({ ...using(0), README: "" });
    await collectSnapshotsOf(old.ctx);
    await handleMessage(old.ctx, old.take());
    return old;
  }

  it("is kept from before the worker's commit", async () => {
    const old = await planned();
    const read = (within: Context) => handleMessage(within, old.take());
    await doWithin(
      old.ctx,
      read,
      () => collectExtractionsOf(old.ctx),
      () => old.org.snapshots.length > 0,
    );
    expect(await outcomeOf(old)).toEqual({ ...SOUND, reads: 1 });
  });

  it("is stored again if it is being deleted", async () => {
    const old = await planned();
    await doWithin(old.ctx, collectExtractionsOf, () => handleMessage(old.ctx, old.take()));
    expect(await outcomeOf(old)).toEqual({ ...SOUND, reads: 1 });
  });

  it("is kept if the reuse is committed during the collection", async () => {
    const old = await planned();
    await doDuringFirstLook(
      "extraction",
      () => collectExtractionsOf(old.ctx),
      () => handleMessage(old.ctx, old.take()),
    );
    expect(await outcomeOf(old)).toEqual({ ...SOUND, reads: 1 });
  });
});

it("keeps everything that scans use while collections run continuously", async () => {
  const random = seeded(Number(process.env["KNOCKON_SEED"]));
  const { ctx, queue, ...workspace } = await openTestWorkspace(database());
  const names = Array.from({ length: 12 }, (_, index) => `acme/r${index}`);
  const org = scriptOrg(Object.fromEntries(names.map((name) => [name, {}])));
  const connectedOrgId = await workspace.connect(org);
  const later = { ...ctx, now: () => new Date(ctx.now().getTime() + YEAR) };
  let isScanning = true;
  let collected = 0;
  const collecting = (async () => {
    while (isScanning) collected += (await collectWorkspace(later)).snapshots;
  })();
  const work = async () => {
    for (let message = queue.take(); message; message = queue.take()) await handleMessage(ctx, message);
  };
  for (let round = 0; round < 12; round += 1) {
    const version = () => Math.floor(random() * 9);
    for (const one of org.repositories) one.files = { ...using(version()), README: `${version()}` };
    workspace.advance(1000);
    const { id: scanId } = await triggerScan(ctx, { connectedOrgId, scanType: "incremental" });
    while (queue.length > 0) await Promise.all([work(), work(), work(), work()]);
    expect(await getScan(ctx, { scanId })).toMatchObject({ status: "completed", scannedRepos: names.length });
    const { rows } = await database().execute(`
      select repository.full_path from repository left join snapshot on snapshot.id = repository.snapshot_id
      where repository.workspace_id = '${ctx.workspaceId}' and snapshot.id is null`);
    expect(rows, `after scan ${round}`).toEqual([]);
  }
  isScanning = false;
  await collecting;
  expect(collected).toBeGreaterThan(0);
}, 90_000);
