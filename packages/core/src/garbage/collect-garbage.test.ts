import { inWorkspace } from "@knockon/db/in-workspace";
import { dependency } from "@knockon/db/schema/dependency.sql";
import { workspace } from "@knockon/db/schema/workspace.sql";
import { useTestDatabase } from "@knockon/db/testing/use-test-database";
import { asc } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { deleteConnectedOrg } from "../connected-org/delete-connected-org.ts";
import { listConnectedOrgs } from "../connected-org/read-connected-orgs.ts";
import type { Context } from "../context.ts";
import { graphKey } from "../graph/load-graph.ts";
import { publishWorkspace } from "../publish/publish-workspace.ts";
import { cancelScan } from "../scan/cancel-scan.ts";
import { handleMessage } from "../scan/handle-message.ts";
import { isInFlight } from "../scan/scan-row.ts";
import { requestRescan } from "../scan/rescan.ts";
import { triggerScan } from "../scan/start-scan.ts";
import { askEverything } from "../testing/ask-everything.ts";
import { randomFiles, seeded } from "../testing/random.ts";
import { scriptOrg, type ScriptedOrg } from "../testing/scripted-org.ts";
import { openTestWorkspace } from "../testing/test-workspace.ts";
import { collectGarbage, collectWorkspace } from "./collect-garbage.ts";

const database = useTestDatabase();
const HOUR = 60 * 60 * 1000;
const DAY = 24 * HOUR;
const SEED = Number(process.env["KNOCKON_SEED"]);
/** A tenth of the sequences of publishes, which take a tenth of the time. */
const HISTORIES = Math.ceil(Number(process.env["KNOCKON_SEQUENCES"] ?? 1) / 10);
/** Some histories have little garbage. */
const MORE_HISTORIES = 4;
/** Steps of one history. */
const STEPS = process.env["KNOCKON_SEQUENCES"] === undefined ? 40 : 80;
const STATES = 20;
const ALL = { limit: 500, offset: 0 };
const PATHS = ["acme/r0", "acme/r1", "labs/r2"];

class Rollback extends Error {}

/** Returns what a full publish would write. The transaction is rolled back. */
async function published(ctx: Context) {
  let rows: (typeof dependency.$inferSelect)[] = [];
  await inWorkspace(ctx, async (tx) => {
    await publishWorkspace(ctx, tx, true);
    rows = await tx.select().from(dependency).orderBy(asc(dependency.id));
    throw new Rollback();
  }).catch((error: unknown) => {
    if (!(error instanceof Rollback)) throw error;
  });
  return rows;
}

async function everyAnswer(ctx: Context) {
  const orgs = await listConnectedOrgs(ctx, ALL);
  const answers = [];
  for (const org of orgs.body) answers.push(await askEverything(ctx, org.id));
  return { orgs, answers, published: await published(ctx) };
}

const currentGraph = (ctx: Context) =>
  inWorkspace(ctx, async (tx) => {
    const [row] = await tx.select().from(workspace);
    return row?.graphHash ? ctx.ports.blobStore.get(graphKey(ctx.workspaceId, row.graphHash)) : "none yet";
  });

/** Opens a workspace with two orgs; each step makes a random change and advances the clock. */
async function openHistory(seed: number) {
  const random = seeded(seed);
  const { ctx, queue, connect, deliver, advance } = await openTestWorkspace(database());
  const upTo = (limit: number) => Math.floor(random() * limit);
  const states = PATHS.map((_, index) =>
    Array.from({ length: STATES }, () => randomFiles(random, index, PATHS)),
  );
  const orgs: { id: string; name: string; org: ScriptedOrg }[] = [];
  const connectOrg = async (name: string) => {
    const paths = PATHS.filter((path) => path.startsWith(name));
    const org = scriptOrg(Object.fromEntries(paths.map((path) => [path, null])));
    orgs.push({ id: await connect(org, name), name, org });
  };
  for (const name of ["acme", "labs"]) await connectOrg(name);
  const some = () => orgs[upTo(orgs.length)] ?? Promise.reject(new Error("There are two."));
  const inFlight = async (id: string) => {
    const { body } = await listConnectedOrgs(ctx, ALL);
    const last = body.find((org) => org.id === id)?.lastScan;
    return last && isInFlight(last.status) ? last : undefined;
  };

  const push = async () => {
    const { org } = await some();
    for (const one of org.repositories) {
      const index = PATHS.indexOf(one.platformId);
      if (random() < 0.9) one.files = states[index]?.[upTo(STATES)] ?? null;
      one.isUnreadable = random() < 0.1;
    }
  };
  const trigger = async () => {
    const { id } = await some();
    const scanType = random() < 0.2 ? "full" : "incremental";
    if (!(await inFlight(id))) await triggerScan(ctx, { connectedOrgId: id, scanType });
  };
  const handleSome = async () => {
    for (let left = upTo(5); left > 0; left -= 1) {
      const message = queue.take();
      if (message) await handleMessage(ctx, message);
    }
  };
  const leaveOrReturn = async () => {
    const { name, org } = await some();
    const all = scriptOrg(Object.fromEntries(PATHS.map((path) => [path, null]))).repositories;
    const present = new Set(org.repositories.map((one) => one.platformId));
    if (random() < 0.5) org.repositories.splice(upTo(3), 1);
    else
      org.repositories.push(
        ...all.filter((one) => one.fullPath.startsWith(name) && !present.has(one.platformId)),
      );
  };
  const rescan = async () => {
    const { id, org } = await some();
    await requestRescan(ctx, {
      connectedOrgId: id,
      platformIds: org.repositories.map((one) => one.platformId),
    });
  };
  const cancel = async () => {
    const scan = await inFlight((await some()).id);
    if (scan) await cancelScan(ctx, { scanId: scan.id });
  };
  const reconnect = async () => {
    const gone = await some();
    if (random() < 0.8) return;
    await deleteConnectedOrg(ctx, { connectedOrgId: gone.id });
    orgs.splice(orgs.indexOf(gone), 1);
    await connectOrg(gone.name);
  };
  const scanNow = async () => {
    await push();
    await trigger();
    await deliver();
  };
  const steps = [
    ...Array.from({ length: 10 }, () => scanNow),
    push,
    trigger,
    handleSome,
    deliver,
    leaveOrReturn,
    rescan,
    cancel,
    reconnect,
  ];
  const step = async () => {
    await steps[upTo(steps.length)]?.();
    advance(HOUR + random() * 9 * DAY);
  };
  return { ctx, random, step };
}

describe("a workspace with any history", () => {
  const collected: Record<string, number> = {};
  const seedOf = (index: number): number => (SEED + index) % 2 ** 31;

  async function runHistory(seed: number): Promise<void> {
    const { ctx, random, step } = await openHistory(seed);
    for (let done = 0; done < STEPS; done += 1) {
      await step();
      if (random() < 0.85) continue;
      const before = await everyAnswer(ctx);
      for (const [kind, count] of Object.entries(await collectWorkspace(ctx)))
        collected[kind] = (collected[kind] ?? 0) + count;
      expect(await everyAnswer(ctx), `after step ${done}`).toEqual(before);
      expect(await currentGraph(ctx), `after step ${done}`).toBeDefined();
    }
  }

  it.each(Array.from({ length: HISTORIES }, (_, index) => seedOf(index)))(
    "gives the same answers and the same publish after garbage collection (seed %i)",
    runHistory,
    120_000,
  );

  it("had garbage to collect", async () => {
    const isMissing = (kind: string): boolean => !collected[kind];
    const kinds = ["scanRepositories", "snapshots", "extractions", "graphs"];
    for (let more = 0; more < MORE_HISTORIES && kinds.some(isMissing); more += 1)
      await runHistory(seedOf(HISTORIES + more));
    for (const kind of kinds) expect(collected[kind], `of ${kind}`).toBeGreaterThan(0);
  }, 240_000);
});

describe("collectGarbage", () => {
  /** Opens a workspace with a graph to collect. */
  async function withGarbage() {
    const { ctx, connect, scan, advance } = await openTestWorkspace(database());
    const org = scriptOrg({ "acme/app": {} });
    const id = await connect(org);
    for (const name of ["a", "b", "c"]) {
      for (const one of org.repositories) one.files = { "package.json": JSON.stringify({ name }) };
      await scan(id, "full");
    }
    advance(31 * DAY);
    return ctx;
  }

  it("logs an error of one workspace and continues with the others", async () => {
    const [broken, sound] = [await withGarbage(), await withGarbage()];
    const told: unknown[] = [];
    const log = {
      info: (message: string, fields = {}) => void told.push({ message, ...fields }),
      error: (message: string, fields = {}) => void told.push({ message, ...fields }),
    };
    const blobStore: typeof sound.ports.blobStore = {
      ...sound.ports.blobStore,
      list(prefix) {
        if (prefix.includes(broken.workspaceId)) throw new Error("Denied.");
        return sound.ports.blobStore.list(prefix);
      },
    };
    const collected = await collectGarbage({ ...sound, log, ports: { ...sound.ports, blobStore } });
    expect(collected.scanRepositories).toBe(2);
    expect(told).toContainEqual({
      message: "garbage collection failed",
      workspaceId: broken.workspaceId,
      cause: expect.stringContaining("Error: Denied."),
    });
    expect(told).toContainEqual({ message: "garbage collected", ...collected });
    expect(await collectWorkspace(sound)).toMatchObject({ scanRepositories: 0 });
  });
});
