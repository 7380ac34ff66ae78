import { getArtifact } from "@knockon/contract/operations/artifact";
import { getConnectedOrg, listConnectedOrgs } from "@knockon/contract/operations/connected-org";
import { getImpact, getRepository, listRepositories } from "@knockon/contract/operations/repository";
import { cancelScan, getScan } from "@knockon/contract/operations/scan";
import { createWorkspace, getWorkspace, listWorkspaces } from "@knockon/contract/operations/workspace";
import { inWorkspace } from "@knockon/db/in-workspace";
import { membership } from "@knockon/db/schema/membership.sql";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { absentResources, exampleOf } from "../testing/operation-examples.ts";
import { ACME, GLOBEX } from "../testing/organizations.ts";
import { openTenant, type Tenant } from "../testing/tenant.ts";
import type { TestPerson } from "../testing/test-person.ts";
import { startTestService, type TestService } from "../testing/test-service.ts";
import type { RequestParts } from "../testing/test-workspace.ts";

let service: TestService;
let acme: Tenant;
let globex: Tenant;
let initech: Tenant;
/** The Owner of Acme and a viewer of Globex, but not a member of Initech. */
let ada: TestPerson;

beforeAll(async () => {
  service = await startTestService();
  acme = await openTenant(service, "acme", ACME);
  globex = await openTenant(service, "globex", GLOBEX);
  initech = await openTenant(service, "initech", GLOBEX);
  ada = acme.team.owner;
  const { workspaceId } = globex.workspace.scope;
  await inWorkspace(globex.workspace.scope, (tx) =>
    tx.insert(membership).values({ workspaceId, userId: ada.id, role: "viewer" }),
  );
});

afterAll(() => service.close());

const named = (workspace: string) => ({ headers: { "X-Workspace-Id": workspace } });
const idOf = ({ resources }: Tenant): string => resources.workspace;
const statusOf = async (pending: Promise<Response>) => {
  const response = await pending;
  return `${response.status} ${response.status === 200 ? "" : await response.text()}`.trim();
};
const NOT_FOUND = '404 {"detail":"Not found."}';

describe("X-Workspace-Id with a key", () => {
  const list = (parts: RequestParts) => {
    const headers = { "X-API-Key": acme.workspace.key, ...parts.headers };
    return statusOf(acme.workspace.fetch(listRepositories, { ...parts, headers }));
  };

  it("is absent, or the key's workspace in upper or lower case [D-10.33]", async () => {
    for (const parts of [{}, named(idOf(acme)), named(idOf(acme).toUpperCase())])
      expect(await list(parts)).toBe("200");
  });

  it("returns 404 for another workspace and for an unknown one [D-10.34]", async () => {
    for (const id of [idOf(globex), absentResources().workspace])
      expect(await list(named(id))).toBe(NOT_FOUND);
  });

  it("returns 422 if it is not a UUID", async () => {
    for (const id of ["acme", "", `${idOf(acme)}, ${idOf(acme)}`])
      expect(await list(named(id))).toMatch(/^422 \{"detail":\[\{"loc":\["header","X-Workspace-Id"\]/u);
  });
});

describe("X-Workspace-Id with a session", () => {
  it("is overridden by the workspace in the path [D-10.27,35]", async () => {
    for (const header of [idOf(acme), idOf(initech), absentResources().workspace]) {
      const params = { workspace_id: idOf(globex) };
      expect(await ada.call(getWorkspace, { params, ...named(header) })).toMatchObject({ id: idOf(globex) });
    }
    const foreign = { params: { workspace_id: idOf(initech) }, ...named(idOf(acme)) };
    expect(await statusOf(ada.fetch(getWorkspace, foreign))).toBe(NOT_FOUND);
  });

  const reads = [getConnectedOrg, getScan, getRepository, getArtifact].map((one) => [one.id, one] as const);

  it.each(reads)(
    "%s needs none: the ID selects its workspace, if the caller is a member [D-10.36]",
    async (_id, operation) => {
      const statuses = (tenant: Tenant, parts: RequestParts = {}) =>
        statusOf(ada.fetch(operation, { ...exampleOf(operation, tenant.resources), ...parts }));
      for (const tenant of [acme, globex]) {
        expect(await statuses(tenant)).toBe("200");
        expect(await statuses(tenant, named(idOf(acme)))).toBe("200");
      }
      expect(await statuses(initech)).toBe(NOT_FOUND);
      expect(await statuses(initech, named(idOf(acme)))).toBe(NOT_FOUND);
    },
  );

  it("uses the role in the workspace that a resource ID selects [D-10.36]", async () => {
    const cancel = ({ resources }: Tenant) =>
      statusOf(ada.fetch(cancelScan, { params: { scan_id: resources.scan } }));
    expect(await cancel(acme)).toMatch(/^409 /u);
    expect(await cancel(globex)).toMatch(/^403 /u);
  });

  it("is not needed for a resource in the query, which selects its workspace too [D-10.36]", async () => {
    for (const tenant of [acme, globex]) {
      const query = { repository_id: tenant.resources.repository };
      expect(await statusOf(ada.fetch(getImpact, { query }))).toBe("200");
    }
    const query = { repository_id: initech.resources.repository };
    expect(await statusOf(ada.fetch(getImpact, { query }))).toBe(NOT_FOUND);
  });

  it("selects the workspace of a collection [D-10.37]", async () => {
    for (const tenant of [acme, globex]) {
      const orgs = await ada.call(listConnectedOrgs, named(idOf(tenant)));
      expect(orgs.map(({ id }) => id)).toEqual([tenant.resources.connectedOrg]);
    }
  });

  it("returns 404 for a collection of a workspace without the caller, and of an unknown one [D-10.38]", async () => {
    for (const id of [idOf(initech), absentResources().workspace])
      expect(await statusOf(ada.fetch(listConnectedOrgs, named(id)))).toBe(NOT_FOUND);
  });

  it("returns 422 for a collection if it is not a UUID [D-10.39]", async () => {
    expect(await statusOf(ada.fetch(listConnectedOrgs, named("acme")))).toMatch(/^422 /u);
  });

  it("is required for a collection if the caller has several workspaces (400), and optional with one [D-10.40]", async () => {
    expect(await statusOf(ada.fetch(listConnectedOrgs))).toMatch(/^400 /u);
    const orgs = await globex.team.member.call(listConnectedOrgs);
    expect(orgs.map(({ id }) => id)).toEqual([globex.resources.connectedOrg]);
  });

  it("is not needed for operations on the user [D-10.41]", async () => {
    const mine = (await ada.call(listWorkspaces)).map(({ id }) => id);
    expect(mine.toSorted()).toEqual([idOf(acme), idOf(globex)].toSorted());
    expect((await ada.call(createWorkspace, { body: { name: "Another" } })).name).toBe("Another");
  });
});
