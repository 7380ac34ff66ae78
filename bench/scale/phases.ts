import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { filesystemBlobStore } from "@knockon/adapters/blob-store/filesystem";
import type { Client } from "pg";
import type { Drained } from "./drain.ts";
import { readGraph } from "./graph-watch.ts";
import type { Organization } from "./organization.ts";
import { type Plan, explainStatements } from "./plans.ts";
import { makePushes } from "./pushes.ts";
import { type PushResult, runPushes } from "./pushes.ts";
import { type Server, withClient } from "./server.ts";
import type { Statement } from "./statement-log.ts";
import { type Execute, type WorkerOptions, withWorker } from "./worker-process.ts";
import { type WrittenRows, takeWrittenRows, watchRows } from "./written-rows.ts";

/** Size of the organization after the first scan. */
export interface Size {
  declarations: number;
  firstParty: number;
  artifacts: number;
  edges: number;
  graphBytes: number;
  databaseBytes: number;
}

export type Explained = "first scan" | "push" | "read";

export interface ScaleRun {
  organization: Organization;
  size: Size;
  firstScan: Drained & { cost: Cost; opened: number };
  rescan: { cost: Cost; opened: number; written: WrittenRows };
  pushes: { cost: Cost; results: PushResult[] };
  plans: Partial<Record<Explained, Plan[]>>;
}

interface Options {
  pushes: number;
  /** Phases whose statements are explained. API reads only run if listed. */
  explained: readonly Explained[];
}

/** Runs all phases on one organization in a new database. Throws if the unchanged rescan opens a repository. */
export async function runPhases(
  server: Server,
  organization: Organization,
  { pushes: pushCount, explained }: Options,
): Promise<ScaleRun> {
  const url = await server.createDatabase();
  const blobFolder = join(server.folder, `blobs-${organization.repositories}`);
  const blobStore = filesystemBlobStore(blobFolder);
  const setting = { url, blobFolder, organization };
  return withClient(url, async (client) => {
    const first = await measurePhase(server, setting, (execute) => execute({ kind: "scan" }));
    // Autovacuum does the same within a minute.
    await client.query("vacuum analyze");
    const { edges, bytes: graphBytes } = await readGraph(client, blobStore);
    const size = { ...(await countRows(client)), edges: edges.size, graphBytes };
    await watchRows(client);
    const rescan = await measurePhase(server, setting, (execute) => execute({ kind: "scan" }));
    const { opened } = rescan.result;
    if (opened > 0) throw new Error(`The unchanged rescan opened ${opened} repositories.`);
    const written = await takeWrittenRows(client);
    const planned = makePushes(organization, pushCount);
    const pushes = await measurePhase(server, setting, (execute) =>
      runPushes(execute, planned, client, blobStore),
    );
    const statements: Record<Explained, Statement[]> = {
      "first scan": first.result.statements,
      push: pushes.result.statements,
      read: explained.includes("read") ? await readAll(setting) : [],
    };
    const plans: ScaleRun["plans"] = {};
    for (const phase of explained) plans[phase] = await explainStatements(url, statements[phase]);
    const { repositories, publishes } = first.result;
    return {
      organization,
      size,
      firstScan: { cost: first.cost, repositories, publishes, opened: first.result.opened },
      rescan: { cost: rescan.cost, opened, written },
      pushes: { cost: pushes.cost, results: pushes.result.results },
      plans,
    };
  });
}

const readAll = async (options: WorkerOptions): Promise<Statement[]> =>
  (await withWorker(options, (execute) => execute({ kind: "read" }))).statements;

async function countRows(client: Client): Promise<Omit<Size, "edges" | "graphBytes">> {
  const { rows } = await client.query<{
    declarations: number;
    first_party: number;
    artifacts: number;
    database_bytes: number;
  }>(`
    select count(*)::int as declarations, count(target_repository_id)::int as first_party,
      (select count(*)::int from artifact) as artifacts,
      pg_database_size(current_database())::float8 as database_bytes from dependency`);
  const [row] = rows;
  return {
    declarations: row?.declarations ?? 0,
    firstParty: row?.first_party ?? 0,
    artifacts: row?.artifacts ?? 0,
    databaseBytes: row?.database_bytes ?? 0,
  };
}

/** Cost of a phase's commands, in a separate worker with its own connections. */
export interface Cost {
  wallSeconds: number;
  cpuSeconds: number;
  /** CPU time of Postgres. Null if the system does not report it. */
  postgresSeconds: number | null;
  peakBytes: number;
}

/** Time for the server to notice closed connections. */
const REAPED_MS = 300;

export async function measurePhase<T>(
  server: Server,
  options: WorkerOptions,
  phase: (execute: Execute) => Promise<T>,
): Promise<{ cost: Cost; result: T }> {
  const before = await server.cpuSeconds();
  const cost = { wallSeconds: 0, cpuSeconds: 0, peakBytes: 0 };
  const result = await withWorker(options, (execute) =>
    phase(async (command) => {
      const work = await execute(command);
      cost.wallSeconds += work.milliseconds / 1000;
      cost.cpuSeconds += work.cpuSeconds;
      cost.peakBytes = work.peakBytes;
      return work;
    }),
  );
  await setTimeout(REAPED_MS);
  const after = await server.cpuSeconds();
  const postgresSeconds = before === null || after === null ? null : after - before;
  return { result, cost: { ...cost, postgresSeconds } };
}
