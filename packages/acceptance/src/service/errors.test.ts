import { API_PREFIX, SIGN_IN_PATH } from "@knockon/contract/operation";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ALLOWED_ORIGIN } from "../testing/test-workspace.ts";
import { absentResources, pendingScan } from "../testing/operation-examples.ts";
import { GLOBEX } from "../testing/organizations.ts";
import { openTenant, type Tenant } from "../testing/tenant.ts";
import { startTestService, type TestService } from "../testing/test-service.ts";

const PER_MINUTE = 30;
const CAUSE = "permission denied";

let service: TestService;
let acme: Tenant;
const logged: string[] = [];

beforeAll(async () => {
  const log = { info() {}, error: (...fault: unknown[]) => void logged.push(JSON.stringify(fault)) };
  service = await startTestService({ billingEnforced: true, mutationsPerMinute: PER_MINUTE, log });
  acme = await openTenant(service, "acme", GLOBEX);
  await pendingScan(acme.workspace, acme.resources.connectedOrg);
  const { database } = service.shared;
  await database.execute(sql`revoke select on audit_event from knockon_app`);
});

afterAll(() => service.close());

interface Case {
  method?: string;
  path: () => string;
  body?: string;
  /** In addition to the key. */
  headers?: () => Record<string, string>;
  expected: unknown;
}

const text = expect.any(String);
const ofOrg = () => `/connected-orgs/${acme.resources.connectedOrg}`;
const ofWorkspace = () => `/workspaces/${acme.resources.workspace}`;
const viewer = () => ({ "X-API-Key": "", ...acme.credentials.viewer });

const CASES: Record<string, Case> = {
  "400": { path: () => "/repositories/lookup", expected: { detail: text } },
  "401": {
    path: () => "/repositories",
    headers: () => ({ "X-API-Key": "svc_live_nonsense" }),
    expected: {
      detail: "Authentication required. Provide X-API-Key, Authorization: Bearer <key>, or log in.",
    },
  },
  "402 for a feature": {
    path: () => `/artifacts/${acme.resources.artifact}/consumers`,
    expected: { detail: text, code: "plan_feature_required", feature: "artifact_dashboard" },
  },
  "402 for a limit": {
    method: "POST",
    path: () => "/connected-orgs",
    get body() {
      return JSON.stringify({ name: "more", platform: "local", url: acme.resources.folder });
    },
    expected: { detail: text, code: "org_connection_limit", limit: 1, used: 1 },
  },
  "403": { method: "POST", path: () => `${ofOrg()}/scans`, headers: viewer, expected: { detail: text } },
  "404 for a resource": {
    path: () => `/repositories/${absentResources().repository}`,
    expected: { detail: "Not found." },
  },
  "404 for a path": { path: () => "/nothing", expected: { detail: "Not found." } },
  "404 for sign-in": { path: () => "/auth/nothing", expected: { detail: text } },
  "405": { method: "PUT", path: () => "/repositories", expected: { detail: text } },
  "409": { method: "POST", path: () => `${ofOrg()}/scans`, expected: { detail: text, scan_id: text } },
  "422": {
    path: () => "/repositories?limit=0",
    expected: {
      detail: [{ loc: ["query", "limit"], msg: text, type: text, ctx: { minimum: 1 }, input: "0" }],
    },
  },
  "500": {
    path: () => `${ofWorkspace()}/audit-events`,
    expected: { detail: "Internal server error.", request_id: text },
  },
};

async function send({ method = "GET", path, body, headers }: Case, extra: Record<string, string> = {}) {
  const json: Record<string, string> = body === undefined ? {} : { "Content-Type": "application/json" };
  const offered = { "X-API-Key": acme.workspace.key, ...json, ...headers?.(), ...extra };
  const init = { method, headers: offered, ...(body !== undefined && { body }) };
  return service.request(`${API_PREFIX}${path()}`, init);
}

describe("an error", () => {
  it.each(Object.entries(CASES))(
    "%s has a detail and only the declared extras [D-1.13,14,17 D-11.9]",
    async (name, given) => {
      const response = await send(given);
      expect([response.status, await response.json()]).toEqual([Number.parseInt(name, 10), given.expected]);
      expect(response.headers.get("Content-Type")).toMatch(/^application\/json\b/u);
    },
  );

  it("429 has a detail and the seconds to wait, also as a header", async () => {
    const { key } = await service.openWorkspace("Spent");
    const mutation = { ...CASES["405"], method: "POST", path: () => "/connected-orgs", expected: {} };
    const mutate = () => send(mutation, { "X-API-Key": key, Origin: ALLOWED_ORIGIN });
    for (let sent = 0; sent < PER_MINUTE; sent += 1) expect((await mutate()).status).toBe(422);
    const rejected = await mutate();
    expect([rejected.status, await rejected.json()]).toEqual([
      429,
      { detail: text, retry_after: Number(rejected.headers.get("Retry-After")) },
    ]);
    expect(rejected.headers.get("Access-Control-Allow-Origin")).toBe(ALLOWED_ORIGIN);
    expect(rejected.headers.get("X-Request-ID")).toMatch(/^[\w-]{36}$/u);
  });

  it.each(Object.entries(CASES))("%s has the request's ID, or a new one [D-1.19]", async (_name, given) => {
    const idFor = async (offered: string) =>
      (await send(given, { "X-Request-ID": offered })).headers.get("X-Request-ID");
    expect(await idFor("ci.run_7-A")).toBe("ci.run_7-A");
    for (const malformed of ["x".repeat(129), "a b", "<b>", ""])
      expect(await idFor(malformed)).toMatch(/^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/u);
  });

  it.each(Object.entries(CASES))(
    "%s is readable only by scripts of an allowed origin [D-1.20]",
    async (name, given) => {
      const allowed = await send(given, { Origin: ALLOWED_ORIGIN });
      expect(allowed.headers.get("Access-Control-Allow-Origin")).toBe(ALLOWED_ORIGIN);
      for (const exposed of ["Retry-After", "X-Request-ID", "X-Total-Count"])
        expect(allowed.headers.get("Access-Control-Expose-Headers")?.split(",")).toContain(exposed);
      for (const Origin of ["https://evil.example", `${ALLOWED_ORIGIN}.evil.example`, "null"]) {
        const foreign = await send(given, { Origin });
        expect([name, foreign.headers.get("Access-Control-Allow-Origin")]).toEqual([name, null]);
      }
    },
  );

  it("500 omits the cause, which is logged with the request ID [D-1.17]", async () => {
    const response = await send(CASES["500"] as Case);
    const body = await response.text();
    expect(body).not.toContain(CAUSE);
    const id = response.headers.get("X-Request-ID");
    expect(JSON.parse(body)).toMatchObject({ request_id: id });
    expect(logged.filter((line) => line.includes(CAUSE) && line.includes(id ?? ""))).toHaveLength(1);
  });
});

it("a 404 for another workspace's resource has the same headers as for a missing one, except the date [D-1.12]", async () => {
  const stranger = await service.openWorkspace("Stranger");
  const headersOf = async (id: string) => {
    const headers = { "X-API-Key": stranger.key, "X-Request-ID": "same" };
    const response = await service.request(`${API_PREFIX}/scans/${id}`, { headers });
    const { date: _, ...others } = Object.fromEntries(response.headers);
    return [response.status, others, await response.text()];
  };
  expect(await headersOf(acme.resources.scan)).toEqual(await headersOf(absentResources().scan));
});

it("sign-in errors have the format of the service [D-1.13]", async () => {
  const rejected = await service.request(`${SIGN_IN_PATH}/sign-in/email`, { method: "PUT" });
  expect([rejected.status, await rejected.json()]).toEqual([405, { detail: "Method not allowed." }]);
});
