import { randomBytes, randomUUID } from "node:crypto";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { noPayments } from "@knockon/adapters/payments/none";
import { stripePayments } from "@knockon/adapters/payments/stripe/stripe-payments";
import { SECRET_KEY, WEBHOOK_SECRET, type FakeStripe } from "@knockon/adapters/testing/stripe/fake-stripe";
import { postgresRateCounter } from "@knockon/adapters/rate-counter/postgres";
import { createSignIn } from "@knockon/adapters/sign-in/sign-in";
import { createApp } from "@knockon/api/app";
import { authenticateAgainst } from "@knockon/api/identity";
import { createReference } from "@knockon/api/reference/reference";
import { ROUTES } from "@knockon/api/routes/all";
import type { SharedContext } from "@knockon/api/serve-route";
import { openApiDocument } from "@knockon/contract/openapi";
import { OPERATIONS } from "@knockon/contract/operations/all";
import { SIGN_IN_PATH } from "@knockon/contract/operation";
import { leaveWorkspaces } from "@knockon/core/session/leave-workspaces";
import { SESSION_COOKIE } from "@knockon/core/session/session";
import { createApiKey } from "@knockon/core/api-key/api-keys";
import type { Logger, Settings } from "@knockon/core/context";
import type { Mail } from "@knockon/core/ports/mail";
import { handleMessage } from "@knockon/core/scan/handle-message";
import type { Database } from "@knockon/db/database";
import { asSystem } from "@knockon/db/in-workspace";
import { workspace } from "@knockon/db/schema/workspace.sql";
import { sql } from "drizzle-orm";
import { openTestDatabase } from "@knockon/db/testing/use-test-database";
import { type HostSettings, type SignInSettings } from "@knockon/functions/compose/settings";
import { composeLocal } from "@knockon/functions/compose/local";
import { faultLogger } from "@knockon/functions/compose/logger";
import { serveMcp } from "@knockon/functions/mcp/serve-mcp";
import { createHttpServer } from "@knockon/functions/local/serve-http";
import { cheapPasswordHash } from "./cheap-password-hash.ts";
import { MAX_BODY_LENGTH, sendOverHttp } from "./send-over-http.ts";
import { sharedExtractor } from "./shared-extractor.ts";
import { signUp, type TestPerson } from "./test-person.ts";
import { ALLOWED_ORIGIN, testWorkspace, type TestWorkspace } from "./test-workspace.ts";

const BASE_URL = "http://localhost";
/** Signs the session cookies. */
export const SESSION_SECRET = "a secret of the tests, long enough to sign";

/** The client of a request. */
interface Client {
  address: string;
}

/** The request header that carries the client's address. */
const ADDRESS_HEADER = "X-Test-Address";

const INSTALLABLE = {
  url: "https://github.com",
  slug: "knockon",
  clientId: "Iv1.7",
  clientSecret: "the App's secret",
};
const STRIPE_SETTINGS = { secretKey: SECRET_KEY, webhookSecret: WEBHOOK_SECRET, isLive: false };

const MAX_HEADER_BYTES = 64 * 1024 * 1024;
const NO_LIMIT = 1_000_000;

export interface TestService {
  /** The only folder in LOCAL_ORG_ROOTS. */
  folder: string;
  /** Where clients reach the service. */
  url: string;
  shared: SharedContext;
  /** Each request has its own client address unless one is given. */
  request: (path: string, init?: RequestInit, client?: Client) => Promise<Response>;
  openWorkspace: (name: string) => Promise<TestWorkspace>;
  /** Undefined without a payment processor. */
  stripe: FakeStripe | undefined;
  /** All sent emails, oldest first. */
  mails: Mail[];
  /** Signs a user up over HTTP. The user confirms the email address unless `confirms` is false. */
  signUp: (name: string, options?: { confirms: boolean }) => Promise<TestPerson>;
  /** Processes the next message of the queue. Returns false if the queue is empty. */
  workOnce: () => Promise<boolean>;
  /** Processes messages until the queue is empty. */
  drain: () => Promise<void>;
  close: () => Promise<void>;
}

interface TestServiceOptions {
  /** No payment processor by default. */
  stripe?: FakeStripe;
  billingEnforced?: boolean;
  ownership?: Settings["ownership"];
  /** Per key. Practically unlimited by default. */
  mutationsPerMinute?: number;
  /** Prints errors by default. */
  log?: Logger;
  /** Git hosts that may have private addresses. */
  allowedHosts?: readonly string[];
  /** By default, users can install the GitHub App, but the service has no private key for it. */
  app?: Partial<Pick<HostSettings, "githubApp" | "githubAppSetup" | "githubAppWebhookSecret">>;
  /** The base URL of the application. */
  baseUrl?: string;
  /** The OAuth providers for sign-in. */
  signIn?: SignInSettings;
  /** Minimum duration of responses that must not reveal whether an account exists. */
  minimumResponseMs?: number;
  /** The clock of the sign-in rate limits. */
  now?: () => Date;
}

/**
 * Starts a service with every route over HTTP, real handlers and its own database. Messages are processed only by `workOnce` and
 * `drain`, so a test controls when work happens. A response that violates its contract becomes a 500.
 */
export async function startTestService({
  stripe,
  billingEnforced = stripe !== undefined,
  ownership = "off",
  mutationsPerMinute = NO_LIMIT,
  log = faultLogger(),
  allowedHosts = [],
  app: appSettings = {},
  baseUrl = BASE_URL,
  signIn = {},
  minimumResponseMs = 0,
  now = () => new Date(),
}: TestServiceOptions = {}): Promise<TestService> {
  const folder = await mkdtemp(join(tmpdir(), "knockon-service-"));
  const { database, close, drop } = await openTestDatabase();
  const dataFolder = join(folder, "data");
  const localOrgRoots = [join(folder, "orgs")];
  const mails: Mail[] = [];
  const sendMail = async (mail: Mail): Promise<void> => void mails.push(mail);
  const { shared, queue, ...local } = composeLocal({
    hosts: {
      allowedHosts,
      githubApp: null,
      githubAppSetup: INSTALLABLE,
      githubAppWebhookSecret: null,
      encryptionKeys: new Map([[1, randomBytes(32)]]),
      ...appSettings,
    },
    database,
    dataFolder,
    localOrgRoots,
    threads: 0,
    extractor: sharedExtractor,
    sendMail,
    payments: stripe ? stripePayments({ ...STRIPE_SETTINGS, apiUrl: stripe.url }) : noPayments,
    log,
    settings: { appUrl: baseUrl, billingEnforced, ownership },
  });
  const authenticate = authenticateAgainst(database, SESSION_SECRET);
  const mutationLimit = {
    counter: postgresRateCounter(database),
    perMinute: mutationsPerMinute,
    timeoutMs: 2000,
  };
  const app = createApp({
    routes: ROUTES,
    mutationLimit,
    authenticate,
    signIn: {
      answer: createSignIn({
        database,
        secret: SESSION_SECRET,
        baseUrl,
        basePath: SIGN_IN_PATH,
        cookieName: SESSION_COOKIE,
        allowedOrigins: [ALLOWED_ORIGIN],
        sendMail,
        log,
        onDelete: (userId) => leaveWorkspaces(shared, userId),
        ...signIn,
        minimumResponseMs,
        passwordHash: cheapPasswordHash,
      }),
      limits: { counter: postgresRateCounter(database), now, secret: SESSION_SECRET },
      addressOf: (c) => c.req.header(ADDRESS_HEADER) ?? "",
    },
    context: shared,
    allowedOrigins: [ALLOWED_ORIGIN],
    reference: createReference(() => openApiDocument(OPERATIONS)),
    validateResponses: true,
  });
  app.route(
    "/",
    serveMcp({
      context: shared,
      authenticate,
      mutationLimit,
      allowedOrigins: [ALLOWED_ORIGIN],
      allowedHosts: ["localhost", "127.0.0.1"],
      baseUrlOf: ({ url: requested }) => new URL(requested).origin,
    }),
  );
  const { url, stop } = await listen(app.fetch);
  const service: TestService = {
    folder: join(folder, "orgs"),
    url,
    shared,
    stripe,
    request(path, init, client = { address: randomUUID() }) {
      const headers = new Headers(init?.headers);
      headers.set(ADDRESS_HEADER, client.address);
      return sendOverHttp(`${url}${path}`, { ...init, headers });
    },
    mails,
    signUp: (name, { confirms } = { confirms: true }) => signUp(service, name, confirms),
    openWorkspace: (name) => openTestWorkspace(service, name),
    async workOnce() {
      const next = await queue.receive();
      if (!next) return false;
      const ctx = { ...shared, actor: { type: "system" } as const, requestId: "test" };
      await handleMessage({ ...ctx, workspaceId: next.message.workspaceId }, next.message);
      await next.delete();
      return true;
    },
    async drain() {
      while (await service.workOnce());
    },
    async close() {
      stop();
      await local.close();
      await close();
      await drop();
      await rm(folder, { recursive: true, force: true });
    },
  };
  return service;
}

/** Returns every row of every table as text. */
export async function dumpDatabase(database: Database): Promise<string> {
  const tables = await database.execute<{ name: string }>(
    sql`select table_name as name from information_schema.tables where table_schema = 'public'`,
  );
  const texts = await Promise.all(
    tables.rows.map(({ name }) =>
      database.execute<{ text: string }>(
        sql`select to_jsonb(t)::text as text from ${sql.identifier(name)} t`,
      ),
    ),
  );
  return texts.flatMap(({ rows }) => rows.map(({ text }) => text)).join("\n");
}

/** Creates a workspace with an API key and no members. */
export async function openTestWorkspace(service: TestService, name: string): Promise<TestWorkspace> {
  const { database } = service.shared;
  const id = randomUUID();
  await asSystem(database, (tx) => tx.insert(workspace).values({ id, name, slug: id }));
  const scope = { database, workspaceId: id };
  const ctx = { ...service.shared, ...scope, actor: { type: "system" } as const, requestId: "test" };
  const { key } = await createApiKey(ctx, { name: "test" });
  return testWorkspace(service, scope, key);
}

/** Serves on a free port. Accepts longer URLs than Node's server does by default. */
async function listen(handle: (request: Request) => Response | Promise<Response>) {
  const server = createHttpServer(handle, { maxHeaderSize: MAX_HEADER_BYTES });
  // A connection that is closed when idle could be closed just as a request is sent on it.
  server.keepAliveTimeout = 0;
  // The unread rest of a rejected body closes its connection, which another request must not share.
  server.prependListener("request", ({ headers }, response) => {
    const isStreamed = headers["transfer-encoding"] !== undefined;
    if (isStreamed || Number(headers["content-length"]) > MAX_BODY_LENGTH) response.shouldKeepAlive = false;
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const stop = (): void => {
    server.close();
    server.closeAllConnections();
  };
  return { url: `http://127.0.0.1:${port}`, stop };
}
