import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { createConnectedOrg } from "@knockon/core/connected-org/create-connected-org";
import type { Context } from "@knockon/core/context";
import { getGraph } from "@knockon/core/graph/get-graph";
import { getScan } from "@knockon/core/scan/read-scans";
import { LEASE_MS } from "@knockon/core/scan/lease";
import { isInFlight } from "@knockon/core/scan/scan-row";
import { sweepScans } from "@knockon/core/scan/sweep-scans";
import { triggerScan } from "@knockon/core/scan/start-scan";
import { seeded, type Random } from "@knockon/core/testing/random";
import { auditScans, transitionsOf } from "@knockon/core/testing/scan-audit";
import { connectNodePostgres } from "@knockon/db/connect/node-postgres";
import { asSystem } from "@knockon/db/in-workspace";
import { workspace } from "@knockon/db/schema/workspace.sql";
import { describe, expect, it, onTestFinished } from "vitest";
import { composeLocal } from "@knockon/functions/compose/local";
import { jsonLogger } from "@knockon/functions/compose/logger";
import { migratedDatabase } from "../testing/local-process.ts";
import { ACME, makeOrganization } from "../testing/organizations.ts";
import { temporaryFolder } from "@knockon/functions/testing/temporary-folder";
import { startWorkerProcess, type WorkerOptions } from "../testing/worker-process.ts";

const KILLS = Number(process.env["KNOCKON_KILLS"] ?? 1);
const SEED = Number(process.env["KNOCKON_SEED"] ?? 1);
const MAX_SWEEPS = 2;
/** Much longer than an undisturbed scan takes. */
const TIMEOUT_MS = 15_000;
/** With the queue's own visibility timeout, which is longer than that of the other test. */
const PATIENT_KILLS = KILLS === 1 ? 0 : Math.min(KILLS, 20);
const PATIENT_MS = 30_000;

/** Acme's seven repositories, and services that depend on them. */
const SERVICES = KILLS === 1 ? 5 : 13;

const REPOSITORIES = {
  ...ACME,
  ...Object.fromEntries(
    Array.from({ length: SERVICES }, (_, index) => [
      `service-${index}`,
      {
        Dockerfile: `FROM ghcr.io/acme/base-image:1.${index}.0\n`,
        "package.json": `{ "name": "service-${index}", "dependencies": { "@acme/ui-kit": "^2.${index}.0" } }\n`,
      },
    ]),
  ),
};

const REPOSITORY_COUNT = Object.keys(REPOSITORIES).length;
/** Rough durations of planning and of reading one repository. */
const PLANNING_MS = 400;
const REPOSITORY_MS = 40;

/** Creates one database and one organization. Each scan runs in a new workspace, without data of earlier scans. */
async function prepare(visibility: Pick<WorkerOptions, "visibilitySeconds"> = {}) {
  const folder = await temporaryFolder({});
  const organization = makeOrganization(folder, "acme", REPOSITORIES);
  const { DATABASE_URL: databaseUrl } = await migratedDatabase();
  const { database, close } = connectNodePostgres(databaseUrl);
  onTestFinished(close);
  await auditScans(database);
  const options = {
    dataFolder: join(folder, "data"),
    localOrgRoots: [folder],
    ...visibility,
  };
  const { shared } = composeLocal({ ...options, database, threads: 1, log: jsonLogger(() => {}) });
  const system = { ...shared, actor: { type: "system" } as const, requestId: "test" };
  return {
    system,
    startWorker: () => startWorkerProcess({ ...options, databaseUrl }),
    async startScan() {
      const ctx = { ...system, workspaceId: randomUUID() };
      const { workspaceId: id } = ctx;
      await asSystem(database, (tx) => tx.insert(workspace).values({ id, name: "Acme", slug: id }));
      const org = await createConnectedOrg(ctx, { name: "acme", platform: "local", url: organization });
      const { id: scanId } = await triggerScan(ctx, { connectedOrgId: org.id, scanType: "full" });
      return { ctx, scanId, connectedOrgId: org.id };
    },
  };
}

type RunningScan = Awaited<ReturnType<Awaited<ReturnType<typeof prepare>>["startScan"]>>;

type ScanState = Awaited<ReturnType<typeof getScan>>;

const stateOf = ({ ctx, scanId }: RunningScan): Promise<ScanState> => getScan(ctx, { scanId });
const hasEnded = ({ status }: ScanState): boolean => !isInFlight(status);

/** Waits for a state of the scan. Returns false after the timeout. */
async function reaches(
  scan: RunningScan,
  isReached: (state: ScanState) => boolean,
  { pollMs = 50, timeoutMs = TIMEOUT_MS } = {},
): Promise<boolean> {
  for (const deadline = Date.now() + timeoutMs; Date.now() < deadline; await sleep(pollMs)) {
    if (isReached(await stateOf(scan))) return true;
  }
  return false;
}

/** Waits until a random moment of the scan: planning and publishing are as likely as reading any one repository. */
async function waitForRandomMoment(scan: RunningScan, random: Random): Promise<void> {
  const counted = Math.floor(random() * (REPOSITORY_COUNT + 1)) - 1;
  await reaches(scan, (state) => hasEnded(state) || state.scannedRepos >= counted, { pollMs: 5 });
  await sleep(random() * (counted < 0 ? PLANNING_MS : REPOSITORY_MS));
}

/**
 * Sweeps as if every lease had expired, but not as if the scan made no progress, until the scan ends. Returns the number of
 * sweeps.
 */
async function sweepUntilEnded(system: Omit<Context, "workspaceId">, scan: RunningScan): Promise<number> {
  for (let sweeps = 1; sweeps <= MAX_SWEEPS; sweeps += 1) {
    const now = () => new Date(Date.now() + LEASE_MS + sweeps * 60_000);
    await sweepScans({ ...system, now });
    if (await reaches(scan, hasEnded)) return sweeps;
  }
  return Number.POSITIVE_INFINITY;
}

/** Returns the complete result of a scan, by repository name. */
async function outcomeOf({ ctx, scanId, connectedOrgId }: RunningScan) {
  const { status, totalRepos, scannedRepos, skippedRepos, failedRepos, errors } = await getScan(ctx, {
    scanId,
  });
  const rowsOf = async (statement: string) => (await ctx.database.execute(statement)).rows;
  const graph = await getGraph(ctx, { connectedOrgId, depth: 1, minConfidence: 0 });
  const labels = new Map(graph.nodes.map(({ id, label }) => [id, label]));
  return {
    scan: { status, totalRepos, scannedRepos, skippedRepos, failedRepos, errors },
    transitions: await transitionsOf(ctx.database, scanId),
    repositories: await rowsOf(`
      select full_path, scan_repository.status from scan_repository join repository on id = repository_id
      where scan_id = '${scanId}' order by full_path`),
    declarations: await rowsOf(`
      select source.full_path as source, target.full_path as target, artifact.name as artifact, dependency_type,
        version_constraint, version_constraint_state, source_file, source_line, raw_reference, confidence, reason
      from dependency join repository source on source.id = dependency.source_repository_id
        join artifact on artifact.id = artifact_id
        left join repository target on target.id = dependency.target_repository_id
      where dependency.workspace_id = '${ctx.workspaceId}' order by 1, source_file, source_line, raw_reference`),
    artifacts: await rowsOf(`
      select artifact_type, artifact.name, version, versions, full_path from artifact
        left join repository on repository.id = source_repository_id
      where artifact.workspace_id = '${ctx.workspaceId}' order by 1, 2`),
    edges: graph.edges
      .map(({ source, target, dependencyType, versionConstraint, confidence }) =>
        [labels.get(source), labels.get(target), dependencyType, versionConstraint, confidence].join(" "),
      )
      .toSorted(),
  };
}

describe("SIGKILL of the workers during a scan", () => {
  it(
    `loses and repeats nothing after at most ${MAX_SWEEPS} sweeps, ${KILLS} times [IF-1.3]`,
    async () => {
      const { system, startWorker, startScan } = await prepare({ visibilitySeconds: 1 });
      const random = seeded(SEED);
      let worker = await startWorker();
      const undisturbed = await startScan();
      await reaches(undisturbed, hasEnded);
      const expected = await outcomeOf(undisturbed);
      expect(expected).toMatchObject({
        scan: { status: "completed", totalRepos: REPOSITORY_COUNT, scannedRepos: REPOSITORY_COUNT },
        transitions: ["running", "completed"],
      });

      for (let kills = 0; kills < KILLS;) {
        const scan = await startScan();
        await waitForRandomMoment(scan, random);
        await worker.kill();
        const isTooLate = hasEnded(await stateOf(scan));
        worker = await startWorker();
        if (isTooLate) continue;
        kills += 1;
        expect(await sweepUntilEnded(system, scan), `kill ${kills}`).toBeLessThanOrEqual(MAX_SWEEPS);
        expect(await outcomeOf(scan), `kill ${kills}`).toEqual(expected);
      }
    },
    60_000 + KILLS * 20_000,
  );

  // The queue's own visibility timeout makes each kill cost seconds.
  it.runIf(PATIENT_KILLS > 0)(
    `delays a scan by less than 30 seconds after the restart, ${PATIENT_KILLS} times`,
    async () => {
      const { startWorker, startScan } = await prepare();
      const random = seeded(SEED);
      let worker = await startWorker();
      const delays: number[] = [];
      while (delays.length < PATIENT_KILLS) {
        const scan = await startScan();
        await waitForRandomMoment(scan, random);
        await worker.kill();
        const isTooLate = hasEnded(await stateOf(scan));
        const restarted = performance.now();
        worker = await startWorker();
        if (isTooLate) continue;
        expect(await reaches(scan, hasEnded, { timeoutMs: PATIENT_MS }), `kill ${delays.length + 1}`).toBe(
          true,
        );
        expect(await stateOf(scan)).toMatchObject({ status: "completed", scannedRepos: REPOSITORY_COUNT });
        delays.push((performance.now() - restarted) / 1000);
      }
      process.stdout.write(
        `Seconds until the scan ended: ${delays.map((one) => one.toFixed(1)).join(", ")}\n`,
      );
    },
    60_000 + PATIENT_KILLS * 2 * PATIENT_MS,
  );
});
