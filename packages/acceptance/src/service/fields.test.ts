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
import { damage } from "../testing/damage.ts";
import { array, boolean, datetime, integer, orNull, string, uuid } from "../testing/field-types.ts";
import { exampleOf, isRepeatable, pendingScan } from "../testing/operation-examples.ts";
import { ACME, makeOrganization } from "../testing/organizations.ts";
import {
  artifact,
  consumer,
  consumers,
  dependency,
  dependent,
  billingUsage,
  edge,
  features,
  node,
  plan,
  repository,
  scan,
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

/** As many of a shape as there are items, of which there is at least one. */
function asMany(items: readonly unknown[], shape: object): object[] {
  if (items.length === 0) throw new Error("There is nothing to compare.");
  return items.map(() => shape);
}

describe("exactly the fields of the specification, of its types", () => {
  it("Scan, in every answer that is one [IF-2.2 IF-3.1 IF-4.9]", async () => {
    const folder = makeOrganization(service.folder, "initech", { api: {}, web: { "a.txt": "b" } });
    const org = await acme.workspace.connect("initech", folder);
    const scanId = await pendingScan(acme.workspace, org);
    const pending = await acme.workspace.call(getScan, { params: { scan_id: scanId } });
    const cancelled = await acme.workspace.call(cancelScan, { params: { scan_id: scanId } });
    const completed = await acme.workspace.scan(org);
    makeOrganization(service.folder, "initech", { new: { "a.txt": "b" } });
    damage(join(folder, "new"));
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
    expect(items).toStrictEqual(asMany(items, scan));
  });

  it("Workspace, as it is made, changed and read [IF-2.9 IF-5.4]", async () => {
    const { owner } = acme.team;
    const items = [
      await owner.call(createWorkspace, { body: { name: "Another" } }),
      await owner.call(updateWorkspace, { ...ofWorkspace, body: { name: "Acme" } }),
      await owner.call(getWorkspace, ofWorkspace),
    ];
    expect(items).toStrictEqual(asMany(items, workspace));
  });

  it("Repository, looked up, listed and by its id [IF-2.12 IF-6.6]", async () => {
    const params = await repositoryId("acme/api");
    const items = [
      await acme.workspace.call(lookupRepository, { query: { full_path: "acme/api" } }),
      await acme.workspace.call(getRepository, { params }),
      ...(await acme.workspace.call(listRepositories)),
    ];
    expect(items).toStrictEqual(asMany(items, repository));
  });

  it("Artifact, listed and by its id [IF-2.14]", async () => {
    const listed = await artifacts();
    const params = { artifact_id: listed[0]?.id ?? "" };
    const items = [...listed, await acme.workspace.call(getArtifact, { params })];
    expect(items).toStrictEqual(asMany(items, artifact));
    expect(listed.map((one) => one.source_repository_id)).toEqual(
      listed.map((one) => one.source_repository?.id ?? null),
    );
  });

  it("Artifact consumers, their entries, and versions [IF-2.13,18,20 IF-6.18]", async () => {
    const entries: unknown[] = [];
    for (const { id } of await artifacts()) {
      const params = { artifact_id: id };
      const answer = await acme.workspace.call(listArtifactConsumers, { params });
      expect(answer).toStrictEqual(consumers);
      entries.push(...answer.consumers);
      for (const version of await acme.workspace.call(listArtifactVersions, { params })) {
        expect(version).toStrictEqual({
          version: string,
          consumer_count: integer,
          is_latest: boolean,
          published_at: orNull(datetime),
        });
      }
    }
    expect(entries).toStrictEqual(asMany(entries, consumer));
  });

  it("Dependency graph, its nodes and edges [IF-1.5 IF-2.22]", async () => {
    const root = acme.resources.repository;
    const full = await acme.workspace.call(getGraph, ofOrg);
    const around = await acme.workspace.call(getGraph, { ...ofOrg, query: { root, min_confidence: "0" } });
    expect(full).toStrictEqual({ nodes: array, edges: array, applied_min_confidence: null });
    expect(around).toStrictEqual({ nodes: array, edges: array, applied_min_confidence: 0 });
    const [nodes, edges] = [
      [...full.nodes, ...around.nodes],
      [...full.edges, ...around.edges],
    ];
    expect(nodes).toStrictEqual(asMany(nodes, node));
    expect(edges).toStrictEqual(asMany(edges, edge));
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

  it("Billing usage, and the plan catalog [IF-2.34,35 IF-5.16]", async () => {
    expect(await acme.team.owner.call(getBillingUsage, ofWorkspace)).toStrictEqual(billingUsage);
    const { plans, payments_enabled } = await acme.team.viewer.call(listPlans);
    expect(payments_enabled).toBe(true);
    expect(plans).toStrictEqual(asMany(plans, plan));
  });

  it("Repository context, dependents and dependencies [IF-2.13]", async () => {
    const params = await repositoryId("acme/api");
    expect(await acme.workspace.call(getRepositoryContext, { params })).toStrictEqual({
      repository,
      dependencies: array,
      dependencies_total: integer,
      dependents: array,
      dependents_total: integer,
      dependent_repositories_total: integer,
      artifacts: array,
      ownership: null,
      last_scan: scan,
    });
    const dependents = await acme.workspace.call(listDependents, { params });
    expect(dependents).toStrictEqual(asMany(dependents, dependent));
    const web = { params: await repositoryId("acme/web") };
    const dependencies = await acme.workspace.call(listDependencies, web);
    expect(dependencies).toStrictEqual(asMany(dependencies, dependency));
  });
});

it("422 is the list of what is wrong: where, in which words, of which type [IF-2.43 IF-9.6]", async () => {
  const fault = (loc: unknown[]) => ({ loc, msg: string, type: string });
  const unknown = "00000000-0000-0000-0000-00000000000x";
  const answers = [
    await acme.workspace.fetch(getScan, { params: { scan_id: unknown } }),
    await acme.workspace.fetch(listRepositories, { query: { limit: "0" } }),
    await acme.workspace.fetch(listRepositories, {
      headers: { "X-API-Key": acme.workspace.key, "X-Workspace-Id": "acme" },
    }),
    await acme.workspace.fetch(updateWorkspace, { ...ofWorkspace, body: { name: "", regenerate_slug: 1 } }),
  ];
  const bodies: { detail: Record<string, unknown>[] }[] = [];
  for (const answer of answers) bodies.push((await answer.json()) as (typeof bodies)[number]);
  const faults = bodies.map(({ detail }) =>
    detail.map(({ ctx: _ctx, input: _input, ...required }) => required),
  );
  expect(answers.map(({ status }) => status)).toEqual([422, 422, 422, 422]);
  expect(faults).toStrictEqual([
    [fault(["path", "scan_id"])],
    [fault(["query", "limit"])],
    [fault(["header", "X-Workspace-Id"])],
    [fault(["body", "name"]), fault(["body", "regenerate_slug"])],
  ]);
  for (const { ctx } of bodies.flatMap(({ detail }) => detail)) expect(ctx ?? {}).toEqual(expect.any(Object));
});

describe("every id is a UUID and every instant ISO 8601", () => {
  /** Names that the specification gives another type, or that are not this service's ids. */
  const STRINGS = new Set([
    "platform_id",
    "request_id",
    "installation_id",
    "base_price_id",
    "seat_addon_price_id",
  ]);
  /** The processor's own ids. */
  const isForeign = (path: string): boolean => /^\.events\.\d+\.id$/u.test(path);

  /** Every field below a value, with its path. */
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

  it.each(reads)("in the answer of %s [IF-2.1]", async (_id, operation: OperationInput) => {
    const parts = exampleOf(operation, acme.resources);
    const fields = fieldsOf(await acme.workspace.call(operation, parts));
    const ids = fields.filter(
      ([path, name]) => /(?:^|_)id$/u.test(name) && !STRINGS.has(name) && !isForeign(path),
    );
    const instants = fields.filter(([, name]) => name.endsWith("_at"));
    expect(ids).toEqual(ids.map(([path, name]) => [path, name, orNull(uuid)]));
    expect(instants).toEqual(instants.map(([path, name]) => [path, name, orNull(datetime)]));
  });
});
