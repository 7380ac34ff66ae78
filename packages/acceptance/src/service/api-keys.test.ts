import { createKey } from "@knockon/core/api-key/key-format";
import {
  createApiKey,
  listApiKeys,
  listAuditEvents,
  listMembers,
  revokeApiKey,
} from "@knockon/contract/operations/workspace";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { GLOBEX } from "../testing/organizations.ts";
import { openTenant, type Tenant } from "../testing/tenant.ts";
import { startTestService, type TestService } from "../testing/test-service.ts";

let service: TestService;
let acme: Tenant;
let params: { workspace_id: string };

beforeAll(async () => {
  service = await startTestService();
  acme = await openTenant(service, "acme", GLOBEX);
  params = { workspace_id: acme.resources.workspace };
});

afterAll(() => service.close());

const create = (name = "CI") => acme.team.owner.call(createApiKey, { params, body: { name } });
const statusWith = async (headers: Record<string, string>) =>
  (await service.request("/api/v1/connected-orgs", { headers })).status;
const instant = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/u);

describe("POST /workspaces/{id}/api-keys", () => {
  it("returns 201 with the key, whose prefix is its first 17 characters [D-10.16,21]", async () => {
    const created = await create("Build server");
    expect(created).toEqual({
      id: expect.any(String),
      name: "Build server",
      prefix: created.key.slice(0, "svc_live_".length + 8),
      created_by: acme.team.owner.id,
      created_at: instant,
      last_used_at: null,
      revoked_at: null,
      key: expect.stringMatching(/^svc_live_[0-9A-Za-z]{46}$/u),
    });
  });
});

describe("GET /workspaces/{id}/api-keys", () => {
  it("lists all fields of a key except the key itself [D-10.16,18]", async () => {
    const { key, ...created } = await create();
    expect(await statusWith({ "X-API-Key": key })).toBe(200);
    const [first, ...others] = await acme.team.owner.call(listApiKeys, { params });
    expect(first).toEqual({ ...created, last_used_at: instant });
    const text = JSON.stringify([first, ...others]);
    expect([text.includes(key), text.includes(key.slice(created.prefix.length))]).toEqual([false, false]);
    expect(new Set([created, ...others].map(({ prefix }) => prefix)).size).toBe(others.length + 1);
  });
});

describe("DELETE /workspaces/{id}/api-keys/{key_id}", () => {
  it("returns 204 without a body, then 401 for the key and 404 for a second deletion [D-10.19,26]", async () => {
    const { id, key } = await create();
    expect(await statusWith({ "X-API-Key": key })).toBe(200);
    const revoke = () => acme.team.owner.fetch(revokeApiKey, { params: { ...params, key_id: id } });
    const revoked = await revoke();
    expect([revoked.status, await revoked.text()]).toEqual([204, ""]);
    for (const headers of [{ "X-API-Key": key }, { Authorization: `Bearer ${key}` }])
      expect(await statusWith(headers)).toBe(401);
    expect((await revoke()).status).toBe(404);
    const listed = await acme.team.owner.call(listApiKeys, { params });
    expect(listed.find((one) => one.id === id)).toMatchObject({ revoked_at: instant });
  });
});

describe("the first credential of a request decides", () => {
  it("in the order X-API-Key, Bearer svc_, cookie; an invalid one returns 401 even if the next is valid [D-1.22,23]", async () => {
    const { key } = acme.workspace;
    const { cookie } = acme.team.owner;
    const wrong = createKey().key;
    const valid = { "X-API-Key": key, Authorization: `Bearer ${key}`, Cookie: cookie };
    const cases: [Partial<typeof valid>, number][] = [
      [{ "X-API-Key": wrong }, 401],
      [{ "X-API-Key": "", Authorization: `Bearer ${wrong}` }, 401],
      [{ "X-API-Key": "", Authorization: "", Cookie: "service_access=no" }, 401],
      [{ Authorization: `Bearer ${wrong}`, Cookie: "service_access=no" }, 200],
      [{ "X-API-Key": "", Cookie: "service_access=no" }, 200],
      [{ "X-API-Key": "", Authorization: "" }, 200],
    ];
    for (const [changed, status] of cases)
      expect([changed, await statusWith({ ...valid, ...changed })]).toEqual([changed, status]);
  });

  it("ignores a bearer token that does not start with svc_ [D-1.24]", async () => {
    const { key } = acme.workspace;
    const { cookie } = acme.team.owner;
    for (const token of ["eyJhbGciOi", `S${key.slice(1)}`, ` x${key}`, ""]) {
      const Authorization = `Bearer ${token}`;
      expect(await statusWith({ Authorization, Cookie: cookie })).toBe(200);
      expect(await statusWith({ Authorization })).toBe(401);
    }
    expect(await statusWith({ Authorization: "Bearer svc_", Cookie: cookie })).toBe(401);
  });
});

it("GET /workspaces/{id}/members returns each member's identity, role and joining time [D-10.12]", async () => {
  const members = await acme.workspace.call(listMembers, { params });
  expect(members.find(({ role }) => role === "admin")).toEqual({
    user_id: acme.team.admin.id,
    email: acme.team.admin.email,
    full_name: "acme-admin",
    avatar_url: null,
    role: "admin",
    joined_at: instant,
  });
});

it("GET /workspaces/{id}/audit-events returns each event's actor, change and request ID [D-10.54]", async () => {
  const headers = { "X-Request-ID": "ci-7" };
  const { id, name, prefix } = await acme.team.owner.call(createApiKey, {
    params,
    body: { name: "Audited" },
    headers,
  });
  const [event] = await acme.team.admin.call(listAuditEvents, { params });
  expect(event).toEqual({
    id: expect.any(String),
    workspace_id: params.workspace_id,
    actor: { type: "user", id: acme.team.owner.id },
    action: "api_key.created",
    target: { type: "api_key", id },
    before: null,
    after: { name, prefix },
    request_id: "ci-7",
    created_at: instant,
  });
});
