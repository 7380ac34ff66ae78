import { randomBytes, randomUUID } from "node:crypto";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { spawnLocal, type LocalProcess } from "@knockon/acceptance/testing/spawn-local";
import { postgresQueue } from "@knockon/adapters/queue/postgres";
import { createApiKey } from "@knockon/core/api-key/api-keys";
import { connectNodePostgres } from "@knockon/db/connect/node-postgres";
import { asSystem } from "@knockon/db/in-workspace";
import { workspace } from "@knockon/db/schema/workspace.sql";
import { sql } from "drizzle-orm";
import { templateExtractor } from "../publish/template-extractor.ts";
import { createContext } from "../scale/open-worker.ts";
import { memoryHost } from "../scale/memory-host.ts";
import { withServer } from "../scale/server.ts";
import { Client } from "./client.ts";
import { writeOrganization } from "./repositories.ts";

interface Options {
  json: boolean;
  seed: number;
  /** Of the large tenant's first scan, and of the scan beside which is measured. */
  repositories: number;
}

interface Measured {
  p50: number;
  p99: number;
  reads: number;
  /** Seconds of each scan of two repositories. */
  scans: number[];
}

const HEAVY_READS = 30;
const LIGHT_READS_PER_SECOND = 20;
const ALONE_SECONDS = 10;
const WAIT_MS = 1_000;
const TARGETS = { p99: 200, scan: 10 };

/**
 * Measures how much one tenant notices of another, which scans an organization and keeps 30 heavy reads open. An API and two workers run
 * in separate processes, with one Postgres.
 */
export async function tenantsBench({ json, seed, repositories }: Options): Promise<string> {
  const result = await withServer(async (server) => {
    const size = { seed, repositories };
    const [large, next, small] = [
      await writeOrganization(server.folder, "large", size),
      await writeOrganization(server.folder, "next", { ...size, seed: seed + 1 }),
      await writeOrganization(server.folder, "small", { seed, repositories: 2 }),
    ];
    const databaseUrl = await server.createDatabase();
    const { database, close } = connectNodePostgres(databaseUrl, 2);
    const blobFolder = join(server.folder, "blobs");
    const ctx = await createContext({
      database,
      queue: postgresQueue(database),
      host: memoryHost(size),
      extractor: templateExtractor(size),
      blobFolder,
      now: () => new Date(),
    });
    const openWorkspace = async (url: string): Promise<Client> => {
      const id = randomUUID();
      await asSystem(database, (tx) => tx.insert(workspace).values({ id, name: "bench", slug: id }));
      return new Client(url, (await createApiKey({ ...ctx, workspaceId: id }, { name: "bench" })).key);
    };
    const processes = startProcesses(server.folder, databaseUrl);
    try {
      const [api] = processes;
      const [, url = ""] = await (api as LocalProcess).printed(/ is listening on (http:\S+)$/mu);
      const [busy, quiet] = [await openWorkspace(url), await openWorkspace(url)];
      const largeOrg = await busy.connect("large", large);
      const firstScan = await busy.scan(largeOrg);
      await database.execute(sql`vacuum analyze`);
      const smallOrg = await quiet.connect("small", small);
      await quiet.scan(smallOrg);
      let isOver = false;
      const alone = measure(quiet, smallOrg, () => isOver);
      await sleep(ALONE_SECONDS * 1000);
      isOver = true;
      const before = await alone;

      isOver = false;
      const nextOrg = await busy.connect("next", next);
      const reads = readHeavily(busy, largeOrg, () => isOver);
      const beside = measure(quiet, smallOrg, () => isOver);
      const scan = await busy.scan(nextOrg);
      isOver = true;
      const [during, heavy] = [await beside, await reads];
      const { rows } = await database.execute<{ count: number }>(
        sql`select count(*)::int as count from dependency`,
      );
      return {
        repositories,
        declarations: rows[0]?.count ?? 0,
        firstScan,
        scan,
        heavy,
        before,
        during,
      };
    } finally {
      await Promise.all(processes.map((one) => one.ended("SIGTERM")));
      await close();
    }
  });
  return json ? `${JSON.stringify(result)}\n` : present(result);
}

function startProcesses(folder: string, databaseUrl: string): LocalProcess[] {
  const environment = {
    DATABASE_URL: databaseUrl,
    SESSION_SECRET: randomBytes(32).toString("base64url"),
    ENCRYPTION_KEYS: `1:${randomBytes(32).toString("base64")}`,
    LOCAL_ORG_ROOTS: folder,
    BLOB_STORE: "postgres",
    RATELIMIT_AUTHENTICATED_MUTATIONS: "1000000",
    APP_URL: "https://knockon.acme.example",
    PORT: "0",
  };
  const start = (role: string, index: number): LocalProcess =>
    spawnLocal(["--role", role, "--data", join(folder, `${role}-${index}`)], environment);
  return [start("api", 1), start("worker", 1), start("worker", 2), start("sweeper", 1)];
}

/** Reads and scans a small organization until `isOver`. */
async function measure(client: Client, orgId: string, isOver: () => boolean): Promise<Measured> {
  const [times, scans]: [number[], number[]] = [[], []];
  const paths = [
    "/repositories?limit=20",
    "/repositories/lookup?full_path=small/repository-1",
    `/connected-orgs/${orgId}/artifacts?limit=20`,
    "/connected-orgs",
  ];
  const reading = async (): Promise<void> => {
    for (let turn = 0; !isOver(); turn++) {
      const startedAt = performance.now();
      await client.call("GET", paths[turn % paths.length] ?? "");
      times.push(performance.now() - startedAt);
      await sleep(Math.max(0, 1000 / LIGHT_READS_PER_SECOND - (performance.now() - startedAt)));
    }
  };
  const scanning = async (): Promise<void> => {
    while (!isOver()) {
      scans.push(await client.scan(orgId));
      await sleep(WAIT_MS);
    }
  };
  await Promise.all([reading(), scanning()]);
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number): number => sorted[Math.ceil(sorted.length * share) - 1] ?? 0;
  return { p50: at(0.5), p99: at(0.99), reads: times.length, scans };
}

/** Keeps 30 reads of whole graphs, impacts and exports open. Counts answers by status. */
async function readHeavily(
  client: Client,
  orgId: string,
  isOver: () => boolean,
): Promise<Record<string, number>> {
  const [hub] = await client.call<{ id: string }[]>(
    "GET",
    "/repositories?sort=-dependent_repositories_total&limit=1",
  );
  const paths = [
    `/connected-orgs/${orgId}/graph`,
    `/repositories/${hub?.id}/impact`,
    `/connected-orgs/${orgId}/unresolved?limit=500&reason=external`,
    "/repositories?limit=500&include=figures&sort=-change_risk",
  ];
  const counts: Record<string, number> = {};
  const keepOne = async (turn: number): Promise<void> => {
    for (let next = turn; !isOver(); next++) {
      const { status } = await client.send("GET", paths[next % paths.length] ?? "");
      counts[status] = (counts[status] ?? 0) + 1;
      if (status !== 200) await sleep(WAIT_MS);
    }
  };
  await Promise.all(Array.from({ length: HEAVY_READS }, (_, turn) => keepOne(turn)));
  return counts;
}

interface Result {
  repositories: number;
  declarations: number;
  firstScan: number;
  scan: number;
  heavy: Record<string, number>;
  before: Measured;
  during: Measured;
}

function present({ repositories, declarations, firstScan, scan, heavy, before, during }: Result): string {
  const row = (name: string, { p50, p99, reads, scans }: Measured): string =>
    `${name.padEnd(8)}${reads.toString().padStart(8)}${p50.toFixed(1).padStart(9)} ms${p99.toFixed(1).padStart(9)} ms${scans.length.toString().padStart(7)}${Math.max(
      ...scans,
    )
      .toFixed(1)
      .padStart(9)} s\n`;
  const statuses = Object.entries(heavy).map(([status, count]) => `${count} × ${status}`);
  return `${repositories} repositories scanned in ${firstScan.toFixed(0)} s, then as many beside the measurement in ${scan.toFixed(0)} s, ${declarations} declarations at the end
${HEAVY_READS} heavy reads at a time: ${statuses.join(", ")}

tenant    reads      p50        p99     scans  slowest
${row("alone", before)}${row("beside", during)}${"target".padEnd(8)}${`${TARGETS.p99} ms`.padStart(32)}${`${TARGETS.scan} s`.padStart(19)}
`;
}
