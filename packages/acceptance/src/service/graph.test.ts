import { join } from "node:path";
import { getConnectedOrgStats, getGraph } from "@knockon/contract/operations/connected-org";
import { getRepositoryImpact, listRepositories } from "@knockon/contract/operations/repository";
import type { DependencyGraph } from "@knockon/contract/resources/graph";
import type { Impact } from "@knockon/contract/resources/impact";
import type { Clock } from "@knockon/contract/vocabulary/clock";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { G6Graph } from "../testing/g6-graph.ts";
import { ACME, makeOrganization } from "../testing/organizations.ts";
import { startTestService, type TestService } from "../testing/test-service.ts";
import type { TestWorkspace } from "../testing/test-workspace.ts";

const FROM_BASE = "FROM ghcr.io/acme/base-image:1.1.0\n";
const OWNED = { ...ACME, api: { ...ACME["api"], CODEOWNERS: "* @acme/backend\n" } };

let service: TestService;
let acme: TestWorkspace;
let params: { connected_org_id: string };
let full: DependencyGraph;

beforeAll(async () => {
  service = await startTestService();
  acme = await service.openWorkspace("Acme");
  params = { connected_org_id: await acme.connect("acme", makeOrganization(service.folder, "acme", OWNED)) };
  await acme.scan(params.connected_org_id);
  full = await acme.call(getGraph, { params });
});

afterAll(() => service.close());

const idOf = (label: string): string => full.nodes.find((node) => node.label === label)?.id ?? "";

/** Returns the edges as `consumer > producer`, by name. */
function edgesOf({ nodes, edges }: DependencyGraph): string[] {
  const labels = new Map(nodes.map(({ id, label }) => [id, label]));
  return edges.map(({ source, target }) => `${labels.get(source)} > ${labels.get(target)}`).toSorted();
}

const around = (root: string, query: Record<string, string> = {}) =>
  acme.call(getGraph, { params, query: { root: idOf(root), ...query } });

/** Returns hops and confidence of each node, downstream (against the direction of the edges) and upstream. */
const reachedFrom = async (root: string, query?: Record<string, string>) =>
  Object.fromEntries(
    (await around(root, query)).nodes.map(({ label, metadata: { upstream, downstream } }) => [
      label,
      {
        ...(upstream && { up: [upstream.hops, upstream.confidence] }),
        ...(downstream && { down: [downstream.hops, downstream.confidence] }),
      },
    ]),
  );

describe("the full graph", () => {
  it("has every repository as a node, every edge including prose, and no minimum confidence [IF-1.4 IF-6.8,13 D-7.1]", () => {
    expect(full.nodes.map((node) => node.label)).toEqual(Object.keys(ACME).toSorted());
    expect(edgesOf(full)).toEqual([
      "api > actions",
      "api > base-image",
      "deploy > api",
      "handbook > base-image",
      "web > base-image",
      "web > ui-kit",
    ]);
    expect(full.applied_min_confidence).toBeNull();
  });

  it("is a graph that AntV G6 loads, with and without a root [IF-2.23]", async () => {
    const read = async (query: Record<string, string>) =>
      G6Graph.parse(await (await acme.fetch(getGraph, { params, query })).json());
    const graph = await read({});
    const rooted = await read({ root: idOf("api") });
    expect([graph.nodes.length, graph.edges.length]).toEqual([7, 6]);
    expect([rooted.nodes.length, rooted.edges.length]).toEqual([4, 3]);
    expect(graph.nodes.filter(({ metadata }) => "hops" in metadata)).toEqual([]);
    expect(rooted.nodes.filter(({ metadata }) => !("hops" in metadata))).toEqual([]);
  });

  it("has the specified node metadata and edge fields [D-7.11]", () => {
    expect(full.nodes.find(({ label }) => label === "api")).toEqual({
      id: idOf("api"),
      label: "api",
      type: "repository",
      metadata: {
        full_path: "acme/api",
        connected_org_id: params.connected_org_id,
        archived: false,
        last_scanned_at: expect.any(String),
      },
    });
    expect(full.edges.find(({ source }) => source === idOf("deploy"))).toEqual({
      id: expect.any(String),
      source: idOf("deploy"),
      target: idOf("api"),
      dependency_type: "container_image",
      version_constraint: "latest",
      confidence: 0.95,
      role: "runtime",
      clock: "next_run",
    });
  });

  it("ignores depth and minimum confidence, but validates them [IF-6.10 D-7.17]", async () => {
    expect(await acme.call(getGraph, { params, query: { depth: "1", min_confidence: "1" } })).toEqual(full);
    for (const query of [
      { depth: "0" },
      { depth: "11" },
      { min_confidence: "1.1" },
      { min_confidence: "-0.1" },
    ]) {
      expect((await acme.fetch(getGraph, { params, query })).status).toBe(422);
    }
  });

  it("has as many edges as the statistics count [D-7.9]", async () => {
    const stats = await acme.call(getConnectedOrgStats, { params });
    expect(stats).toMatchObject({
      repositories: 7,
      dependencies: full.edges.length,
      declarations: 8,
      by_dependency_type: { container_image: 3, github_action: 1, npm_package: 1, git_repository: 1 },
      by_artifact_type: { container_image: 3, github_action: 2, npm_package: 3, git_repository: 1 },
      consumed_artifacts: 7,
      orphan_artifacts: 2,
      last_scan: { status: "completed" },
    });
  });

  it("has the owners and main types of the lists of repositories on request, with and without a root, and only then", async () => {
    const listed = await acme.call(listRepositories, { query: { include: "figures" } });
    const owners = new Map(listed.map(({ id, figures }) => [id, figures?.owner ?? undefined]));
    const types = new Map(listed.map(({ id, figures }) => [id, figures?.main_dependency_type ?? undefined]));
    expect(owners.get(idOf("api"))).toEqual({ names: ["@acme/backend"], source: "codeowners" });
    expect(types.get(idOf("api"))).toBe("container_image");
    for (const query of [
      { include: "owners,types" },
      { include: "affected,owners,types", root: idOf("base-image"), depth: "3" },
    ]) {
      const { nodes } = await acme.call(getGraph, { params, query });
      expect(nodes.length).toBeGreaterThan(2);
      for (const { id, metadata } of nodes) {
        expect(metadata.owner).toEqual(owners.get(id));
        expect(metadata.main_type).toBe(types.get(id));
      }
    }
    expect(full.nodes.filter(({ metadata }) => "owner" in metadata || "main_type" in metadata)).toEqual([]);
    expect((await acme.fetch(getGraph, { params, query: { include: "people" } })).status).toBe(422);
  });

  it("keeps edges and their IDs after a scan without changes", async () => {
    await acme.scan(params.connected_org_id);
    expect((await acme.call(getGraph, { params })).edges).toEqual(full.edges);
  });
});

/** Only what gets a change without a bump has a version that decides when. */
function versionOf(clock: Clock, evidence: Impact["affected"][number]["clock_evidence"]) {
  if (clock === "bump" || clock === "unknown" || !evidence || evidence.version_constraint === null) return {};
  const { version_constraint, version_constraint_state } = evidence;
  return { clock_evidence: { version_constraint, version_constraint_state } };
}

describe("the graph around a root", () => {
  it("reaches two hops in each direction over edges of 0.4 or more by default [D-7.16]", async () => {
    expect(await reachedFrom("base-image")).toEqual({
      "base-image": {},
      api: { down: [1, 0.95] },
      web: { down: [1, 0.95] },
      deploy: { down: [2, 0.95] },
    });
    expect((await around("base-image")).applied_min_confidence).toBe(0.4);
    expect(await reachedFrom("deploy")).toEqual({
      deploy: {},
      api: { up: [1, 0.95] },
      actions: { up: [2, 0.95] },
      "base-image": { up: [2, 0.95] },
    });
  });

  it("has the hops, the clock and the version that decides it as in an impact on request, and only then", async () => {
    const { nodes } = await around("base-image", { include: "affected", depth: "3" });
    const { affected } = await acme.call(getRepositoryImpact, {
      params: { repository_id: idOf("base-image") },
    });
    expect(affected.length).toBeGreaterThan(2);
    expect(
      nodes.flatMap(({ id, metadata }) => (metadata.affected ? [{ id, ...metadata.affected }] : [])),
    ).toEqual(
      affected
        .map(({ repository: { id }, hops, clock, conditional, clock_repository, clock_evidence }) => ({
          id,
          hops,
          clock,
          conditional,
          ...(clock_repository.id !== id && { clock_repository_id: clock_repository.id }),
          ...versionOf(clock, clock_evidence),
        }))
        .toSorted(
          (a, b) => nodes.findIndex(({ id }) => id === a.id) - nodes.findIndex(({ id }) => id === b.id),
        ),
    );
    const without = await around("base-image");
    expect(without.nodes.filter(({ metadata }) => "affected" in metadata)).toEqual([]);
  });

  it("says on request what each repository passes on, as in an impact, at any depth", async () => {
    const { affected } = await acme.call(getRepositoryImpact, {
      params: { repository_id: idOf("base-image") },
      query: { include: "onward" },
    });
    const passedOn = new Map(affected.map(({ repository: { id }, onward }) => [id, onward]));
    expect([...passedOn.values()].filter((onward) => (onward?.repositories ?? 0) > 0)).not.toEqual([]);
    for (const depth of ["1", "3", "4"]) {
      const { nodes } = await around("base-image", { include: "affected,onward", depth });
      const found = nodes.filter(({ metadata }) => metadata.affected);
      expect(found.length).toBeGreaterThan(1);
      for (const { id, metadata } of found) expect(metadata.affected?.onward).toEqual(passedOn.get(id));
      const root = nodes.find(({ label }) => label === "base-image");
      expect(root?.metadata.affected_by_hops).toEqual(
        [1, 2, 3].map((at) => affected.filter(({ hops }) => hops === at).length),
      );
    }
  });

  it("says on request which edges pass a change of the root on, and which range decides when", async () => {
    const beta = await service.openWorkspace("Beta");
    const repositories = {
      "base-image": ACME["base-image"] ?? {},
      // Its package is not built from its image.
      library: { "package.json": '{"name": "library"}', Dockerfile: FROM_BASE },
      app: { "package.json": '{"dependencies": {"library": "^1.0.0"}}', Dockerfile: FROM_BASE },
    };
    const org = await beta.connect(
      "beta",
      makeOrganization(join(service.folder, "beta"), "acme", repositories),
    );
    await beta.scan(org);
    const [root] = await beta.call(listRepositories, { query: { q: "base-image" } });
    const query = { root: root?.id ?? "", include: "affected" };
    const graph = await beta.call(getGraph, { params: { connected_org_id: org }, query });
    const only = (affected: boolean) => graph.edges.filter((edge) => edge.affected === affected);
    expect(edgesOf({ ...graph, edges: only(true) })).toEqual(["app > base-image", "library > base-image"]);
    expect(edgesOf({ ...graph, edges: only(false) })).toEqual(["app > library"]);
    const library = graph.nodes.find(({ label }) => label === "library")?.id ?? "";
    const used = await beta.call(getGraph, {
      params: { connected_org_id: org },
      query: { root: library, include: "affected" },
    });
    expect(used.nodes.flatMap(({ metadata }) => metadata.affected ?? [])).toEqual([
      {
        hops: 1,
        clock: "next_run",
        conditional: true,
        clock_evidence: { version_constraint: "^1.0.0", version_constraint_state: "range" },
      },
    ]);
    expect((await around("base-image")).edges.filter((edge) => "affected" in edge)).toEqual([]);
  });

  it("has the file of what decides if it fetches one only", async () => {
    const gamma = await service.openWorkspace("Gamma");
    const fetched = "https://raw.githubusercontent.com/acme/tools/main/ci/run.sh";
    const repositories = {
      tools: { "ci/run.sh": "echo\n", Makefile: "all:\n\ttrue\n" },
      app: { ".github/workflows/ci.yml": workflow(`curl -sSL ${fetched} | sh`) },
    };
    const org = await gamma.connect(
      "gamma",
      makeOrganization(join(service.folder, "gamma"), "acme", repositories),
    );
    await gamma.scan(org);
    const [root] = await gamma.call(listRepositories, { query: { q: "tools" } });
    const { nodes } = await gamma.call(getGraph, {
      params: { connected_org_id: org },
      query: { root: root?.id ?? "", include: "affected" },
    });
    expect(nodes.flatMap(({ metadata }) => metadata.affected ?? [])).toMatchObject([
      {
        clock: "next_run",
        clock_evidence: {
          version_constraint: "main",
          target_file: "ci/run.sh",
        },
      },
    ]);
  });

  it("reaches upstream and downstream neighbors, and does not turn back [IF-6.7 D-7.13]", async () => {
    expect(await reachedFrom("api")).toEqual({
      api: {},
      actions: { up: [1, 0.98] },
      "base-image": { up: [1, 0.95] },
      deploy: { down: [1, 0.95] },
    });
  });

  it("applies the depth and the minimum confidence, and echoes the latter [IF-6.11 D-7.15]", async () => {
    expect(Object.keys(await reachedFrom("base-image", { depth: "1" })).toSorted()).toEqual([
      "api",
      "base-image",
      "web",
    ]);
    expect(await reachedFrom("base-image", { min_confidence: "0" })).toMatchObject({
      handbook: { down: [1, 0.3] },
    });
    const strict = await around("api", { min_confidence: "0.96" });
    expect(edgesOf(strict)).toEqual(["api > actions"]);
    expect(strict.applied_min_confidence).toBe(0.96);
  });

  it("gives the root full confidence, and every node the better of its two directions [D-7.14]", async () => {
    const { nodes } = await around("api");
    expect(nodes.map(({ label, metadata: { confidence, hops } }) => [label, confidence, hops])).toEqual([
      ["actions", 0.98, 1],
      ["api", 1, 0],
      ["base-image", 0.95, 1],
      ["deploy", 0.95, 1],
    ]);
  });
});

/** A workflow with one command. */
const workflow = (command: string): string =>
  `on: push\njobs:\n  build:\n    runs-on: ubuntu-latest\n    steps:\n      - run: ${command}\n`;
