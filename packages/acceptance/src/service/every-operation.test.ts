import { createHmac } from "node:crypto";
import { sellPlans } from "@knockon/adapters/testing/stripe/sell-plans";
import { startFakeStripe, type FakeStripe } from "@knockon/adapters/testing/stripe/fake-stripe";
import { createKey } from "@knockon/core/api-key/key-format";
import type { OperationInput } from "@knockon/contract/operation";
import { OPERATIONS } from "@knockon/contract/operations/all";
import { lookupRepository } from "@knockon/contract/operations/repository";
import { acceptInvitation } from "@knockon/contract/operations/workspace";
import { inWorkspace } from "@knockon/db/in-workspace";
import { session } from "@knockon/db/schema/user.sql";
import { apiKey } from "@knockon/db/schema/workspace.sql";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  absentResources,
  EXAMPLES,
  exampleOf,
  isRecurring,
  isRepeatable,
  crossTenantRequests,
  type Resources,
} from "../testing/operation-examples.ts";
import { ACME, makeOrganization } from "../testing/organizations.ts";
import { invite, openDisposable, openTenant, type Tenant } from "../testing/tenant.ts";
import { cookieOf, PASSWORD, postSignIn, type TestPerson } from "../testing/test-person.ts";
import { SESSION_SECRET, startTestService, type TestService } from "../testing/test-service.ts";
import { ALLOWED_ORIGIN, type RequestParts, sendRequest } from "../testing/test-workspace.ts";

let stripe: FakeStripe;
let service: TestService;
let tenant: Tenant;
let own: Resources;
let key: string;
/** Headers without a valid credential. */
let invalid: Record<string, string>[];

beforeAll(async () => {
  stripe = await startFakeStripe();
  sellPlans(stripe.ledger);
  service = await startTestService({ stripe });
  tenant = await openTenant(service, "acme", ACME);
  own = tenant.resources;
  key = tenant.workspace.key;
  invalid = await invalidCredentials();
});

afterAll(async () => {
  await service.close();
  await stripe.close();
});

async function invalidCredentials(): Promise<Record<string, string>[]> {
  const former = await service.openWorkspace("Former");
  await inWorkspace(former.scope, (tx) => tx.update(apiKey).set({ revokedAt: new Date() }));
  const { owner, admin, member } = tenant.team;
  const token = tokenOf(owner.cookie);
  return [
    {},
    { "X-API-Key": "svc_live_nonsense" },
    { "X-API-Key": createKey().key },
    { "X-API-Key": former.key },
    { Authorization: `Bearer ${former.key}` },
    { Authorization: `Basic ${key}` },
    { Authorization: `Bearer ${key.slice("svc_".length)}` },
    { Authorization: `Bearer ${token}` },
    { "X-API-Key": createKey().key, Authorization: `Bearer ${key}` },
    { "X-API-Key": createKey().key, Cookie: owner.cookie },
    { Cookie: `service_access=${key}` },
    { Cookie: `service_access=${token}` },
    { Cookie: cookieFor(token, "another secret") },
    { Cookie: cookieFor("never made", SESSION_SECRET) },
    { Cookie: await expired(admin) },
    { Cookie: await signedOut(member) },
  ].map((headers) => ({ ...headers, Origin: ALLOWED_ORIGIN }));
}

const tokenOf = (cookie: string): string =>
  decodeURIComponent(cookie.split("=")[1] ?? "").split(".")[0] ?? "";

function cookieFor(token: string, secret: string): string {
  const signature = createHmac("sha256", secret).update(token).digest("base64");
  return `service_access=${encodeURIComponent(`${token}.${signature}`)}`;
}

async function signInAgain({ email }: TestPerson): Promise<string> {
  return cookieOf(await postSignIn(service, "/sign-in/email", { email, password: PASSWORD }));
}

async function expired(person: TestPerson): Promise<string> {
  const cookie = await signInAgain(person);
  await service.shared.database
    .update(session)
    .set({ expiresAt: new Date(Date.now() - 1) })
    .where(eq(session.token, tokenOf(cookie)));
  return cookie;
}

async function signedOut(person: TestPerson): Promise<string> {
  const cookie = await signInAgain(person);
  await postSignIn(service, "/sign-out", {}, { Cookie: cookie });
  return cookie;
}

/** Without operations that need no credential, which `webhooks.test.ts` and `github-installations.test.ts` cover. */
const byId = OPERATIONS.filter(({ auth }) => typeof auth.credentials !== "string").map(
  (operation) => [operation.id, operation] as const,
);

/** Sends a request with the key or, if the operation rejects keys, as the Owner. */
const fetchOwn = (operation: OperationInput, parts: RequestParts): Promise<Response> => {
  const { key: byKey, owner } = tenant.credentials;
  const credential = operation.auth.credentials.includes("key") ? byKey : owner;
  return sendRequest(service, operation, { ...parts, headers: { ...credential, ...parts.headers } });
};

const summaryOf = async (response: Response) => ({
  status: response.status,
  type: response.headers.get("Content-Type"),
  body: await response.text(),
});

const locationsOf = async (response: Response) => {
  const { detail } = (await response.json()) as { detail: { loc: string[] }[] };
  return [response.status, detail.map(({ loc }) => loc.join("."))];
};

it("every operation has an example, and every example an operation", () => {
  expect(Object.keys(EXAMPLES).toSorted()).toEqual(OPERATIONS.map(({ id }) => id).toSorted());
});

describe("401", () => {
  const rejection = {
    status: 401,
    type: "application/json",
    body: '{"detail":"Authentication required. Provide X-API-Key, Authorization: Bearer <key>, or log in."}',
  };

  it.each(byId)(
    "%s without a valid credential in any header [IF-1.15 IF-7.12 IF-9.2 D-1.18]",
    async (_id, operation) => {
      const probes = invalid.map(async (headers) => {
        const response = await sendRequest(service, operation, { ...exampleOf(operation, own), headers });
        expect(await summaryOf(response), `with ${JSON.stringify(headers)}`).toEqual(rejection);
      });
      await Promise.all(probes);
    },
  );
});

describe("a key", () => {
  const reads = byId.filter(([, operation]) => isRepeatable(operation));

  it.each(reads)(
    "authenticates %s in X-API-Key and as a bearer token [IF-4.2 IF-7.3,9,10]",
    async (_id, operation) => {
      const responses: Awaited<ReturnType<typeof summaryOf>>[] = [];
      const { workspace } = own;
      for (const headers of [
        { "X-API-Key": key },
        { Authorization: `Bearer ${key}` },
        { "X-API-Key": key, Authorization: `Bearer ${createKey().key}` },
        { "X-API-Key": key, Cookie: "service_access=invalid" },
        { "X-API-Key": key, "X-Workspace-Id": workspace },
        { "X-API-Key": key, "X-Workspace-Id": workspace.toUpperCase() },
      ]) {
        responses.push(
          await summaryOf(await sendRequest(service, operation, { ...exampleOf(operation, own), headers })),
        );
      }
      expect(responses).toEqual(responses.map(() => ({ ...responses[0], status: 200 })));
    },
  );
});

describe("422", () => {
  const malformed: Partial<Resources> = {
    workspace: "1",
    connectedOrg: "acme",
    scan: "1",
    repository: "acme/api",
    artifact: "0x1",
    user: "me",
    invitation: "last",
    key: "svc_live_00000000",
    installation: "acme",
  };
  const absent = absentResources();
  const withIds = byId.filter(
    ([, operation]) => crossTenantRequests(operation, absent, { ...absent, ...malformed }).length > 0,
  );

  it.each(withIds)("%s for an ID that is not a UUID [IF-4.4,6 IF-5.5 D-1.15]", async (_id, operation) => {
    for (const example of EXAMPLES[operation.id] ?? []) {
      const [valid, parts] = [example(own), example({ ...own, ...malformed })];
      const locations = (["params", "query", "body"] as const).flatMap((part) =>
        Object.entries((parts[part] ?? {}) as Record<string, string>)
          .filter(
            ([name, value]) =>
              JSON.stringify(value) !== JSON.stringify((valid[part] as Record<string, unknown>)[name]),
          )
          .map(([name]) => `${part === "params" ? "path" : part}.${name}`),
      );
      if (locations.length === 0) continue;
      expect(await locationsOf(await fetchOwn(operation, parts))).toEqual([422, locations]);
    }
  });

  const counted = byId.filter(([, { counted: isCounted }]) => isCounted);

  it.each(counted)("%s for an invalid page [D-2.2,4]", async (_id, operation) => {
    const example = exampleOf(operation, own);
    for (const [name, value] of [
      ["limit", "0"],
      ["limit", "501"],
      ["limit", ""],
      ["limit", "1e1"],
      ["limit", "ten"],
      ["offset", "-1"],
      ["offset", "0x0"],
      ["page", "2"],
    ] as const) {
      const query = { ...example.query, [name]: value };
      expect(await locationsOf(await fetchOwn(operation, { ...example, query }))).toEqual([
        422,
        [`query.${name}`],
      ]);
    }
  });

  it.each(byId)("%s for a workspace ID that is not a UUID [IF-4.7 D-1.15]", async (_id, operation) => {
    const headers = { "X-Workspace-Id": "acme" };
    const response = await fetchOwn(operation, { ...exampleOf(operation, own), headers });
    expect(await locationsOf(response)).toEqual([422, ["header.X-Workspace-Id"]]);
  });

  const bodied = byId.filter(([, { body }]) => body);

  it.each(bodied)(
    "%s for a body that is not JSON, not an object, not declared, or of another type [IF-4.3,4 D-1.15,16]",
    async (_id, operation) => {
      const { body, ...example } = exampleOf(operation, own);
      const { key: byKey, owner } = tenant.credentials;
      const credential = operation.auth.credentials.includes("key") ? byKey : owner;
      const send = async (text: string, type = "application/json") => {
        const headers = { ...credential, "Content-Type": type };
        return locationsOf(await sendRequest(service, operation, { ...example, headers, text }));
      };
      const valid = (body ?? {}) as Record<string, unknown>;
      expect(await send('{"scan_type":')).toEqual([422, ["body"]]);
      expect(await send("[]")).toEqual([422, ["body"]]);
      expect(await send("null")).toEqual([422, ["body"]]);
      expect(await send(JSON.stringify({ ...valid, color: "red" }))).toEqual([422, ["body.color"]]);
      expect(await send(JSON.stringify(valid), "text/plain")).toEqual([422, ["header.Content-Type"]]);
      for (const name of Object.keys(valid)) {
        const wrong = JSON.stringify({ ...valid, [name]: Array.isArray(valid[name]) ? 7 : [7] });
        expect(await send(wrong)).toEqual([422, [`body.${name}`]]);
      }
    },
  );

  it("lookupRepository returns 400 for both, neither or another parameter", async () => {
    for (const query of [{}, { url: "a", full_path: "b" }, { clone_url: "a" }, { url: "a", repo: "b" }]) {
      expect((await fetchOwn(lookupRepository, { query })).status).toBe(400);
    }
  });
});

describe("success, with a response that matches its contract", () => {
  /** JSON, or no body. */
  const expected = ({ status }: OperationInput) => ({
    status,
    type: status === 204 ? null : expect.stringMatching(/^application\/json\b/u),
  });

  it.each(byId.filter(([, operation]) => isRepeatable(operation)))(
    "%s [IF-4.1 D-4.7 D-5.25]",
    async (id, operation) => {
      for (const example of EXAMPLES[id] ?? []) {
        expect(await summaryOf(await fetchOwn(operation, example(own)))).toMatchObject(expected(operation));
      }
    },
  );

  let shared: Promise<Tenant> | undefined;
  /** Opens a workspace for one call of the operation, or the shared one if the operation does not affect the others. */
  function disposableFor(operation: OperationInput): Promise<Tenant> {
    const open = (operationId?: string) =>
      openDisposable(
        service,
        tenant.team,
        makeOrganization(service.folder, operationId ?? "shared", { empty: {} }),
        operationId,
      );
    return isRecurring(operation) ? (shared ??= open()) : open(operation.id);
  }

  it.each(byId.filter(([, operation]) => !isRepeatable(operation)))("%s", async (_id, operation) => {
    const disposable = await disposableFor(operation);
    const { key: byKey, owner } = disposable.credentials;
    const headers = operation.auth.credentials.includes("key") ? byKey : owner;
    const token =
      operation.id === acceptInvitation.id
        ? await invite(service, tenant.team.viewer, tenant.team.owner.email)
        : disposable.resources.token;
    const parts = exampleOf(operation, { ...disposable.resources, token });
    expect(await summaryOf(await sendRequest(service, operation, { ...parts, headers }))).toMatchObject(
      expected(operation),
    );
  });
});
