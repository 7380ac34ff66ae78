import { symlinkSync } from "node:fs";
import { join } from "node:path";
import type { OperationInput } from "@knockon/contract/operation";
import { getArtifact, listArtifactConsumers } from "@knockon/contract/operations/artifact";
import {
  createConnectedOrg,
  deleteConnectedOrg,
  getConnectedOrg,
  getGraph,
  listArtifacts,
  listConnectedOrgs,
  updateConnectedOrg,
} from "@knockon/contract/operations/connected-org";
import {
  getRepository,
  getRepositoryContext,
  getRepositoryImpact,
  listDependents,
  listRepositories,
  lookupRepository,
} from "@knockon/contract/operations/repository";
import { getScan } from "@knockon/contract/operations/scan";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ACME, listingOf, makeOrganization } from "../testing/organizations.ts";
import { startTestService, type TestService } from "../testing/test-service.ts";
import type { TestWorkspace } from "../testing/test-workspace.ts";

let service: TestService;
let acme: TestWorkspace;
let folder: string;

beforeAll(async () => {
  service = await startTestService();
  acme = await service.openWorkspace("Acme");
  folder = makeOrganization(service.folder, "acme", ACME);
});

afterAll(() => service.close());

/** Returns the status and the errors of a rejected request, each with its location. */
const rejectionOf = async (
  body: unknown,
  operation: OperationInput = createConnectedOrg,
  params: Record<string, string> = {},
) => {
  const response = await acme.fetch(operation, { params, body });
  const { detail } = (await response.json()) as { detail: { loc: string[]; msg: string }[] };
  return [response.status, ...detail.map(({ loc, msg }) => `${loc.join(".")}: ${msg}`)];
};

describe("POST /connected-orgs", () => {
  it("returns 201 with the org, which has no repositories before its first scan [D-5.1]", async () => {
    expect(
      await acme.call(createConnectedOrg, { body: { name: " Acme ", platform: "local", url: folder } }),
    ).toEqual({
      id: expect.any(String),
      workspace_id: acme.scope.workspaceId,
      name: "Acme",
      platform: "local",
      platform_id: folder,
      url: folder,
      heuristic_patterns: [],
      host_aliases: [],
      schedule: null,
      credential_status: "none",
      repository_count: 0,
      last_scan: null,
      created_at: expect.any(String),
      updated_at: expect.any(String),
    });
  });

  it("accepts patterns and host aliases, and returns 422 for an invalid pattern", async () => {
    const body = { name: "a", platform: "local", url: listingOf(folder), host_aliases: ["git.acme.example"] };
    expect(
      await acme.call(createConnectedOrg, { body: { ...body, heuristic_patterns: [CALL] } }),
    ).toMatchObject({ heuristic_patterns: [CALL], host_aliases: ["git.acme.example"] });
    expect(await rejectionOf({ ...body, heuristic_patterns: [{ ...CALL, pattern: "\\C" }] })).toEqual([
      422,
      "body.heuristic_patterns.0.pattern: error parsing regexp: invalid escape sequence: `\\C`",
    ]);
  });

  it("returns 409 with the org that has the same local folder, also through a link, until it is deleted", async () => {
    const tenant = await service.openWorkspace("Twice");
    const link = join(service.folder, "link");
    symlinkSync(folder, link);
    const body = { name: "again", platform: "local", url: link };
    const connect = async () => {
      const response = await tenant.fetch(createConnectedOrg, { body });
      return [response.status, await response.json()] as const;
    };
    const answers = await Promise.all([connect(), connect()]);
    const [created, rejected] = answers.toSorted(([a], [b]) => a - b);
    const id = (created?.[1] as { id: string } | undefined)?.id ?? "";
    const detail = 'The folder is already connected as "again".';
    expect(rejected).toEqual([409, { detail, code: "already_connected", connected_org_id: id }]);
    expect((await tenant.fetch(createConnectedOrg, { body: { ...body, url: folder } })).status).toBe(409);
    await (await service.openWorkspace("Other")).connect("acme", folder);
    await tenant.call(deleteConnectedOrg, { params: { connected_org_id: id } });
    expect((await connect())[0]).toBe(201);
  });

  it("returns 422 for GitHub without a credential, and for an installation without an App [D-5.3]", async () => {
    const github = { name: "acme", platform: "github" };
    expect(await rejectionOf(github)).toEqual([
      422,
      "body.access_token: GitHub requires a credential to list an organization.",
    ]);
    expect(await rejectionOf({ ...github, installation_id: "7" })).toEqual([
      422,
      "body.installation_id: This deployment has no GitHub App.",
    ]);
  });

  it("returns 422 for a local org without a path, and for a field of another platform", async () => {
    const local = { name: "acme", platform: "local" };
    expect(await rejectionOf(local)).toEqual([
      422,
      "body.url: A local organization requires the path of its folder.",
    ]);
    expect(await rejectionOf({ ...local, url: folder, installation_id: "7" })).toEqual([
      422,
      "body.installation_id: Installations are only supported for GitHub.",
    ]);
  });

  it.each(["/", "/etc", "/absent", "acme", "https://github.com/acme"])(
    "returns 422 for %s outside LOCAL_ORG_ROOTS, with the same message whether it exists or not [D-5.14]",
    async (url) => {
      expect(await rejectionOf({ name: "acme", platform: "local", url })).toEqual([
        422,
        `body.url: ${url} is outside LOCAL_ORG_ROOTS.`,
      ]);
    },
  );

  it("returns 422 for a folder in LOCAL_ORG_ROOTS that does not exist", async () => {
    const url = join(service.folder, "absent");
    expect(await rejectionOf({ name: "a", platform: "local", url })).toEqual([
      422,
      `body.url: ${url} does not exist.`,
    ]);
  });

  it("returns 422 for an invalid name or platform, and for a credential, which the response omits [D-5.2,12]", async () => {
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
      const [status, ...faults] = await rejectionOf({ ...valid, [field]: value });
      expect([status, faults.map((fault) => String(fault).split(":")[0])]).toEqual([422, [`body.${field}`]]);
      expect(String(faults)).not.toContain("ghp_");
    }
  });
});

const CALL = {
  name: "service_call",
  pattern: String.raw`callService\("(?P<name>[\w-]+)"(?:, "(?P<version>[^"]+)")?`,
  artifact_type: "git_repository",
  path: String.raw`\.ts$`,
};

describe("PUT /connected-orgs/{id}", () => {
  it("returns the changed org and keeps fields that are not sent [D-5.4,5]", async () => {
    const listing = listingOf(folder);
    const params = { connected_org_id: await acme.connect("Former", listing) };
    const patterns = { heuristic_patterns: [CALL], host_aliases: ["git.acme.example:8443"] };
    await acme.call(updateConnectedOrg, { params, body: patterns });
    const renamed = await acme.call(updateConnectedOrg, { params, body: { name: " Acme Inc. " } });
    expect(renamed).toMatchObject({ ...patterns, name: "Acme Inc.", url: listing });
    expect(await acme.call(getConnectedOrg, { params })).toEqual(renamed);
  });

  it("makes the next scan find references by the org's patterns, with file and line", async () => {
    const tenant = await service.openWorkspace("Patterns");
    const url = makeOrganization(join(service.folder, "patterns"), "acme", {
      billing: { "server.ts": "listen();\n" },
      shop: {
        "checkout.ts": '\nawait callService("billing", "v2");\n',
        "checkout.py": 'callService("billing")\n',
      },
    });
    const params = { connected_org_id: await tenant.connect("acme", url) };
    await tenant.scan(params.connected_org_id);
    await tenant.call(updateConnectedOrg, { params, body: { heuristic_patterns: [CALL] } });
    await tenant.scan(params.connected_org_id);
    const billing = await tenant.call(lookupRepository, { query: { full_path: "acme/billing" } });
    const dependents = await tenant.call(listDependents, { params: { repository_id: billing.id } });
    expect(dependents).toMatchObject([
      {
        target_repository: { full_path: "acme/shop" },
        dependency_type: "git_repository",
        version_constraint: "v2",
        source_file: "checkout.ts",
        source_line: 2,
        raw_reference: 'callService("billing", "v2"',
        confidence: 0.7,
        evidence: { class: "unclassified", rule: "references.pattern_service_call" },
      },
    ]);
  });

  it("returns 422 for an invalid pattern, an invalid host and an immutable field, with RE2's own messages [D-5.7]", async () => {
    const params = { connected_org_id: await acme.connect("Refusing", listingOf(folder)) };
    const put = async (body: unknown) => (await rejectionOf(body, updateConnectedOrg, params)).slice(1);
    const pattern = (changes: object) =>
      put({ heuristic_patterns: [CALL, { ...CALL, name: "b", ...changes }] });
    const location = "body.heuristic_patterns.1";
    expect(await pattern({ pattern: "(?P<name>a" })).toEqual([
      `${location}.pattern: error parsing regexp: missing closing ): \`(?P<name>a\``,
    ]);
    expect(await pattern({ pattern: "a+" })).toEqual([
      `${location}.pattern: Missing a group named "name": (?P<name>…).`,
    ]);
    expect(await pattern({ path: "*" })).toEqual([
      `${location}.path: error parsing regexp: missing argument to repetition operator: \`*\``,
    ]);
    expect(await pattern({ name: CALL.name })).toEqual([`${location}.name: Another pattern has this name.`]);
    for (const [field, value] of [
      ["name", "Service"],
      ["name", "a".repeat(41)],
      ["pattern", ""],
      ["pattern", `(?P<name>${"a".repeat(500)})`],
      ["artifact_type", "service"],
      ["path", ""],
      ["flags", "i"],
    ] as const) {
      const faults = await pattern({ [field]: value });
      expect(faults.map((fault) => fault.toString().split(":")[0])).toEqual([`${location}.${field}`]);
    }
    const many = Array.from({ length: 21 }, (_, at) => ({ ...CALL, name: `p${at}` }));
    expect(await put({ heuristic_patterns: many })).toHaveLength(1);
    for (const [field, value] of [
      ["name", " "],
      ["host_aliases", ["https://git.acme.example"]],
      ["url", folder],
      ["platform", "local"],
    ] as const) {
      expect(String(await put({ [field]: value }))).toMatch(new RegExp(`^body\\.${field}\\b`));
    }
    expect(await acme.call(getConnectedOrg, { params })).toMatchObject({
      name: "Refusing",
      host_aliases: [],
    });
  });

  it("requires the role Admin", () => {
    expect(updateConnectedOrg.auth).toEqual({ credentials: ["key", "session"], role: "admin" });
  });
});

describe("DELETE /connected-orgs/{id}", () => {
  it("returns 202 and hides the org immediately, also from its dependents [D-5.8,29]", async () => {
    const { "base-image": image, actions, ...others } = ACME;
    const tenant = await service.openWorkspace("Deleting");
    const libraries = makeOrganization(join(service.folder, "libraries"), "acme", {
      "base-image": image ?? {},
      actions: actions ?? {},
    });
    const services = makeOrganization(join(service.folder, "services"), "acme", others);
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
