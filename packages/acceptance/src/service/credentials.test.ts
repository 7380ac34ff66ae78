import { createHash } from "node:crypto";
import { listConnectedOrgs } from "@knockon/contract/operations/connected-org";
import { OPERATIONS } from "@knockon/contract/operations/all";
import {
  createApiKey,
  createWorkspace,
  listApiKeys,
  revokeApiKey,
} from "@knockon/contract/operations/workspace";
import { asSystem } from "@knockon/db/in-workspace";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { absentResources, exampleOf } from "../testing/operation-examples.ts";
import { makeOrganization } from "../testing/organizations.ts";
import type { TestPerson } from "../testing/test-person.ts";
import { startTestService, type TestService } from "../testing/test-service.ts";
import { ALLOWED_ORIGIN, sendRequest, type TestWorkspace } from "../testing/test-workspace.ts";

let service: TestService;
/** Three workspaces, each with another credential. */
let byHeader: TestWorkspace;
let byBearer: TestWorkspace;
let person: TestPerson;

beforeAll(async () => {
  service = await startTestService();
  byHeader = await service.openWorkspace("Header");
  byBearer = await service.openWorkspace("Bearer");
  const folder = makeOrganization(service.folder, "acme", { empty: {} });
  await byHeader.connect("header", folder);
  await byBearer.connect("bearer", folder);
  person = await service.signUp("ada");
  await person.call(createWorkspace, { body: { name: "Cookie" } });
});

afterAll(() => service.close());

/** Returns the names of the connected orgs that a request with these headers lists, or the status of an error. */
async function listedWith(headers: Record<string, string>): Promise<unknown> {
  const response = await sendRequest(service, listConnectedOrgs, { headers });
  if (response.status !== 200) return response.status;
  return ((await response.json()) as { name: string }[]).map(({ name }) => name);
}

describe("several valid credentials", () => {
  it("are tried in the order X-API-Key, Bearer svc_, cookie [IF-7.12]", async () => {
    const header = { "X-API-Key": byHeader.key };
    const bearer = { Authorization: `Bearer ${byBearer.key}` };
    const cookie = { Cookie: person.cookie };
    expect(await listedWith({ ...header, ...bearer, ...cookie })).toEqual(["header"]);
    expect(await listedWith({ ...bearer, ...cookie })).toEqual(["bearer"]);
    expect(await listedWith({ ...header, ...cookie })).toEqual(["header"]);
    expect(await listedWith(cookie)).toEqual([]);
    expect(await listedWith({})).toBe(401);
  });

  it("do not include a bearer token that does not start with svc_ [IF-7.10]", async () => {
    for (const token of ["eyJhbGciOiJIUzI1NiJ9.e30.x", byBearer.key.toUpperCase()]) {
      const other = { Authorization: `Bearer ${token}` };
      expect(await listedWith({ ...other, Cookie: person.cookie })).toEqual([]);
      expect(await listedWith(other)).toBe(401);
    }
  });
});

describe("an API key", () => {
  let params: { workspace_id: string };
  beforeAll(async () => {
    params = { workspace_id: (await person.call(createWorkspace, { body: { name: "Keys" } })).id };
  });

  const make = (name: string) => person.call(createApiKey, { params, body: { name } });

  it("is one of several, shown once, and replaceable [IF-7.5,7,8]", async () => {
    const [lost, kept] = [await make("lost"), await make("kept")];
    expect(lost.key).toMatch(/^svc_live_[0-9A-Za-z]+$/u);
    expect(lost.key.startsWith(lost.prefix)).toBe(true);
    const listed = await person.call(listApiKeys, { params });
    expect(listed.map(({ name }) => name).toSorted()).toEqual(["kept", "lost"]);
    expect(listed.filter((one) => "key" in one)).toEqual([]);
    await person.call(revokeApiKey, { params: { ...params, key_id: lost.id } });
    const replaced = await make("replaced");
    expect(await listedWith({ "X-API-Key": lost.key })).toBe(401);
    expect(await listedWith({ "X-API-Key": replaced.key })).toEqual([]);
    expect(await listedWith({ "X-API-Key": kept.key })).toEqual([]);
  });

  it("is stored only as its SHA-256 hash and its prefix [IF-7.6]", async () => {
    const { id, key, prefix } = await make("kept");
    const hash = createHash("sha256").update(key).digest("hex");
    const { rows } = await asSystem(service.shared.database, (tx) =>
      tx.execute<{ row: string; prefix: string; hash: string }>(
        sql`select api_key::text as row, prefix, hash from api_key where id = ${id}`,
      ),
    );
    expect(rows).toMatchObject([{ prefix, hash }]);
    expect(rows[0]?.row).not.toContain(key.slice(prefix.length));
  });
});

describe("the limit on mutations", () => {
  /** Webhooks have no credential, so no limit applies to them. */
  const byId = OPERATIONS.filter(({ auth }) => typeof auth.credentials !== "string").map(
    (operation) => [operation.id, operation] as const,
  );

  it.each(byId)("%s has RateLimit headers only if it is a mutation [IF-10.2]", async (_id, operation) => {
    const headers = operation.auth.credentials.includes("key")
      ? { "X-API-Key": byHeader.key }
      : { Cookie: person.cookie, Origin: ALLOWED_ORIGIN };
    const response = await sendRequest(service, operation, {
      ...exampleOf(operation, absentResources()),
      headers,
    });
    const isMutation = ["POST", "PUT", "PATCH", "DELETE"].includes(operation.method);
    expect(response.headers.has("RateLimit")).toBe(isMutation);
    expect(response.headers.has("RateLimit-Policy")).toBe(isMutation);
  });
});
