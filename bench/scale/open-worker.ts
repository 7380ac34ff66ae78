import { filesystemBlobStore } from "@knockon/adapters/blob-store/filesystem";
import { noPayments } from "@knockon/adapters/payments/none";
import { postgresQueue } from "@knockon/adapters/queue/postgres";
import { createConnectedOrg } from "@knockon/core/connected-org/create-connected-org";
import { listConnectedOrgs } from "@knockon/core/connected-org/read-connected-orgs";
import type { Context } from "@knockon/core/context";
import type { GitHost } from "@knockon/core/ports/git-host";
import type { Queue } from "@knockon/core/ports/queue";
import { requestRescan } from "@knockon/core/scan/rescan";
import { triggerScan } from "@knockon/core/scan/start-scan";
import { openLocalWorkspace } from "@knockon/core/workspace/create-workspace";
import type { Database } from "@knockon/db/database";
import { createExtractor, type Extractor } from "@knockon/extract/isolate/extractor";
import { drizzle } from "drizzle-orm/node-postgres";
import { Pool } from "pg";
import { peakBytes } from "../measure/run-measured.ts";
import { drain, type Drained } from "./drain.ts";
import { memoryHost } from "./memory-host.ts";
import { readEverything } from "./read-everything.ts";
import { statementLog } from "./statement-log.ts";
import { timed, timedExtractor } from "./drain.ts";
import type { Command, Work, WorkerOptions } from "./worker-process.ts";

export interface Worker {
  execute(command: Command): Promise<Work>;
  close(): Promise<void>;
}

/** Longer than the minimum interval between scans after pushes, so that none is delayed. */
const BETWEEN_PUSHES_MS = 61_000;

/** Scans one repository at a time, so that a message's time is not shared. */
export async function openWorker({ url, blobFolder, organization }: WorkerOptions): Promise<Worker> {
  const pool = new Pool({ connectionString: url });
  const log = statementLog();
  const database = drizzle({ client: pool, logger: log });
  const queue = postgresQueue(database);
  const host = memoryHost(organization);
  const extractor = timedExtractor(createExtractor(1));
  let now = Date.now();
  const ctx = await createContext({ database, queue, host, extractor, blobFolder, now: () => new Date(now) });
  const connectedOrgId = await openOrg(ctx);
  log.take();

  async function run(command: Command): Promise<Drained> {
    if (command.kind === "read") {
      await readEverything(ctx, connectedOrgId);
      return { repositories: [], publishes: [] };
    }
    if (command.kind === "scan") {
      await triggerScan(ctx, { connectedOrgId, scanType: "incremental" });
      return drain(ctx, queue, extractor, organization.repositories);
    }
    host.push(command.push);
    now += BETWEEN_PUSHES_MS;
    await requestRescan(ctx, { connectedOrgId, platformIds: [String(command.push.repository)] });
    return drain(ctx, queue, extractor, 1);
  }

  return {
    async execute(command) {
      const openedBefore = host.opened;
      const cpuBefore = process.cpuUsage();
      const { result, milliseconds } = await timed(() => run(command));
      const { user, system } = process.cpuUsage(cpuBefore);
      return {
        ...result,
        milliseconds,
        opened: host.opened - openedBefore,
        statements: log.take(),
        cpuSeconds: (user + system) / 1e6,
        peakBytes: peakBytes(),
      };
    },
    async close() {
      await extractor.close();
      await pool.end();
    },
  };
}

interface ContextOptions {
  database: Database;
  queue: Queue;
  host: GitHost;
  extractor: Extractor;
  blobFolder: string;
  now: () => Date;
}

/** Creates the context of the only workspace of a database. */
export async function createContext({
  database,
  now,
  host,
  blobFolder,
  ...ports
}: ContextOptions): Promise<Context> {
  return {
    actor: { type: "system" },
    workspaceId: (await openLocalWorkspace(database)).id,
    database,
    ports: {
      ...ports,
      blobStore: filesystemBlobStore(blobFolder),
      openGitHost: () => host,
      encryptionKeys: new Map(),
      githubApp: null,
      githubAppWebhookSecret: null,
      sendMail: async () => {},
      payments: noPayments,
    },
    settings: { appUrl: "", billingEnforced: false, ownership: "off" },
    now,
    log: {
      info() {},
      error: (message, fields) => void process.stderr.write(`${message} ${JSON.stringify(fields)}\n`),
    },
    requestId: "bench",
  };
}

/** Returns the ID of the only org. Connects it on first use. */
export async function openOrg(ctx: Context): Promise<string> {
  const { body } = await listConnectedOrgs(ctx, { limit: 1, offset: 0 });
  const url = "https://github.com/acme";
  const known = body[0] ?? (await createConnectedOrg(ctx, { name: "acme", platform: "github", url }));
  return known.id;
}
