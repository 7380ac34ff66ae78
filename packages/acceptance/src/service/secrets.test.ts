import { inspect } from "node:util";
import { createApp } from "@knockon/api/app";
import { authenticateAgainst } from "@knockon/api/identity";
import { ROUTES } from "@knockon/api/routes/all";
import { type OperationInput, SIGN_IN_PATH } from "@knockon/contract/operation";
import { createConnectedOrg } from "@knockon/contract/operations/connected-org";
import { lookupRepository } from "@knockon/contract/operations/repository";
import { OPERATIONS } from "@knockon/contract/operations/all";
import { createWebhookSecret } from "@knockon/contract/operations/webhook";
import { acceptInvitation, createInvitation, listAuditEvents } from "@knockon/contract/operations/workspace";
import { createKey } from "@knockon/core/api-key/key-format";
import { memoryRateCounter } from "@knockon/core/testing/memory-ports";
import { connectNodePostgres } from "@knockon/db/connect/node-postgres";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { jsonLogger } from "@knockon/functions/compose/logger";
import { exampleOf } from "../testing/operation-examples.ts";
import { ACME } from "../testing/organizations.ts";
import { moveToHost, openTenant, type Tenant } from "../testing/tenant.ts";
import { lastToken, PASSWORD, postSignIn } from "../testing/test-person.ts";
import { SESSION_SECRET, startTestService, type TestService } from "../testing/test-service.ts";
import { sendRequest } from "../testing/test-workspace.ts";

const CANARY = "canary-5f3b9d1c07";

const logged: string[] = [];
const errorBodies: string[] = [];
let service: TestService;
let tenant: Tenant;
/** Secrets that must not leak, by description. */
let secrets: Record<string, string>;
let guest: string;

beforeAll(async () => {
  // Libraries without our logger write here.
  vi.spyOn(console, "error").mockImplementation((...values) => void logged.push(inspect(values)));
  service = await startTestService({ log: jsonLogger((line) => logged.push(line)) });
  tenant = await openTenant(service, "acme", ACME);
  guest = tenant.team.viewer.email;
  const { owner } = tenant.team;
  const params = { workspace_id: tenant.resources.workspace };
  const body = { email: "guest@acme.example", role: "member" };
  await owner.call(createInvitation, { params, body });
  const ofOrg = { params: { connected_org_id: tenant.resources.connectedOrg } };
  await moveToHost(tenant.workspace, tenant.resources.connectedOrg);
  const webhooks = await owner.call(createWebhookSecret, ofOrg);
  const madeUp = createKey().key;
  secrets = {
    key: tenant.workspace.key,
    "secret of the key": tenant.workspace.key.slice("svc_live_00000000".length),
    "unknown key": madeUp,
    cookie: decodeURIComponent(owner.cookie.split("=")[1] ?? ""),
    "token of the session": decodeURIComponent(owner.cookie.split("=")[1] ?? "").split(".")[0] ?? "",
    invitation: lastToken(service, "guest@acme.example"),
    password: PASSWORD,
    "secret of the webhooks": webhooks.secret,
    canary: CANARY,
    "secret of the service": SESSION_SECRET,
  };
});

afterAll(() => service.close());

type Send = (path: string, init?: RequestInit) => Promise<Response>;

/** Requests that fail while they are authenticated fail alike, so a few stand for every operation. `KNOCKON_RELEASE=all` sends them all. */
const FAILING =
  process.env["KNOCKON_RELEASE"] === "all"
    ? OPERATIONS
    : [createWebhookSecret, createInvitation, createConnectedOrg, listAuditEvents, lookupRepository];

/** Sends requests to operations and to sign-in, with valid and with invented secrets. */
async function requestEverything(send: Send, operations: readonly OperationInput[]): Promise<void> {
  const target = { ...service, request: send };
  const hidden = {
    "User-Agent": CANARY,
    Referer: `https://app.acme.example/?token=${CANARY}`,
    "X-Forwarded-For": CANARY,
    "X-Access-Token": CANARY,
    "X-Gitlab-Token": secrets["secret of the webhooks"] ?? "",
    "X-Hub-Signature-256": CANARY,
  };
  const credentials = [
    tenant.credentials.key,
    tenant.credentials.owner,
    { Authorization: `Bearer ${secrets["key"]}` },
    { Authorization: `Basic ${CANARY}` },
    { "X-API-Key": `svc_live_${CANARY}` },
    { "X-API-Key": secrets["unknown key"] ?? "" },
    { Cookie: `service_access=${CANARY}.${CANARY}` },
  ];
  const read = async (response: Response): Promise<void> => {
    if (response.status >= 400) errorBodies.push(await response.text());
  };
  for (const operation of operations) {
    // Without the workspace, the other requests would fail early.
    if (operation.id === "deleteWorkspace" || operation.id === "transferWorkspace") continue;
    const parts = exampleOf(operation, tenant.resources);
    const body = { ...(parts.body as object | undefined), access_token: CANARY, name: { [CANARY]: 1 } };
    for (const credential of credentials) {
      const headers = { ...credential, ...hidden };
      if (operation.method === "GET") await read(await sendRequest(target, operation, { ...parts, headers }));
      if (operation.body) await read(await sendRequest(target, operation, { ...parts, body, headers }));
      if (operation.body)
        await read(await sendRequest(target, operation, { ...parts, text: `{"${CANARY}`, headers }));
    }
  }
  const { key, owner } = tenant.credentials;
  const body = { token: secrets["invitation"] };
  await read(await sendRequest(target, acceptInvitation, { body, headers: owner }));
  await read(await sendRequest(target, acceptInvitation, { body, headers: key }));
  await read(
    await send(`/api/v1/repositories/lookup?url=https://x:${CANARY}@github.com/a/b`, { headers: key }),
  );
  await read(await send(`/api/v1/repositories?limit=${secrets["key"]}`, { headers: key }));
  await read(await send(`/${CANARY}?token=${CANARY}`, { headers: key }));
  await read(await send(`${SIGN_IN_PATH}/reset-password/${CANARY}?callbackURL=/${CANARY}`));
  await read(await send(`${SIGN_IN_PATH}/verify-email?token=${CANARY}`));
  for (const [path, given] of [
    ["/sign-up/email", { name: "x", email: `${errorBodies.length}@acme.example`, password: CANARY }],
    ["/sign-up/email", { name: "x", email: guest, password: CANARY }],
    ["/sign-in/email", { email: guest, password: PASSWORD }],
    ["/sign-in/email", { email: guest, password: CANARY }],
    ["/reset-password", { token: CANARY, newPassword: CANARY }],
    ["/reset-password", { token: CANARY, newPassword: "short" }],
    ["/request-password-reset", { email: guest }],
    ["/sign-out", {}],
  ] as const) {
    await read(await postSignIn(target, path, given, { ...hidden, Cookie: `service_access=${CANARY}` }));
  }
}

/** Returns each found secret with the text around it. */
function secretsIn(texts: readonly string[]): string[] {
  return Object.entries(secrets).flatMap(([what, secret]) =>
    texts.flatMap((text) => {
      const at = text.indexOf(secret);
      return at < 0 ? [] : [`${what}: ${text.slice(Math.max(0, at - 300), at + 100)}`];
    }),
  );
}

it("no secret is in the log, error bodies, audit events or API reference", async () => {
  await requestEverything(service.request, OPERATIONS);
  const params = { workspace_id: tenant.resources.workspace };
  const events = await tenant.team.owner.call(listAuditEvents, { params });
  const read = async (path: string) => (await service.request(path)).text();
  const reference = [await read("/openapi.json"), await read("/docs")];
  expect(secretsIn([...logged, ...errorBodies, JSON.stringify(events), ...reference])).toEqual([]);
});

it("no secret leaks while the database is unreachable", async () => {
  const before = errorBodies.length;
  const { database, close } = connectNodePostgres("postgres://knockon@127.0.0.1:1/none");
  const app = createApp({
    routes: ROUTES,
    authenticate: authenticateAgainst(database, SESSION_SECRET),
    context: { ...service.shared, database },
    mutationLimit: { counter: memoryRateCounter(), perMinute: 1000 },
    allowedOrigins: [],
  });
  await requestEverything(async (path, init) => app.request(path, init), FAILING);
  await close();
  expect(errorBodies.slice(before).join()).toContain("The database is unavailable. Try again.");
  expect(secretsIn([...logged, ...errorBodies])).toEqual([]);
});

it("no secret leaks if the statements that contain one fail", async () => {
  const before = logged.length;
  for (const [table, column] of [
    ["session", "expires_at"],
    ["api_key", "hash"],
    ["invitation", "email"],
    ["account", "password"],
    ["verification", "value"],
  ] as const) {
    const name = sql.identifier(table);
    const gone = sql.identifier(`${column}_before`);
    await service.shared.database.execute(
      sql`alter table ${name} rename column ${sql.identifier(column)} to ${gone}`,
    );
  }
  await requestEverything(service.request, FAILING);
  expect(logged.slice(before).filter((line) => line.includes("Failed query")).length).toBeGreaterThan(10);
  expect(secretsIn([...logged, ...errorBodies])).toEqual([]);
});
