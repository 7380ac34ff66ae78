import { randomBytes, randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { GitHubApp } from "@knockon/adapters/git-host/github/app-tokens";
import { postgresRateCounter } from "@knockon/adapters/rate-counter/postgres";
import { createApp } from "@knockon/api/app";
import { authenticateAgainst } from "@knockon/api/identity";
import { ROUTES } from "@knockon/api/routes/all";
import { openApiDocument } from "@knockon/contract/openapi";
import { OPERATIONS } from "@knockon/contract/operations/all";
import { createApiKey } from "@knockon/core/api-key/create-api-key";
import type { Logger } from "@knockon/core/context";
import { handleMessage } from "@knockon/core/scan/handle-message";
import { connectNodePostgres } from "@knockon/db/connect/node-postgres";
import { createTestDatabase } from "@knockon/db/connect/test-database";
import { asSystem } from "@knockon/db/in-workspace";
import { migrateDatabase } from "@knockon/db/migrate";
import { workspace } from "@knockon/db/schema/workspace.sql";
import { inject } from "vitest";
import { composeLocal } from "../compose/local.ts";
import { testWorkspace, type TestWorkspace } from "./test-workspace.ts";

/** An origin whose scripts may read the test service's responses. */
export const ALLOWED_ORIGIN = "https://app.acme.example";

/** More mutations than any test makes with one key. */
const NO_LIMIT = 1_000_000;

export interface TestService {
  /** The one root below which orgs may be connected. */
  folder: string;
  /** What was logged. */
  lines: readonly string[];
  request: (path: string, init?: RequestInit) => Promise<Response>;
  openWorkspace: (name: string) => Promise<TestWorkspace>;
  /** Works on the queue until it is empty. */
  drain: () => Promise<void>;
  close: () => Promise<void>;
}

/**
 * Every route over real handlers and a database of its own. The queue is worked by hand: nothing happens that the test
 * does not ask for. A response that breaks its contract is a 500.
 */
export async function startTestService(
  allowedHosts: readonly string[] = [],
  githubApp: GitHubApp | null = null,
): Promise<TestService> {
  const folder = await mkdtemp(join(tmpdir(), "knockon-service-"));
  const { url, drop } = await createTestDatabase(inject("postgresUrl"));
  await migrateDatabase(url);
  const { database, close } = connectNodePostgres(url);
  const lines: string[] = [];
  const log: Logger = {
    info: (message, fields) => void lines.push(`${message} ${JSON.stringify(fields)}`),
    error(message, fields) {
      lines.push(`${message} ${JSON.stringify(fields)}`);
      process.stderr.write(`${lines.at(-1)}\n`);
    },
  };
  const dataFolder = join(folder, "data");
  const localOrgRoots = [join(folder, "orgs")];
  const encryptionKeys = new Map([[1, randomBytes(32)]]);
  const hosts = { allowedHosts, githubApp, encryptionKeys };
  const { shared, queue, ...local } = composeLocal({
    database,
    dataFolder,
    localOrgRoots,
    hosts,
    threads: 2,
    log,
  });
  const app = createApp({
    routes: ROUTES,
    authenticate: authenticateAgainst(database),
    mutationLimit: { counter: postgresRateCounter(database), perMinute: NO_LIMIT, patienceMs: 2000 },
    context: shared,
    allowedOrigins: [ALLOWED_ORIGIN],
    document: openApiDocument(OPERATIONS),
    validateResponses: true,
  });
  const service: TestService = {
    folder: join(folder, "orgs"),
    lines,
    request: async (path, init) => app.request(path, init),
    async openWorkspace(name) {
      const id = randomUUID();
      await asSystem(database, (tx) => tx.insert(workspace).values({ id, name, slug: name.toLowerCase() }));
      const scope = { database, workspaceId: id };
      const { key } = await createApiKey({ ...scope, actor: { type: "system" } }, { name: "test" });
      return testWorkspace(service, scope, key);
    },
    async drain() {
      const base = { ...shared, actor: { type: "system" } as const, requestId: "test" };
      for (let next = await queue.receive(); next; next = await queue.receive()) {
        await handleMessage({ ...base, workspaceId: next.message.workspaceId }, next.message);
        await next.delete();
      }
    },
    async close() {
      await local.close();
      await close();
      await drop();
      await rm(folder, { recursive: true, force: true });
    },
  };
  return service;
}
