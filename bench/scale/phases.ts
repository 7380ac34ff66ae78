import { join } from "node:path";
import { filesystemBlobStore } from "@knockon/adapters/blob-store/filesystem";
import type { Client } from "pg";
import type { Drained } from "./drain.ts";
import { readGraph } from "./graph-watch.ts";
import type { Organization } from "./organization.ts";
import { explainStatements, type Plan } from "./plans.ts";
import { measurePhase, type Cost } from "./phase.ts";
import { makePushes } from "./push.ts";
import { runPushes, type PushResult } from "./pushes.ts";
import { withClient, type Server } from "./server.ts";
import type { Statement } from "./statement-log.ts";
import { withWorker } from "./worker-process.ts";
import type { WorkerOptions } from "./worker-protocol.ts";
import { takeWrittenRows, watchRows, type WrittenRows } from "./written-rows.ts";

/** What the first scan came to. */
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
  /** Of what the statements are explained; the API's reads are made for nothing else. */
  explained: readonly Explained[];
}

/** All phases on one organization in a database of its own. Throws if a rescan of the unchanged opens anything. */
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
    const first = await measurePhase(server, setting, (obey) => obey({ kind: "scan" }));
    // What the server does by itself within the minute.
    await client.query("vacuum analyze");
    const { edges, bytes: graphBytes } = await readGraph(client, blobStore);
    const size = { ...(await countRows(client)), edges: edges.size, graphBytes };
    await watchRows(client);
    const rescan = await measurePhase(server, setting, (obey) => obey({ kind: "scan" }));
    const { opened } = rescan.result;
    if (opened > 0) throw new Error(`The rescan of what is unchanged opened ${opened} repositories.`);
    const written = await takeWrittenRows(client);
    const made = makePushes(organization, pushCount);
    const pushes = await measurePhase(server, setting, (obey) => runPushes(obey, made, client, blobStore));
    const statements: Record<Explained, Statement[]> = {
      "first scan": first.result.statements,
      push: pushes.result.statements,
      read: explained.includes("read") ? await readAll(setting) : [],
    };
    const plans: ScaleRun["plans"] = {};
    for (const of of explained) plans[of] = await explainStatements(url, statements[of]);
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
  (await withWorker(options, (obey) => obey({ kind: "read" }))).statements;

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
