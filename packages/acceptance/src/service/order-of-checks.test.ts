import type { OperationInput } from "@knockon/contract/operation";
import { listArtifactConsumers, listArtifactVersions } from "@knockon/contract/operations/artifact";
import { createConnectedOrg, updateConnectedOrg } from "@knockon/contract/operations/connected-org";
import { listRepositories } from "@knockon/contract/operations/repository";
import { cancelScan, triggerScan } from "@knockon/contract/operations/scan";
import { createApiKey, createInvitation, transferWorkspace } from "@knockon/contract/operations/workspace";
import { inWorkspace } from "@knockon/db/in-workspace";
import { apiKey, workspace } from "@knockon/db/schema/workspace.sql";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { absentResources, pendingScan } from "../testing/operation-examples.ts";
import { ACME, GLOBEX } from "../testing/organizations.ts";
import { openTenant, type Tenant } from "../testing/tenant.ts";
import { startTestService, type TestService } from "../testing/test-service.ts";
import {
  ALLOWED_ORIGIN,
  type RequestParts,
  sendRequest,
  type TestWorkspace,
} from "../testing/test-workspace.ts";

const PER_MINUTE = 60;

let service: TestService;
/** On the smallest plan, with all its limits used up. */
let acme: Tenant;
let globex: Tenant;
/** Its key has used up the mutations of the current minute. */
let limited: TestWorkspace;

beforeAll(async () => {
  service = await startTestService({ billingEnforced: true, mutationsPerMinute: PER_MINUTE });
  acme = await openTenant(service, "acme", ACME);
  globex = await openTenant(service, "globex", GLOBEX);
  limited = await service.openWorkspace("Limited");
  for (let sent = 0; sent < PER_MINUTE; sent += 1) await limited.fetch(createConnectedOrg, { text: "{" });
});

afterAll(() => service.close());

const statusOf = async (response: Promise<Response>): Promise<number> => (await response).status;
const ofOrg = ({ resources }: Tenant): RequestParts => ({
  params: { connected_org_id: resources.connectedOrg },
});
const ofWorkspace = ({ resources }: Tenant): RequestParts => ({
  params: { workspace_id: resources.workspace },
});
const ofScan = ({ resources }: Tenant): RequestParts => ({ params: { scan_id: resources.scan } });
const connect = (): RequestParts => ({
  body: { name: "more", platform: "local", url: acme.resources.folder },
});

describe("of two errors, the first in the order 401, 429, 422, 404, 403, 402, 409 is returned", () => {
  it("401 before 429: a revoked key over its limit [D-1.1]", async () => {
    const former = await service.openWorkspace("Former");
    const mutate = () => statusOf(former.fetch(createConnectedOrg, { text: "{" }));
    for (let sent = 0; sent < PER_MINUTE; sent += 1) expect(await mutate()).toBe(422);
    expect(await mutate()).toBe(429);
    await inWorkspace(former.scope, (tx) => tx.update(apiKey).set({ revokedAt: new Date() }));
    expect(await mutate()).toBe(401);
  });

  it("401 before 422 and 404: a request without a credential reveals no other error", async () => {
    const headers = { "Content-Type": "application/json" };
    for (const parts of [{ ...ofOrg(globex), text: "{" }, ofOrg(globex)]) {
      expect(await statusOf(sendRequest(service, updateConnectedOrg, { ...parts, headers }))).toBe(401);
    }
    const query = { limit: "0" };
    expect(await statusOf(sendRequest(service, listRepositories, { query, headers: {} }))).toBe(401);
  });

  it("429 before 422, 404 and 403: a malformed body, another workspace's resource, a session-only operation [D-1.2]", async () => {
    for (const [operation, parts] of [
      [createConnectedOrg, { text: "{" }],
      [updateConnectedOrg, { ...ofOrg(globex), body: {} }],
      [transferWorkspace, { ...ofWorkspace(globex), body: { new_owner_user_id: acme.team.admin.id } }],
    ] as const) {
      expect([operation.id, await statusOf(limited.fetch(operation, parts))]).toEqual([operation.id, 429]);
    }
    expect(await statusOf(limited.fetch(listRepositories))).toBe(200);
  });

  it("422 before 404: a malformed change of another workspace's org [D-1.4]", async () => {
    const change = (body: unknown) =>
      statusOf(acme.workspace.fetch(updateConnectedOrg, { ...ofOrg(globex), body }));
    expect([await change({ name: 7 }), await change({ name: "Mine" })]).toEqual([422, 404]);
  });

  it("422 before 403: a viewer's malformed request", async () => {
    const change = (body: unknown) =>
      statusOf(acme.team.viewer.fetch(updateConnectedOrg, { ...ofOrg(acme), body }));
    expect([await change({ name: 7 }), await change({ name: "Mine" })]).toEqual([422, 403]);
  });

  it("404 before 403: another workspace's scan for a viewer, another workspace for a key [D-1.5]", async () => {
    const { viewer } = acme.team;
    expect(await statusOf(viewer.fetch(cancelScan, ofScan(globex)))).toBe(404);
    expect(await statusOf(viewer.fetch(cancelScan, ofScan(acme)))).toBe(403);
    const body = { new_owner_user_id: viewer.id };
    const transfer = (tenant: Tenant) =>
      statusOf(acme.workspace.fetch(transferWorkspace, { ...ofWorkspace(tenant), body }));
    expect([await transfer(globex), await transfer(acme)]).toEqual([404, 403]);
  });

  it("404 before 402: another workspace's artifact and a missing one, with the same bytes [D-1.7]", async () => {
    const read = async (operation: OperationInput, artifact: string) => {
      const params = { artifact_id: artifact };
      const responses = [];
      for (const headers of Object.values(acme.credentials)) {
        const response = await sendRequest(service, operation, { params, headers });
        responses.push(`${response.status} ${await response.text()}`);
      }
      return [...new Set(responses)];
    };
    for (const operation of [listArtifactConsumers, listArtifactVersions]) {
      for (const { artifact } of [globex.resources, absentResources()])
        expect(await read(operation, artifact)).toEqual(['404 {"detail":"Not found."}']);
      expect(await read(operation, acme.resources.artifact)).toEqual([expect.stringMatching(/^402 /u)]);
    }
  });

  it("403 before 402: an org or a key over the plan's limit, for a role that cannot add one [D-1.6]", async () => {
    const { viewer, admin, owner } = acme.team;
    expect(await statusOf(viewer.fetch(createConnectedOrg, connect()))).toBe(403);
    expect(await statusOf(admin.fetch(createConnectedOrg, connect()))).toBe(402);
    const key = { ...ofWorkspace(acme), body: { name: "third" } };
    expect(await statusOf(admin.fetch(createApiKey, key))).toBe(403);
    expect(await statusOf(owner.fetch(createApiKey, key))).toBe(402);
  });

  it("402 before 409: another invitation of a member, without a free seat [D-1.8]", async () => {
    const { owner, member } = acme.team;
    const invite = (email: string) =>
      statusOf(owner.fetch(createInvitation, { ...ofWorkspace(acme), body: { email, role: "member" } }));
    expect(await invite("fourth@acme.example")).toBe(402);
    expect(await invite(member.email)).toBe(402);
    await setPlan(acme, "pro");
    expect(await invite(member.email)).toBe(409);
    await setPlan(acme, "free");
  });

  it("403 before 409: a second scan, for a viewer [D-1.9]", async () => {
    const { connectedOrg } = acme.resources;
    await pendingScan(acme.workspace, connectedOrg);
    expect(await statusOf(acme.team.viewer.fetch(triggerScan, ofOrg(acme)))).toBe(403);
    expect(await statusOf(acme.team.member.fetch(triggerScan, ofOrg(acme)))).toBe(409);
    await service.drain();
  });

  it("404 before 409: a second scan of another workspace's org [D-1.9]", async () => {
    await pendingScan(globex.workspace, globex.resources.connectedOrg);
    expect(await statusOf(acme.workspace.fetch(triggerScan, ofOrg(globex)))).toBe(404);
    expect(await statusOf(globex.workspace.fetch(triggerScan, ofOrg(globex)))).toBe(409);
    await service.drain();
  });
});

const setPlan = ({ workspace: { scope } }: Tenant, plan: string) =>
  inWorkspace(scope, (tx) => tx.update(workspace).set({ plan }).where(eq(workspace.id, scope.workspaceId)));

describe("the origin of a request with a session", () => {
  it("is checked before the body", async () => {
    const { Cookie = "" } = acme.credentials.owner;
    const send = (Origin: string) =>
      statusOf(sendRequest(service, createConnectedOrg, { text: "{", headers: { Cookie, Origin } }));
    expect([await send("https://evil.example"), await send(ALLOWED_ORIGIN)]).toEqual([403, 422]);
  });
});
