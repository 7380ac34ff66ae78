import { rmSync } from "node:fs";
import { join } from "node:path";
import { startFakeStripe, type FakeStripe } from "@knockon/adapters/testing/stripe/fake-stripe";
import type { OperationInput } from "@knockon/contract/operation";
import { OPERATIONS } from "@knockon/contract/operations/all";
import {
  getArtifact,
  listArtifactConsumers,
  listArtifactVersions,
} from "@knockon/contract/operations/artifact";
import { getBillingUsage, listPlans } from "@knockon/contract/operations/billing";
import { getGraph, listArtifacts } from "@knockon/contract/operations/connected-org";
import {
  getRepository,
  getRepositoryContext,
  listDependencies,
  listDependents,
  listRepositories,
  lookupRepository,
} from "@knockon/contract/operations/repository";
import { cancelScan, getScan, listScans } from "@knockon/contract/operations/scan";
import {
  createWorkspace,
  getEntitlements,
  getWorkspace,
  updateWorkspace,
} from "@knockon/contract/operations/workspace";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { exampleOf, isRepeatable, pendingScan } from "../testing/operation-examples.ts";
import { ACME, corruptRepository, makeOrganization } from "../testing/organizations.ts";
import {
  array,
  artifact,
  billingUsage,
  boolean,
  consumer,
  consumers,
  datetime,
  dependency,
  dependent,
  edge,
  features,
  integer,
  node,
  orNull,
  plan,
  repository,
  scan,
  string,
  uuid,
  workspace,
} from "../testing/specified-fields.ts";
import { openTenant, type Tenant } from "../testing/tenant.ts";
import { startTestService, type TestService } from "../testing/test-service.ts";

let stripe: FakeStripe;
let service: TestService;
let acme: Tenant;
let ofOrg: { params: { connected_org_id: string } };
let ofWorkspace: { params: { workspace_id: string } };

beforeAll(async () => {
  stripe = await startFakeStripe();
  service = await startTestService({ stripe });
  acme = await openTenant(service, "acme", ACME);
  ofOrg = { params: { connected_org_id: acme.resources.connectedOrg } };
  ofWorkspace = { params: { workspace_id: acme.resources.workspace } };
});

afterAll(async () => {
  await service.close();
  await stripe.close();
});

const repositoryId = async (full_path: string): Promise<{ repository_id: string }> => ({
  repository_id: (await acme.workspace.call(lookupRepository, { query: { full_path } })).id,
});

const artifacts = () => acme.workspace.call(listArtifacts, ofOrg);

/** Repeats a shape once per item. Fails if there are no items. */
function repeatFor(items: readonly unknown[], shape: object): object[] {
  if (items.length === 0) throw new Error("There are no items to compare.");
  return items.map(() => shape);
}

describe("exactly the specified fields, with the specified types", () => {
  it("Scan, in every response that contains one [IF-2.2 IF-3.1 IF-4.9]", async () => {
    const folder = makeOrganization(service.folder, "initech", { api: {}, web: { "a.txt": "b" } });
    const org = await acme.workspace.connect("initech", folder);
    const scanId = await pendingScan(acme.workspace, org);
    const pending = await acme.workspace.call(getScan, { params: { scan_id: scanId } });
    const cancelled = await acme.workspace.call(cancelScan, { params: { scan_id: scanId } });
    const completed = await acme.workspace.scan(org);
    makeOrganization(service.folder, "initech", { new: { "a.txt": "b" } });
    corruptRepository(join(folder, "new"));
    const partial = await acme.workspace.scan(org);
    rmSync(folder, { recursive: true });
    const failed = await acme.workspace.scan(org);
    const listed = await acme.workspace.call(listScans, { params: { connected_org_id: org } });
    const scans = [pending, cancelled, completed, partial, failed];
    expect(scans.map(({ status }) => status)).toEqual([
      "pending",
      "cancelled",
      "completed",
      "partial",
      "failed",
    ]);
    const items = [...scans, ...listed];
    expect(items).toStrictEqual(repeatFor(items, scan));
  });

  it("Workspace, created, changed and read [IF-2.9 IF-5.4]", async () => {
    const { owner } = acme.team;
    const items = [
      await owner.call(createWorkspace, { body: { name: "Another" } }),
      await owner.call(updateWorkspace, { ...ofWorkspace, body: { name: "Acme" } }),
      await owner.call(getWorkspace, ofWorkspace),
    ];
    expect(items).toStrictEqual(repeatFor(items, workspace));
  });

  it("Repository, by lookup, in lists and by ID [IF-2.12 IF-6.6]", async () => {
    const params = await repositoryId("acme/api");
    const items = [
      await acme.workspace.call(lookupRepository, { query: { full_path: "acme/api" } }),
      await acme.workspace.call(getRepository, { params }),
      ...(await acme.workspace.call(listRepositories)),
    ];
    expect(items).toStrictEqual(repeatFor(items, repository));
  });

  it("Artifact, in lists and by ID [IF-2.14]", async () => {
    const listed = await artifacts();
    const params = { artifact_id: listed[0]?.id ?? "" };
    const items = [...listed, await acme.workspace.call(getArtifact, { params })];
    expect(items).toStrictEqual(repeatFor(items, artifact));
    expect(listed.map((one) => one.source_repository_id)).toEqual(
      listed.map((one) => one.source_repository?.id ?? null),
    );
  });

  it("Artifact consumers, consumer entries and versions [IF-2.13,18,20 IF-6.18]", async () => {
    const entries: unknown[] = [];
    for (const { id } of await artifacts()) {
      const params = { artifact_id: id };
      const response = await acme.workspace.call(listArtifactConsumers, { params });
      expect(response).toStrictEqual(consumers);
      entries.push(...response.consumers);
      for (const version of await acme.workspace.call(listArtifactVersions, { params })) {
        expect(version).toStrictEqual({
          version: string,
          consumer_count: integer,
          is_latest: boolean,
          published_at: orNull(datetime),
        });
      }
    }
    expect(entries).toStrictEqual(repeatFor(entries, consumer));
  });

  it("Dependency graph, nodes and edges [IF-1.5 IF-2.22]", async () => {
    const root = acme.resources.repository;
    const full = await acme.workspace.call(getGraph, ofOrg);
    const around = await acme.workspace.call(getGraph, { ...ofOrg, query: { root, min_confidence: "0" } });
    expect(full).toStrictEqual({ nodes: array, edges: array, applied_min_confidence: null });
    expect(around).toStrictEqual({ nodes: array, edges: array, applied_min_confidence: 0 });
    const [nodes, edges] = [
      [...full.nodes, ...around.nodes],
      [...full.edges, ...around.edges],
    ];
    expect(nodes).toStrictEqual(repeatFor(nodes, node));
    expect(edges).toStrictEqual(repeatFor(edges, edge));
  });

  it("Entitlements [IF-2.31 IF-5.14]", async () => {
    expect(await acme.team.viewer.call(getEntitlements, ofWorkspace)).toStrictEqual({
      plan: string,
      features,
      seat_count: integer,
      seat_limit: orNull(integer),
      billing_enforced: boolean,
    });
  });

  it("Billing usage and plan catalog [IF-2.34,35 IF-5.16]", async () => {
    expect(await acme.team.owner.call(getBillingUsage, ofWorkspace)).toStrictEqual(billingUsage);
    const { plans, payments_enabled } = await acme.team.viewer.call(listPlans);
    expect(payments_enabled).toBe(true);
    expect(plans).toStrictEqual(repeatFor(plans, plan));
  });

  it("Repository context, dependents and dependencies [IF-2.13]", async () => {
    const params = await repositoryId("acme/api");
    expect(await acme.workspace.call(getRepositoryContext, { params })).toStrictEqual({
      repository,
      dependencies: array,
      dependencies_total: integer,
      dependency_names_total: integer,
      dependents: array,
      dependents_total: integer,
      dependent_repositories_total: integer,
      artifacts: array,
      ownership: null,
      last_scan: scan,
    });
    const dependents = await acme.workspace.call(listDependents, { params });
    expect(dependents).toStrictEqual(repeatFor(dependents, dependent));
    const web = { params: await repositoryId("acme/web") };
    const dependencies = await acme.workspace.call(listDependencies, web);
    expect(dependencies).toStrictEqual(repeatFor(dependencies, dependency));
  });
});

it("a 422 lists each error with its location, message and type [IF-2.43 IF-9.6]", async () => {
  const errorAt = (loc: unknown[]) => ({ loc, msg: string, type: string });
  const unknown = "00000000-0000-0000-0000-00000000000x";
  const responses = [
    await acme.workspace.fetch(getScan, { params: { scan_id: unknown } }),
    await acme.workspace.fetch(listRepositories, { query: { limit: "0" } }),
    await acme.workspace.fetch(listRepositories, {
      headers: { "X-API-Key": acme.workspace.key, "X-Workspace-Id": "acme" },
    }),
    await acme.workspace.fetch(updateWorkspace, { ...ofWorkspace, body: { name: "", regenerate_slug: 1 } }),
  ];
  const bodies: { detail: Record<string, unknown>[] }[] = [];
  for (const response of responses) bodies.push((await response.json()) as (typeof bodies)[number]);
  const errors = bodies.map(({ detail }) =>
    detail.map(({ ctx: _ctx, input: _input, ...required }) => required),
  );
  expect(responses.map(({ status }) => status)).toEqual([422, 422, 422, 422]);
  expect(errors).toStrictEqual([
    [errorAt(["path", "scan_id"])],
    [errorAt(["query", "limit"])],
    [errorAt(["header", "X-Workspace-Id"])],
    [errorAt(["body", "name"]), errorAt(["body", "regenerate_slug"])],
  ]);
  for (const { ctx } of bodies.flatMap(({ detail }) => detail)) expect(ctx ?? {}).toEqual(expect.any(Object));
});

describe("every ID is a UUID and every datetime is ISO 8601", () => {
  /** ID fields that the specification gives another type, or that hold IDs of other services. */
  const NOT_UUIDS = new Set([
    "platform_id",
    "request_id",
    "installation_id",
    "base_price_id",
    "seat_addon_price_id",
  ]);
  /** True for the payment processor's IDs. */
  const isProcessorId = (path: string): boolean => /^\.events\.\d+\.id$/u.test(path);

  /** Returns every field below a value, with its path. */
  function fieldsOf(value: unknown, path = ""): [path: string, name: string, value: unknown][] {
    if (typeof value !== "object" || value === null) return [];
    return Object.entries(value).flatMap(([name, inner]) => [
      [`${path}.${name}`, name, inner] as [string, string, unknown],
      ...fieldsOf(inner, `${path}.${name}`),
    ]);
  }

  const reads = OPERATIONS.filter((one) => isRepeatable(one) && one.status !== 302).map(
    (operation) => [operation.id, operation] as const,
  );

  it.each(reads)("in the response of %s [IF-2.1]", async (_id, operation: OperationInput) => {
    const parts = exampleOf(operation, acme.resources);
    const fields = fieldsOf(await acme.workspace.call(operation, parts));
    const ids = fields.filter(
      ([path, name]) => /(?:^|_)id$/u.test(name) && !NOT_UUIDS.has(name) && !isProcessorId(path),
    );
    const datetimes = fields.filter(([, name]) => name.endsWith("_at"));
    expect(ids).toEqual(ids.map(([path, name]) => [path, name, orNull(uuid)]));
    expect(datetimes).toEqual(datetimes.map(([path, name]) => [path, name, orNull(datetime)]));
  });
});
