import { listArtifactConsumers } from "@knockon/contract/operations/artifact";
import { getConnectedOrgStats, getGraph, listArtifacts } from "@knockon/contract/operations/connected-org";
import {
  getRepository,
  getRepositoryContext,
  listDependencies,
  listDependents,
  lookupRepository,
} from "@knockon/contract/operations/repository";
import { listScans } from "@knockon/contract/operations/scan";
import type { ResponseOf } from "@knockon/contract/operation";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ACME, GLOBEX, makeOrganization } from "../testing/organizations.ts";
import { startTestService, type TestService } from "../testing/test-service.ts";
import type { TestWorkspace } from "../testing/test-workspace.ts";

let service: TestService;
let acme: TestWorkspace;
let web: ResponseOf<typeof lookupRepository>;
let image: ResponseOf<typeof lookupRepository>;

/** More rows than a context lists, in both directions. */
const MANY = 101;
const crowd = Array.from(
  { length: MANY },
  (_, at) => `FROM ghcr.io/acme/base-image:${at === 0 ? "1.1.0" : `1.0.${at}`}\n`,
).join("");

beforeAll(async () => {
  service = await startTestService();
  acme = await service.openWorkspace("Acme");
  const repositories = { ...ACME, crowd: { Dockerfile: crowd } };
  const folder = makeOrganization(service.folder, "acme", repositories);
  await acme.scan(await acme.connect("acme", folder));
  [web, image] = [await lookUp("acme/web"), await lookUp("acme/base-image")];
});

afterAll(() => service.close());

const lookUp = (full_path: string) => acme.call(lookupRepository, { query: { full_path } });
const of = ({ id }: { id: string }) => ({ params: { repository_id: id } });
const dependentsOf = (one: typeof web) => acme.call(listDependents, { ...of(one), query: { limit: "500" } });
const referenceTo = ({ id, name, full_path }: typeof web) => ({ id, name, full_path });
const producedBy = async ({ id, connected_org_id }: typeof web, name: string) => {
  const artifacts = await acme.call(listArtifacts, { params: { connected_org_id } });
  return artifacts.find((one) => one.source_repository_id === id && one.name === name)?.id;
};

describe("GET /repositories/{id}/dependents", () => {
  it("returns the requested repository as source, the consumer as target, and the location of the declaration [D-7.2,21]", async () => {
    const rows = await dependentsOf(image);
    expect(rows.find((row) => row.target_repository_id === web.id)).toEqual({
      id: expect.any(String),
      source_repository_id: image.id,
      target_repository_id: web.id,
      target_repository: referenceTo(web),
      artifact_id: await producedBy(image, "ghcr.io/acme/base-image"),
      dependency_type: "container_image",
      version_constraint: "1.0.0",
      version_constraint_state: "pinned",
      source_file: "Dockerfile",
      source_line: 1,
      raw_reference: "ghcr.io/acme/base-image:1.0.0",
      confidence: 0.95,
      role: "runtime",
      scope: "unit:docker:Dockerfile",
      locked: null,
      owner: null,
      evidence: { class: "manifest", rule: "docker.from" },
    });
  });
});

describe("GET /repositories/{id}/dependencies", () => {
  it("returns the same fields with the producer as target, and a reason [D-7.2,22]", async () => {
    const rows = await acme.call(listDependencies, of(web));
    const dependents = await dependentsOf(image);
    expect(rows.find((row) => row.source_file === "Dockerfile")).toEqual({
      ...dependents.find((row) => row.target_repository_id === web.id),
      source_repository_id: web.id,
      target_repository_id: image.id,
      target_repository: referenceTo(image),
      reason: null,
    });
  });

  it("includes unresolved declarations, without a target and with a reason [D-7.23]", async () => {
    const rows = await acme.call(listDependencies, of(web));
    expect(rows.find((row) => row.raw_reference.startsWith("left-pad"))).toMatchObject({
      target_repository_id: null,
      target_repository: null,
      reason: "external",
    });
  });
});

describe("the graph", () => {
  it("has an edge from the consumer to the producer, the reverse of the dependents row [D-7.1]", async () => {
    const params = { connected_org_id: web.connected_org_id };
    const { edges } = await acme.call(getGraph, { params });
    const between = edges.filter(({ source, target }) => source === web.id && target === image.id);
    expect(between).toHaveLength(1);
    expect(edges.filter(({ source, target }) => source === image.id && target === web.id)).toEqual([]);
  });
});

describe("the graph around a root", () => {
  /** `a` and `b` depend on `c`, and `a` depends on `b`. */
  const TRIANGLE = {
    c: { "package.json": '{ "name": "@acme/c", "version": "1.0.0" }\n' },
    b: { "package.json": '{ "name": "@acme/b", "dependencies": { "@acme/c": "1.0.0" } }\n' },
    a: {
      "package.json": '{ "name": "@acme/a", "dependencies": { "@acme/b": "1.0.0", "@acme/c": "1.0.0" } }\n',
    },
  };

  it("has every edge between reached nodes, and the direction of each node [D-7.12,15]", async () => {
    const tenant = await service.openWorkspace("Triangle");
    const folder = makeOrganization(`${service.folder}/triangle`, "acme", TRIANGLE);
    const params = { connected_org_id: await tenant.connect("acme", folder) };
    await tenant.scan(params.connected_org_id);
    const { id: root } = await tenant.call(lookupRepository, { query: { full_path: "acme/c" } });
    const { nodes, edges } = await tenant.call(getGraph, { params, query: { root, depth: "1" } });
    const labelOf = (id: string) => nodes.find((node) => node.id === id)?.label;
    expect(edges.map(({ source, target }) => `${labelOf(source)} > ${labelOf(target)}`).toSorted()).toEqual([
      "a > b",
      "a > c",
      "b > c",
    ]);
    const rest = { ...params, archived: false, last_scanned_at: expect.any(String) };
    const reached = { confidence: 0.98, hops: 1 };
    expect(nodes.map(({ metadata }) => metadata)).toEqual([
      { ...rest, full_path: "acme/a", ...reached, upstream: null, downstream: reached },
      { ...rest, full_path: "acme/b", ...reached, upstream: null, downstream: reached },
      { ...rest, full_path: "acme/c", confidence: 1, hops: 0, upstream: null, downstream: null },
    ]);
  });
});

describe("GET /connected-orgs/{id}/stats", () => {
  it("returns exactly these counters and the last scan [D-8.26]", async () => {
    const params = { connected_org_id: web.connected_org_id };
    const number = expect.any(Number);
    const [scan] = await acme.call(listScans, { params });
    expect(await acme.call(getConnectedOrgStats, { params })).toEqual({
      repositories: 8,
      dependencies: number,
      declarations: number,
      external_declarations: number,
      by_artifact_type: expect.objectContaining({ container_image: number }),
      by_dependency_type: expect.objectContaining({ container_image: number }),
      consumed_artifacts: number,
      orphan_artifacts: number,
      health: { consumers_on_latest: number, consumers_lagging: number, unresolved_declarations: number },
      last_scan: scan,
    });
  });
});

describe("GET /repositories/{id}/context", () => {
  it("returns the repository with the first 100 rows in each direction, the totals, and no ownership [D-5.25 D-7.24,25]", async () => {
    const context = await acme.call(getRepositoryContext, of(image));
    const dependents = await acme.call(listDependents, of(image));
    const [scan] = await acme.call(listScans, { params: { connected_org_id: image.connected_org_id } });
    const { artifacts, ...rest } = context;
    expect(rest).toEqual({
      repository: await acme.call(getRepository, of(image)),
      dependencies: await acme.call(listDependencies, of(image)),
      dependencies_total: 1,
      dependency_names_total: 1,
      dependents,
      dependents_total: MANY + 3,
      dependent_repositories_total: 4,
      ownership: null,
      last_scan: scan,
    });
    expect(dependents).toHaveLength(100);
    expect(artifacts.map(({ name }) => name)).toContain("ghcr.io/acme/base-image");
  });

  it("lists at most 100 dependencies, and counts all [D-7.24]", async () => {
    const crowded = await lookUp("acme/crowd");
    const context = await acme.call(getRepositoryContext, of(crowded));
    expect([context.dependencies.length, context.dependencies_total]).toEqual([100, MANY]);
  });
});

describe("artifacts", () => {
  it("are one per org, type and name, regardless of the number of declarations [D-8.1]", async () => {
    const artifacts = await acme.call(listArtifacts, { params: { connected_org_id: web.connected_org_id } });
    const keys = artifacts.map(({ artifact_type, name }) => `${artifact_type} ${name}`);
    expect(keys).toContain("container_image ghcr.io/acme/base-image");
    expect(keys.filter((key, index) => keys.indexOf(key) !== index)).toEqual([]);
  });

  it("count a repository as lagging if any of its entries lags [D-8.7]", async () => {
    const params = { artifact_id: (await producedBy(image, "ghcr.io/acme/base-image")) ?? "" };
    const response = await acme.call(listArtifactConsumers, { params, query: { limit: "500" } });
    const latest = response.consumers
      .filter((entry) => entry.is_latest)
      .map(({ repository }) => repository.name);
    expect(response.latest_version).toBe("1.1.0");
    expect(latest.toSorted()).toEqual(["api", "crowd"]);
    expect([response.total_consumers, response.consumers_on_latest, response.consumers_lagging]).toEqual([
      3, 1, 2,
    ]);
  });
});

describe("two orgs of a workspace", () => {
  it("share their artifacts: a producer in the other org is a node in the graph of the consumer's org [D-7.3,4,5,6]", async () => {
    const tenant = await service.openWorkspace("Shared");
    const { vault, door } = GLOBEX;
    const folderOf = (name: string, files: Record<string, string> = {}) =>
      makeOrganization(`${service.folder}/${name}`, "globex", { [name]: files });
    const doors = await tenant.connect("doors", folderOf("door", door));
    await tenant.scan(doors);
    const edgesOf = async (org: string) => {
      const graph = await tenant.call(getGraph, { params: { connected_org_id: org } });
      return { labels: graph.nodes.map(({ label }) => label), edges: graph.edges.length };
    };
    expect(await edgesOf(doors)).toEqual({ labels: ["door"], edges: 0 });
    const vaults = await tenant.connect("vaults", folderOf("vault", vault));
    await tenant.scan(vaults);
    expect(await edgesOf(doors)).toEqual({ labels: ["door", "vault"], edges: 1 });
    expect(await edgesOf(vaults)).toEqual({ labels: ["vault"], edges: 0 });
    const { id } = await tenant.call(lookupRepository, { query: { full_path: "globex/vault" } });
    expect(await tenant.call(listDependents, of({ id }))).toHaveLength(1);
    const named = async (org: string) =>
      (await tenant.call(listArtifacts, { params: { connected_org_id: org } })).map(
        ({ artifact_type, name }) => `${artifact_type} ${name}`,
      );
    const [ofDoors, ofVaults] = [await named(doors), await named(vaults)];
    expect(ofVaults).toEqual(["npm_package @globex/vault"]);
    expect(ofDoors.toSorted()).toEqual(["npm_package door", "npm_package lock"]);
    const params = { connected_org_id: vaults };
    const around = await tenant.call(getGraph, { params, query: { root: id } });
    expect(around.nodes.map(({ label }) => label)).toEqual(["door", "vault"]);
  });
});
