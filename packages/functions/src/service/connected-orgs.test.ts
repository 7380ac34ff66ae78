import { join } from "node:path";
import { getArtifact, listArtifactConsumers } from "@knockon/contract/operations/artifact";
import {
  createConnectedOrg,
  deleteConnectedOrg,
  getConnectedOrg,
  getGraph,
  listArtifacts,
  listConnectedOrgs,
} from "@knockon/contract/operations/connected-org";
import {
  getRepository,
  getRepositoryContext,
  getRepositoryImpact,
  listRepositories,
  lookupRepository,
} from "@knockon/contract/operations/repository";
import { getScan } from "@knockon/contract/operations/scan";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ACME, makeOrganisation } from "../testing/organisations.ts";
import { startTestService, type TestService } from "../testing/test-service.ts";
import type { TestWorkspace } from "../testing/test-workspace.ts";

let service: TestService;
let acme: TestWorkspace;
let folder: string;

beforeAll(async () => {
  service = await startTestService();
  acme = await service.openWorkspace("Acme");
  folder = makeOrganisation(service.folder, "acme", ACME);
});

afterAll(() => service.close());

/** What a refused connection says is wrong, by place. */
const refusal = async (body: unknown) => {
  const response = await acme.fetch(createConnectedOrg, { body });
  const { detail } = (await response.json()) as { detail: { loc: string[]; msg: string }[] };
  return [response.status, ...detail.map(({ loc, msg }) => `${loc.join(".")}: ${msg}`)];
};

describe("POST /connected-orgs", () => {
  it("201 with the org, which has no repositories before its first scan", async () => {
    expect(
      await acme.call(createConnectedOrg, { body: { name: " Acme ", platform: "local", url: folder } }),
    ).toEqual({
      id: expect.any(String),
      workspace_id: acme.scope.workspaceId,
      name: "Acme",
      platform: "local",
      platform_id: folder,
      url: folder,
      host_aliases: [],
      credential_status: "none",
      repository_count: 0,
      last_scan: null,
      created_at: expect.any(String),
      updated_at: expect.any(String),
    });
  });

  it("422 for GitHub without a credential, and for an installation where there is no App", async () => {
    const github = { name: "acme", platform: "github" };
    expect(await refusal(github)).toEqual([
      422,
      "body.access_token: GitHub lists an organisation only with a credential.",
    ]);
    expect(await refusal({ ...github, installation_id: "7" })).toEqual([
      422,
      "body.installation_id: This deployment has no GitHub App.",
    ]);
  });

  it("422 for a folder without a path, and for what belongs to another platform", async () => {
    const local = { name: "acme", platform: "local" };
    expect(await refusal(local)).toEqual([422, "body.url: A local org is a folder: name it."]);
    expect(await refusal({ ...local, url: folder, installation_id: "7" })).toEqual([
      422,
      "body.installation_id: Installations are GitHub's.",
    ]);
  });

  it.each(["/", "/etc", "/absent", "acme", "https://github.com/acme"])(
    "422 for the folder %s, which is below no root, in the same words whether it exists or not",
    async (url) => {
      expect(await refusal({ name: "acme", platform: "local", url })).toEqual([
        422,
        `body.url: ${url} is not below a folder of LOCAL_ORG_ROOTS.`,
      ]);
    },
  );

  it("422 for a folder of a root in which there is nothing", async () => {
    const url = join(service.folder, "absent");
    expect(await refusal({ name: "a", platform: "local", url })).toEqual([
      422,
      `body.url: ${url} does not exist.`,
    ]);
  });

  it("422 for a name or a platform that is none, and for a credential, which is not told back", async () => {
    const valid = { name: "acme", platform: "local", url: folder };
    for (const [field, value] of [
      ["name", ""],
      ["name", "   "],
      ["name", "a".repeat(101)],
      ["name", 7],
      ["platform", "bitbucket"],
      ["url", ""],
      ["access_token", "ghp_secret"],
    ] as const) {
      const [status, ...faults] = await refusal({ ...valid, [field]: value });
      expect([status, faults.map((fault) => String(fault).split(":")[0])]).toEqual([422, [`body.${field}`]]);
      expect(String(faults)).not.toContain("ghp_");
    }
  });
});

describe("DELETE /connected-orgs/{id}", () => {
  it("202, and at once nothing of the org is to be seen, whoever depends on it", async () => {
    const { "base-image": image, actions, ...others } = ACME;
    const tenant = await service.openWorkspace("Deleting");
    const libraries = makeOrganisation(join(service.folder, "libraries"), "acme", {
      "base-image": image ?? {},
      actions: actions ?? {},
    });
    const services = makeOrganisation(join(service.folder, "services"), "acme", others);
    const [libraryOrg, serviceOrg] = [
      await tenant.connect("libraries", libraries),
      await tenant.connect("services", services),
    ];
    const scan = await tenant.scan(libraryOrg);
    await tenant.scan(serviceOrg);
    const lookUp = (full_path: string) => tenant.call(lookupRepository, { query: { full_path } });
    const [base, api] = [await lookUp("acme/base-image"), await lookUp("acme/api")];
    const baseParams = { repository_id: base.id };
    const apiParams = { repository_id: api.id };
    const [artifact] = await tenant.call(listArtifacts, { params: { connected_org_id: libraryOrg } });
    const artifactParams = { artifact_id: artifact?.id ?? "" };
    const full = { params: { connected_org_id: serviceOrg } };
    expect((await tenant.call(getGraph, full)).edges).toHaveLength(6);

    await tenant.call(deleteConnectedOrg, { params: { connected_org_id: libraryOrg } });

    const statuses = await Promise.all([
      tenant.fetch(getConnectedOrg, { params: { connected_org_id: libraryOrg } }),
      tenant.fetch(deleteConnectedOrg, { params: { connected_org_id: libraryOrg } }),
      tenant.fetch(getScan, { params: { scan_id: scan.id } }),
      tenant.fetch(getRepository, { params: baseParams }),
      tenant.fetch(getRepositoryImpact, { params: baseParams }),
      tenant.fetch(getArtifact, { params: artifactParams }),
      tenant.fetch(listArtifactConsumers, { params: artifactParams }),
      tenant.fetch(lookupRepository, { query: { full_path: "acme/base-image" } }),
      tenant.fetch(getGraph, { ...full, query: { root: base.id } }),
    ]);
    expect(statuses.map(({ status }) => status)).toEqual(statuses.map(() => 404));
    expect((await tenant.call(listConnectedOrgs)).map(({ id }) => id)).toEqual([serviceOrg]);
    expect((await tenant.call(listRepositories)).map((one) => one.name)).not.toContain("base-image");
    const whole = await tenant.call(getGraph, full);
    expect(whole.nodes.map(({ label }) => label)).toEqual(["api", "deploy", "handbook", "ui-kit", "web"]);
    expect(whole.edges).toHaveLength(2);
    const around = await tenant.call(getGraph, { ...full, query: { root: api.id } });
    expect(around.nodes.map(({ label }) => label)).toEqual(["api", "deploy"]);
    const context = await tenant.call(getRepositoryContext, { params: apiParams });
    expect(context.dependencies.map((row) => row.target_repository?.name ?? null)).toEqual([null, null]);

    await tenant.scan(serviceOrg);
    expect((await tenant.call(getGraph, full)).edges).toEqual(whole.edges);
  });
});
