import { getGraph } from "@knockon/contract/operations/connected-org";
import { listDependencies, listRepositories } from "@knockon/contract/operations/repository";
import { exportWorkspace, listAuditEvents, listMembers } from "@knockon/contract/operations/workspace";
import { inWorkspace } from "@knockon/db/in-workspace";
import { connectedOrg, credential } from "@knockon/db/schema/connected-org.sql";
import { apiKey, workspace } from "@knockon/db/schema/workspace.sql";
import { invitation } from "@knockon/db/schema/membership.sql";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { ALLOWED_ORIGIN } from "../testing/test-workspace.ts";
import { ACME } from "../testing/organizations.ts";
import { openTenant, type Tenant } from "../testing/tenant.ts";
import { startTestService, type TestService } from "../testing/test-service.ts";

const SEALED = "1.sealed-canary";

let service: TestService;
let acme: Tenant;
let params: { workspace_id: string };

beforeAll(async () => {
  service = await startTestService();
  acme = await openTenant(service, "acme", ACME);
  params = { workspace_id: acme.resources.workspace };
  const { workspaceId } = acme.workspace.scope;
  await inWorkspace(acme.workspace.scope, async (tx) => {
    await tx.insert(credential).values({ id: workspaceId, workspaceId, accessTokenEncrypted: SEALED });
    await tx.update(connectedOrg).set({ credentialId: workspaceId });
  });
});

beforeEach(() => setLastExport(null));

afterAll(() => service.close());

const setLastExport = (exportedAt: Date | null) =>
  inWorkspace(acme.workspace.scope, (tx) => tx.update(workspace).set({ exportedAt }));
const HOUR_MS = 60 * 60 * 1000;

describe("GET /workspaces/{id}/export", () => {
  it("returns a file with every section in order [IF-5.8 D-10.49,52]", async () => {
    const response = await acme.workspace.fetch(exportWorkspace, { params });
    expect(response.status).toBe(200);
    expect(response.headers.get("Content-Disposition")).toMatch(
      /^attachment; filename="[a-z0-9-]+-\d{4}-\d\d-\d\d\.json"$/u,
    );
    expect(Object.keys((await response.json()) as object)).toEqual([
      "format_version",
      "exported_at",
      "workspace",
      "members",
      "invitations",
      "api_keys",
      "connected_orgs",
      "repositories",
      "scans",
      "artifacts",
      "dependencies",
      "edges",
      "ownership",
      "subscription",
      "cancellation_records",
      "audit_events",
    ]);
  });

  it("contains the rows of the lists and the graph, and the audit event of the export [IF-5.8 D-10.49]", async () => {
    const { workspace: tenant, resources } = acme;
    const file = await tenant.call(exportWorkspace, { params });
    const ids = (rows: readonly { id: string }[]): string[] => rows.map(({ id }) => id).toSorted();
    const repositories = await tenant.call(listRepositories);
    const graph = await tenant.call(getGraph, { params: { connected_org_id: resources.connectedOrg } });
    const declared = [];
    for (const { id } of repositories)
      declared.push(...(await tenant.call(listDependencies, { params: { repository_id: id } })));
    expect(file.members).toEqual(await tenant.call(listMembers, { params }));
    expect(file.repositories.toSorted((a, b) => a.full_path.localeCompare(b.full_path))).toEqual(
      repositories.toSorted((a, b) => a.full_path.localeCompare(b.full_path)),
    );
    const edges = graph.edges.map(({ role: _role, clock: _clock, ...edge }) => edge);
    expect(edges.length).toBeGreaterThan(0);
    expect(file.edges).toEqual(edges);
    expect(file.dependencies.length).toBeGreaterThan(5);
    expect(ids(file.dependencies)).toEqual(ids(declared));
    expect(ids(file.connected_orgs)).toEqual([resources.connectedOrg]);
    expect(ids(file.scans)).toEqual([resources.scan]);
    expect(ids(file.artifacts)).toContain(resources.artifact);
    expect(ids(file.invitations)).toContain(resources.invitation);
    expect(ids(file.api_keys)).toContain(resources.key);
    expect(ids(file.audit_events)).toEqual(
      ids(await tenant.call(listAuditEvents, { params, query: { limit: "500" } })),
    );
    expect(file.audit_events.map(({ action }) => action)).toContain("workspace.exported");
  });

  it("contains no secret and no hash of one [IF-5.9,10 D-10.51]", async () => {
    const text = await (await acme.workspace.fetch(exportWorkspace, { params })).text();
    const hashes = await inWorkspace(acme.workspace.scope, async (tx) => [
      ...(await tx.select({ hash: apiKey.hash }).from(apiKey)),
      ...(await tx.select({ hash: invitation.tokenHash }).from(invitation)),
    ]);
    expect(hashes.length).toBeGreaterThan(2);
    const { key } = acme.workspace;
    const secrets = [SEALED, key, acme.resources.token, ...hashes.map(({ hash }) => hash)];
    expect(secrets.filter((secret) => text.includes(secret))).toEqual([]);
    expect(text).toContain(key.slice(0, "svc_live_00000000".length));
    expect(text).not.toMatch(/"[^"]*(?:encrypted|hash|secret)[^"]*":/u);
  });

  it("returns 429 until an hour after the previous export [IF-5.12 IF-9.7,8 IF-10.5 D-10.53]", async () => {
    await setLastExport(new Date(Date.now() - HOUR_MS + 90_000));
    const headers = { "X-API-Key": acme.workspace.key, Origin: ALLOWED_ORIGIN };
    const response = await acme.workspace.fetch(exportWorkspace, { params, headers });
    const body = (await response.json()) as { retry_after: number };
    expect([response.status, body]).toEqual([
      429,
      { detail: `Too many requests. Try again in ${body.retry_after} s.`, retry_after: expect.any(Number) },
    ]);
    expect(response.headers.get("Retry-After")).toBe(String(body.retry_after));
    expect(response.headers.get("Access-Control-Expose-Headers")).toContain("Retry-After");
    expect(body.retry_after).toBeGreaterThan(60);
    expect(body.retry_after).toBeLessThanOrEqual(90);
    await setLastExport(new Date(Date.now() - HOUR_MS));
    expect((await acme.workspace.fetch(exportWorkspace, { params })).status).toBe(200);
  });

  it("makes one export for several simultaneous requests [IF-5.12 D-10.53]", async () => {
    const requests = Array.from({ length: 5 }, () => acme.workspace.fetch(exportWorkspace, { params }));
    const statuses = (await Promise.all(requests)).map(({ status }) => status);
    expect(statuses.toSorted((a, b) => a - b)).toEqual([200, 429, 429, 429, 429]);
  });

  it("is limited per workspace [IF-5.12]", async () => {
    const other = await service.openWorkspace("Other");
    const ofOther = { workspace_id: other.scope.workspaceId };
    expect((await acme.workspace.fetch(exportWorkspace, { params })).status).toBe(200);
    expect((await other.fetch(exportWorkspace, { params: ofOther })).status).toBe(200);
    expect((await other.fetch(exportWorkspace, { params: ofOther })).status).toBe(429);
  });

  it("does not count requests of roles that cannot export", async () => {
    for (const role of ["member", "viewer"] as const)
      expect((await acme.team[role].fetch(exportWorkspace, { params })).status).toBe(403);
    expect((await acme.team.admin.fetch(exportWorkspace, { params })).status).toBe(200);
  });
});
