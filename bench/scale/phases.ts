import { join } from "node:path";
import { filesystemBlobStore } from "@knockon/adapters/blob-store/filesystem";
import type { Client } from "pg";
import { readGraph } from "./graph-watch.ts";
import type { Organisation } from "./organisation.ts";
import { explainStatements, type Plan } from "./plans.ts";
import { measurePhase, type Cost } from "./phase.ts";
import { makePushes } from "./push.ts";
import { runPushes, type PushResult } from "./pushes.ts";
import { withClient, type Server } from "./server.ts";
import { withWorker } from "./worker-process.ts";
import type { Work } from "./worker-protocol.ts";
import { takeWrittenRows, watchRows, type WrittenRows } from "./written-rows.ts";

/** What the first scan came to. */
export interface Size {
  declarations: number;
  firstParty: number;
  artifacts: number;
  edges: number;
  graphBytes: number;
}

export interface ScaleRun {
  organisation: Organisation;
  size: Size;
  firstScan: { cost: Cost; work: Work };
  rescan: { cost: Cost; work: Work; written: WrittenRows };
  pushes: { cost: Cost; results: PushResult[] };
  plans: Record<"first scan" | "push" | "read", Plan[]>;
}

export interface Options {
  pushes: number;
  /** Whether the API's reads are explained too. */
  reads: boolean;
}

/** All phases on one organisation in a database of its own. Throws if a rescan of the unchanged opens anything. */
export async function runPhases(server: Server, organisation: Organisation, options: Options): Promise<ScaleRun> {
  const url = await server.createDatabase();
  const blobFolder = join(server.folder, `blobs-${organisation.repositories}`);
  const blobStore = filesystemBlobStore(blobFolder);
  const setting = { url, blobFolder, organisation };
  return withClient(url, async (client) => {
    const firstScan = await measurePhase(server, setting, (obey) => obey({ kind: "scan" }));
    // What the server does by itself within the minute.
    await client.query("vacuum analyze");
    const { edges, bytes: graphBytes } = await readGraph(client, blobStore);
    const size = { ...(await countRows(client)), edges: edges.size, graphBytes };
    await watchRows(client);
    const rescan = await measurePhase(server, setting, (obey) => obey({ kind: "scan" }));
    if (rescan.result.opened > 0) throw new Error(`The rescan opened ${rescan.result.opened} repositories.`);
    const written = await takeWrittenRows(client);
    const pushed = makePushes(organisation, options.pushes);
    const pushes = await measurePhase(server, setting, (obey) => runPushes(obey, pushed, client, blobStore));
    const read = options.reads ? await withWorker(setting, (obey) => obey({ kind: "read" })) : undefined;
    return {
      organisation,
      size,
      firstScan: { cost: firstScan.cost, work: firstScan.result },
      rescan: { cost: rescan.cost, work: rescan.result, written },
      pushes: { cost: pushes.cost, results: pushes.result.results },
      plans: {
        "first scan": await explainStatements(url, firstScan.result.statements),
        push: await explainStatements(url, pushes.result.statements),
        read: await explainStatements(url, read?.statements ?? []),
      },
    };
  });
}

async function countRows(client: Client): Promise<Pick<Size, "declarations" | "firstParty" | "artifacts">> {
  const { rows } = await client.query<{ declarations: number; first_party: number; artifacts: number }>(`
    select count(*)::int as declarations, count(target_repository_id)::int as first_party,
      (select count(*)::int from artifact) as artifacts from dependency`);
  const [row] = rows;
  return {
    declarations: row?.declarations ?? 0,
    firstParty: row?.first_party ?? 0,
    artifacts: row?.artifacts ?? 0,
  };
}
