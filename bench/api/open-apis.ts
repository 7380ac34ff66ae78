import { filesystemBlobStore } from "@knockon/adapters/blob-store/filesystem";
import { createApp } from "@knockon/api/app";
import { authenticateAgainst } from "@knockon/api/identity";
import { ROUTES } from "@knockon/api/routes/all";
import { API_PREFIX } from "@knockon/contract/operation";
import { createApiKey } from "@knockon/core/api-key/api-keys";
import { listConnectedOrgs } from "@knockon/core/connected-org/read-connected-orgs";
import type { Context } from "@knockon/core/context";
import { findMostDependedOn } from "@knockon/core/repository/read-repositories";
import { memoryRateCounter } from "@knockon/core/testing/memory-ports";
import { openLocalWorkspace } from "@knockon/core/workspace/create-workspace";
import type { Database } from "@knockon/db/database";
import { drizzle } from "drizzle-orm/node-postgres";
import type { Hono } from "hono";
import { Pool } from "pg";
import type { WorkerOptions } from "../scale/worker-process.ts";
import { bareApp, recordStatements, transactionsOf, type Recorded } from "./bare-app.ts";

export interface Question {
  name: string;
  path: string;
  statements: number;
  bytes: number;
}

export interface Apis {
  ours: { fetch: Hono["fetch"] };
  bare: { fetch: Hono["fetch"] };
  headers: Record<string, string>;
  questions: Question[];
}

/** Same pool size as `npm start`. */
const MAX_CONNECTIONS = 20;

/** Creates our API and the bare routes on the same connection pool. */
export async function openApis({ url, blobFolder }: Omit<WorkerOptions, "organization">): Promise<Apis> {
  const pool = new Pool({ connectionString: url, max: MAX_CONNECTIONS });
  const database = drizzle({ client: pool });
  const ctx = await contextOf(database, blobFolder);
  const { key } = await createApiKey(ctx, { name: "bench" });
  const headers = { "X-API-Key": key };
  const paths = await pathsOf(ctx);
  const recorded = await record(ctx, url, paths, headers);
  return {
    ours: serviceOf(ctx, database),
    bare: bareApp(pool, recorded),
    headers,
    questions: recorded.map(({ name, path, transactions, body }) => ({
      name,
      path,
      statements: transactions.flat().length,
      bytes: Buffer.byteLength(JSON.stringify(body)),
    })),
  };
}

async function contextOf(database: Database, blobFolder: string): Promise<Context> {
  const unused = {
    openGitHost: never,
    queue: { send: never },
    extractor: never,
    encryptionKeys: new Map(),
    githubApp: null,
    githubAppWebhookSecret: null,
  };
  return {
    actor: { type: "system" },
    workspaceId: (await openLocalWorkspace(database)).id,
    database,
    ports: {
      ...unused,
      blobStore: filesystemBlobStore(blobFolder),
      sendMail: never,
    } as unknown as Context["ports"],
    settings: { appUrl: "", billingEnforced: false, ownership: "off" },
    now: () => new Date(),
    log: {
      info() {},
      error: (message, fields) => void process.stderr.write(`${message} ${JSON.stringify(fields)}\n`),
    },
    requestId: "bench",
  };
}

const never = (): never => {
  throw new Error("The benchmark must not use this port.");
};

const serviceOf = (context: Context, database: Database) =>
  createApp({
    routes: ROUTES,
    context: { ...context, database },
    authenticate: authenticateAgainst(database),
    mutationLimit: { counter: memoryRateCounter(), perMinute: 60 },
    allowedOrigins: [],
  });

/** Returns the measured paths, for the repository with the most dependents. */
async function pathsOf(ctx: Context): Promise<Record<string, string>> {
  const [org] = (await listConnectedOrgs(ctx, { limit: 1, offset: 0 })).body;
  const hub = org && (await findMostDependedOn(ctx, { connectedOrgId: org.id }));
  if (!hub) throw new Error("The scan found no repositories.");
  return {
    lookup: `${API_PREFIX}/repositories/lookup?full_path=${hub.fullPath}`,
    context: `${API_PREFIX}/repositories/${hub.id}/context`,
    entitlements: `${API_PREFIX}/workspaces/${ctx.workspaceId}/entitlements`,
    "graph, depth 3": `${API_PREFIX}/connected-orgs/${org.id}/graph?root=${hub.id}&depth=3`,
  };
}

/** Records each response's statements on the second request: the first one records the key's use and loads the graph. */
async function record(
  ctx: Context,
  url: string,
  paths: Record<string, string>,
  headers: Record<string, string>,
): Promise<(Recorded & { name: string })[]> {
  const pool = new Pool({ connectionString: url, max: 1 });
  const take = recordStatements(pool);
  const service = serviceOf(ctx, drizzle({ client: pool }));
  const recorded: (Recorded & { name: string })[] = [];
  for (const [name, path] of Object.entries(paths)) {
    await service.request(path, { headers });
    take();
    const response = await service.request(path, { headers });
    if (!response.ok) throw new Error(`${path} answered ${response.status}.`);
    recorded.push({ name, path, transactions: transactionsOf(take()), body: await response.json() });
  }
  await pool.end();
  return recorded;
}
