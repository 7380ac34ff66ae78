import { inWorkspace } from "@knockon/db/in-workspace";
import { dependency } from "@knockon/db/schema/dependency.sql";
import { scanRepository } from "@knockon/db/schema/scan.sql";
import { eq } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { Crash, crashingWorker } from "../testing/crashing-worker.ts";
import { unreliableQueue } from "../testing/memory-queue.ts";
import { seeded, type Random } from "../testing/random.ts";
import { auditScans, transitionsOf } from "../testing/scan-audit.ts";
import { scriptOrg, type ScriptedOrg } from "../testing/scripted-org.ts";
import { useTestDatabase } from "@knockon/db/testing/use-test-database";
import { openTestWorkspace, type TestWorkspace } from "../testing/test-workspace.ts";
import { getScan } from "./get-scan.ts";
import { handleMessage } from "./handle-message.ts";
import { LEASE_MS } from "./lease.ts";
import { isInFlight } from "./scan-row.ts";
import { sweepScan } from "./sweep-scans.ts";
import { triggerScan } from "./trigger-scan.ts";

const database = useTestDatabase();
const SEEDS = Number(process.env["KNOCKON_SCANS"] ?? 120);
const AT_ONCE = 8;
/** After this many sweeps the weather clears: no crash, no loss. */
const STORMY_SWEEPS = 4;
const MAX_SWEEPS = 30;
const CRASH = 0.06;
const LOSS = 0.05;

beforeAll(() => auditScans(database()));

const workflow = (index: number) => `jobs: {a: {steps: [{uses: acme/shared/setup@v${index}}]}}`;

function randomOrg(random: Random): ScriptedOrg {
  const names = Array.from({ length: Math.floor(random() * 9) }, (_, index) => `acme/r${index}`);
  const files = names.map((_, index) =>
    random() < 0.1 ? null : { ".github/workflows/a.yml": workflow(index) },
  );
  const org = scriptOrg(Object.fromEntries(names.map((name, index) => [name, files[index] ?? null])));
  for (const one of org.repositories) one.isUnreadable = random() < 0.1;
  org.pageSize = 1 + Math.floor(random() * 4);
  return org;
}

async function handleAll(workspace: TestWorkspace, random: Random, isStormy: boolean): Promise<void> {
  const { ctx, queue } = workspace;
  for (let message = queue.take(); message; message = queue.take()) {
    if (isStormy && random() < LOSS) continue;
    const worker = isStormy ? crashingWorker(ctx, random, CRASH) : ctx;
    try {
      await handleMessage(worker, message);
    } catch (error) {
      if (!(error instanceof Crash)) throw error;
      // The dead worker's message comes again, or is lost for good.
      if (random() < 0.5) await queue.send([message]);
    }
  }
}

/** Scans through crashes, duplicates, losses and delays, until it ends or nothing helps any more. */
async function scanThroughStorm(seed: number) {
  const random = seeded(seed);
  const workspace = await openTestWorkspace(database(), unreliableQueue(random));
  const org = randomOrg(random);
  const orgId = await workspace.connect(org);
  const { ctx } = workspace;
  const { id } = await triggerScan(ctx, { connectedOrgId: orgId, scanType: "incremental" });
  let scan = await getScan(ctx, { scanId: id });
  for (let sweeps = 0; sweeps < MAX_SWEEPS && isInFlight(scan.status); sweeps += 1) {
    await handleAll(workspace, random, sweeps < STORMY_SWEEPS);
    workspace.advance(LEASE_MS + 60_000);
    await sweepScan(ctx, id);
    scan = await getScan(ctx, { scanId: id });
  }
  await handleAll(workspace, random, false);
  expect(await getScan(ctx, { scanId: id }), "what comes late changes nothing").toEqual(scan);
  return { seed, ctx, scan, listed: org.repositories.length };
}

type Outcome = Awaited<ReturnType<typeof scanThroughStorm>>;

/** Runs all seeds, some at a time: the database's patience is tested elsewhere. */
async function eachSeed(): Promise<Outcome[]> {
  const seeds = Array.from({ length: SEEDS }, (_, index) => index + 1);
  const outcomes: Outcome[] = [];
  const loop = async () => {
    for (let seed = seeds.shift(); seed; seed = seeds.shift()) outcomes.push(await scanThroughStorm(seed));
  };
  await Promise.all(Array.from({ length: AT_ONCE }, loop));
  return outcomes;
}

const rowsOf = ({ ctx, scan }: Outcome) =>
  inWorkspace(ctx, async (tx) => ({
    repositories: await tx.select().from(scanRepository).where(eq(scanRepository.scanId, scan.id)),
    declarations: await tx.select().from(dependency),
  }));

describe(`a scan through duplicates, losses, delays and crashes, over ${SEEDS} seeds`, () => {
  let outcomes: Outcome[];
  beforeAll(async () => {
    outcomes = await eachSeed();
  }, SEEDS * 1000);

  it("always ends, and fails only when it was interrupted three times", () => {
    for (const { seed, scan } of outcomes) {
      expect(isInFlight(scan.status), `seed ${seed} is stuck`).toBe(false);
      expect(scan.status === "failed", `seed ${seed}`).toBe(scan.interruptionCount >= 3);
    }
    const ended = outcomes.filter(({ scan }) => scan.status !== "failed");
    expect(ended.length).toBeGreaterThan(0.9 * SEEDS);
  });

  it("ends once", async () => {
    for (const { seed, scan } of outcomes) {
      expect(await transitionsOf(database(), scan.id), `seed ${seed}`).toEqual(["running", scan.status]);
    }
  });

  it("counts every repository once", async () => {
    for (const outcome of outcomes) {
      const { repositories } = await rowsOf(outcome);
      const { scan, seed } = outcome;
      const count = (status: string) => repositories.filter((row) => row.status === status).length;
      expect(
        [scan.totalRepos, scan.scannedRepos, scan.skippedRepos, scan.failedRepos],
        `seed ${seed}`,
      ).toEqual([repositories.length, count("scanned"), count("skipped"), count("failed")]);
      expect(count("pending") > 0 && scan.status !== "failed", `seed ${seed}`).toBe(false);
    }
  });

  it("ends with no less than the whole listing", () => {
    for (const { seed, scan, listed } of outcomes.filter((one) => one.scan.status !== "failed")) {
      expect(scan.totalRepos, `seed ${seed}`).toBe(listed);
    }
  });

  it("publishes what it read, and nothing twice", async () => {
    for (const outcome of outcomes.filter(({ scan }) => scan.status !== "failed")) {
      const { repositories, declarations } = await rowsOf(outcome);
      const read = repositories.filter((row) => row.status === "scanned").map((row) => row.repositoryId);
      const declaring = declarations.map((row) => row.sourceRepositoryId);
      expect(declaring.toSorted(), `seed ${outcome.seed}`).toEqual(read.toSorted());
    }
  });

  it("meets every kind of end", () => {
    const statuses = new Set(outcomes.map(({ scan }) => scan.status));
    expect(statuses).toContain("completed");
    expect(statuses).toContain("partial");
    expect(outcomes.some(({ scan }) => scan.interruptionCount > 0)).toBe(true);
  });
});
