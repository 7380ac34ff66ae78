import { randomBytes, randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { postgresRateCounter } from "@knockon/adapters/rate-counter/postgres";
import { createSignIn } from "@knockon/adapters/sign-in/sign-in";
import { createApp } from "@knockon/api/app";
import { authenticateAgainst } from "@knockon/api/identity";
import { ROUTES } from "@knockon/api/routes/all";
import type { SharedContext } from "@knockon/api/serve-route";
import { openApiDocument } from "@knockon/contract/openapi";
import { OPERATIONS } from "@knockon/contract/operations/all";
import { SIGN_IN_PATH } from "@knockon/contract/operation";
import { SESSION_COOKIE } from "@knockon/core/session/session-cookie";
import { createApiKey } from "@knockon/core/api-key/create-api-key";
import type { Logger } from "@knockon/core/context";
import type { Mail } from "@knockon/core/ports/mail";
import { handleMessage } from "@knockon/core/scan/handle-message";
import { connectNodePostgres } from "@knockon/db/connect/node-postgres";
import { createTestDatabase } from "@knockon/db/connect/test-database";
import { asSystem } from "@knockon/db/in-workspace";
import { migrateDatabase } from "@knockon/db/migrate";
import { workspace } from "@knockon/db/schema/workspace.sql";
import { inject } from "vitest";
import { composeLocal } from "../compose/local.ts";
import { faultLogger } from "../compose/logger.ts";
import { ALLOWED_ORIGIN } from "./allowed-origin.ts";
import { signUp, type TestPerson } from "./test-person.ts";
import { testWorkspace, type TestWorkspace } from "./test-workspace.ts";

/** The address of the test service. */
const BASE_URL = "http://localhost";
/** What the cookies of its sessions are signed with. */
export const SESSION_SECRET = "a secret of the tests, long enough to sign";

const NO_LIMIT = 1_000_000;

export interface TestService {
  /** The one root below which orgs may be connected. */
  folder: string;
  /** What its handlers work with. */
  shared: SharedContext;
  request: (path: string, init?: RequestInit) => Promise<Response>;
  openWorkspace: (name: string) => Promise<TestWorkspace>;
  /** Everything that was mailed, in order. */
  mails: Mail[];
  /** Signs somebody up over HTTP, who opens the link that proves the address unless told not to. */
  signUp: (name: string, options?: { confirms: boolean }) => Promise<TestPerson>;
  /** Works on the queue until it is empty. */
  drain: () => Promise<void>;
  close: () => Promise<void>;
}

interface TestServiceOptions {
  billingEnforced?: boolean;
  /** Of each key; more than any test makes, unless given. */
  mutationsPerMinute?: number;
  /** Faults go to this process's own output unless given. */
  log?: Logger;
  /** Git hosts that may be at private addresses. */
  allowedHosts?: readonly string[];
}

/**
 * Every route over real handlers and a database of its own. The queue is worked by hand: nothing happens that the test
 * does not ask for. A response that breaks its contract is a 500.
 */
export async function startTestService({
  billingEnforced = false,
  mutationsPerMinute = NO_LIMIT,
  log = faultLogger(),
  allowedHosts = [],
}: TestServiceOptions = {}): Promise<TestService> {
  const folder = await mkdtemp(join(tmpdir(), "knockon-service-"));
  const { url, drop } = await createTestDatabase(inject("postgresUrl"));
  await migrateDatabase(url);
  const { database, close } = connectNodePostgres(url);
  const dataFolder = join(folder, "data");
  const localOrgRoots = [join(folder, "orgs")];
  const mails: Mail[] = [];
  const sendMail = async (mail: Mail): Promise<void> => void mails.push(mail);
  const { shared, queue, ...local } = composeLocal({
    hosts: { allowedHosts, githubApp: null, encryptionKeys: new Map([[1, randomBytes(32)]]) },
    database,
    dataFolder,
    localOrgRoots,
    threads: 2,
    sendMail,
    log,
    settings: { appUrl: BASE_URL, billingEnforced },
  });
  const app = createApp({
    routes: ROUTES,
    mutationLimit: {
      counter: postgresRateCounter(database),
      perMinute: mutationsPerMinute,
      patienceMs: 2000,
    },
    authenticate: authenticateAgainst(database, SESSION_SECRET),
    signIn: createSignIn({
      database,
      secret: SESSION_SECRET,
      baseUrl: BASE_URL,
      basePath: SIGN_IN_PATH,
      cookieName: SESSION_COOKIE,
      allowedOrigins: [ALLOWED_ORIGIN],
      sendMail,
      log,
    }),
    context: shared,
    allowedOrigins: [ALLOWED_ORIGIN],
    document: openApiDocument(OPERATIONS),
    validateResponses: true,
  });
  const service: TestService = {
    folder: join(folder, "orgs"),
    shared,
    request: async (path, init) => app.request(path, init),
    mails,
    signUp: (name, { confirms } = { confirms: true }) => signUp(service, name, confirms),
    async openWorkspace(name) {
      const id = randomUUID();
      await asSystem(database, (tx) => tx.insert(workspace).values({ id, name, slug: id }));
      const scope = { database, workspaceId: id };
      const ctx = { ...shared, ...scope, actor: { type: "system" } as const, requestId: "test" };
      const { key } = await createApiKey(ctx, { name: "test" });
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
