import { readHostileOrganization, type ExpectedUse } from "@knockon/cli/testing/hostile-organization";
import type { OperationInput, ResponseOf } from "@knockon/contract/operation";
import { listArtifactConsumers, listArtifactVersions } from "@knockon/contract/operations/artifact";
import {
  getConnectedOrg,
  getConnectedOrgStats,
  getGraph,
  listArtifacts,
  listUnresolvedDeclarations,
} from "@knockon/contract/operations/connected-org";
import {
  getRepositoryContext,
  getRepositoryImpact,
  listDependencies,
  listDependents,
  listRepositories,
} from "@knockon/contract/operations/repository";
import { getWorkspaceStats } from "@knockon/contract/operations/workspace";
import type { Dependency } from "@knockon/contract/resources/repository";
import { isMention, MENTION_ROLES } from "@knockon/contract/vocabulary/role";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makeHostileListings } from "../testing/organizations.ts";
import { startTestService, type TestService } from "../testing/test-service.ts";
import type { RequestParts, TestWorkspace } from "../testing/test-workspace.ts";

const organization = readHostileOrganization();
let service: TestService;
let acme: TestWorkspace;
let orgs: Awaited<ReturnType<typeof readOrg>>[];
let repositories: Awaited<ReturnType<typeof readRepository>>[];
let artifacts: Awaited<ReturnType<typeof readArtifact>>[];

beforeAll(async () => {
  service = await startTestService();
  acme = await service.openWorkspace("Acme");
  const ids = [];
  for (const listing of makeHostileListings(service.folder, organization))
    ids.push(await acme.connect("acme", listing));
  for (const id of ids) await acme.scan(id);
  orgs = await Promise.all(ids.map((id) => readOrg(id)));
  repositories = [];
  for (const one of await listed(listRepositories, {})) repositories.push(await readRepository(one));
  artifacts = [];
  for (const one of orgs.flatMap((org) => org.artifacts)) artifacts.push(await readArtifact(one));
}, 300_000);

afterAll(() => service.close());

/** Returns a response body and its `X-Total-Count`. */
async function counted<T extends OperationInput>(
  operation: T,
  parts: RequestParts,
): Promise<[body: ResponseOf<T>, total: number]> {
  const response = await acme.fetch(operation, { ...parts, query: { ...parts.query, limit: "500" } });
  expect([operation.id, response.status]).toEqual([operation.id, 200]);
  const body: unknown = await response.json();
  return [body as ResponseOf<T>, Number(response.headers.get("X-Total-Count"))];
}

/** Returns a whole list. Fails if its length differs from `X-Total-Count`. */
async function listed<T extends OperationInput>(operation: T, parts: RequestParts): Promise<ResponseOf<T>> {
  const [items, total] = await counted(operation, parts);
  expect([operation.id, total]).toEqual([operation.id, (items as unknown[]).length]);
  return items;
}

const MENTIONS = { role: MENTION_ROLES.join(",") };

async function readOrg(id: string) {
  const params = { connected_org_id: id };
  return {
    id,
    org: await acme.call(getConnectedOrg, { params }),
    stats: await acme.call(getConnectedOrgStats, { params }),
    graph: await acme.call(getGraph, { params }),
    repositories: await listed(listRepositories, { query: params }),
    artifacts: await listed(listArtifacts, { params }),
    orphans: await listed(listArtifacts, { params, query: { orphans: "true" } }),
    unresolved: await listed(listUnresolvedDeclarations, { params }),
    external: await listed(listUnresolvedDeclarations, { params, query: { reason: "external" } }),
    mentions: [
      ...(await listed(listUnresolvedDeclarations, { params, query: MENTIONS })),
      ...(await listed(listUnresolvedDeclarations, { params, query: { ...MENTIONS, reason: "external" } })),
    ],
  };
}

async function readRepository(repository: ResponseOf<typeof listRepositories>[number]) {
  const params = { repository_id: repository.id };
  const query = { depth: "1", min_confidence: "0" };
  const connected = { connected_org_id: repository.connected_org_id };
  return {
    repository,
    context: await acme.call(getRepositoryContext, { params }),
    dependencies: await listed(listDependencies, { params }),
    dependents: await listed(listDependents, { params }),
    impact: await acme.call(getRepositoryImpact, {
      params,
      query: { max_depth: "1", min_confidence: "0", through: "repositories" },
    }),
    around: await acme.call(getGraph, { params: connected, query: { root: repository.id, ...query } }),
  };
}

async function readArtifact(artifact: ResponseOf<typeof listArtifacts>[number]) {
  const params = { artifact_id: artifact.id };
  const [consumers, entries] = await counted(listArtifactConsumers, { params });
  return {
    artifact,
    consumers,
    entries,
    versions: await listed(listArtifactVersions, { params }),
  };
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);
const distinct = (values: readonly unknown[]): number => new Set(values).size;
const edges = () => orgs.flatMap(({ graph }) => graph.edges);
/** Returns every counter with its path. */
const countersOf = ({
  last_scan: _,
  ...stats
}: ResponseOf<typeof getConnectedOrgStats>): [string, number][] =>
  Object.entries(stats).flatMap(([name, value]): [string, number][] =>
    typeof value === "number"
      ? [[name, value]]
      : Object.entries(value).map(([key, number]) => [`${name}.${key}`, number]),
  );
const isForeign = (row: Dependency): boolean =>
  row.target_repository_id !== null && row.target_repository_id !== row.source_repository_id;

describe("a scan of the hostile organization", () => {
  const rowOf = (row: Dependency): string =>
    `${row.source_file}:${row.source_line} ${row.dependency_type} ${row.version_constraint} ${row.version_constraint_state} ${row.target_repository?.full_path} ${row.evidence.class}`;
  const expectedRow = (use: ExpectedUse): string =>
    `${use.sourceFile}:${use.sourceLine} ${use.dependencyType} ${use.versionConstraint} ${use.state} ${use.producer ?? undefined} ${use.evidence}`;

  it.each(organization.map(({ fullPath, expected }) => [fullPath, expected] as const))(
    "%s has exactly the expected declarations [D-8.13]",
    (fullPath, expected) => {
      const found = repositories.find(({ repository }) => repository.full_path === fullPath);
      expect(found?.dependencies.map(rowOf).toSorted()).toEqual(expected.map(expectedRow).toSorted());
    },
  );
});

describe("every response has the same count", () => {
  it("of a workspace: the sums of its orgs' statistics, and the latest scan of any org [IF-6.17 D-7.10]", async () => {
    const stats = await acme.call(getWorkspaceStats, { params: { workspace_id: acme.scope.workspaceId } });
    const counters = Object.groupBy(
      orgs.flatMap((org) => countersOf(org.stats)),
      ([path]) => path,
    );
    expect(orgs.length).toBeGreaterThan(1);
    expect(Object.fromEntries(countersOf(stats))).toEqual(
      Object.fromEntries(
        Object.entries(counters).map(([path, each = []]) => [path, sum(each.map(([, number]) => number))]),
      ),
    );
    expect(stats.last_scan).toEqual(orgs.at(-1)?.stats.last_scan);
  });

  it("of repositories: the org, its statistics, the list, the graph and the last scan", () => {
    for (const { org, stats, graph, repositories: listing } of orgs) {
      const counts = [org.repository_count, stats.repositories, listing.length, stats.last_scan?.total_repos];
      expect(counts).toEqual(counts.map(() => listing.length));
      const ids = new Set(listing.map(({ id }) => id));
      expect(graph.nodes.filter(({ id }) => ids.has(id))).toHaveLength(listing.length);
    }
    expect(repositories).toHaveLength(organization.length);
  });

  it("of edges: the statistics and the full graph, also by type [IF-6.17 D-7.9]", () => {
    for (const { stats, graph } of orgs) {
      expect(stats.dependencies).toBe(graph.edges.length);
      const types = Object.groupBy(graph.edges, (edge) => edge.dependency_type);
      expect(stats.by_dependency_type).toEqual(
        Object.fromEntries(Object.entries(types).map(([type, ofType]) => [type, ofType.length])),
      );
    }
  });

  it("of edges: the distinct constraints of the consumers' declarations", () => {
    const keys = repositories.flatMap(({ dependencies }) =>
      dependencies
        .filter(isForeign)
        .map((row) =>
          JSON.stringify([
            row.source_repository_id,
            row.target_repository_id,
            row.dependency_type,
            row.version_constraint,
          ]),
        ),
    );
    const ofEdges = edges().map((edge) =>
      JSON.stringify([edge.source, edge.target, edge.dependency_type, edge.version_constraint]),
    );
    expect(ofEdges.toSorted()).toEqual([...new Set(keys)].toSorted());
  });

  it("of declarations: the statistics, the dependencies, the unresolved and the external declarations", () => {
    for (const { id, stats, unresolved, external, mentions } of orgs) {
      const own = repositories.filter(({ repository }) => repository.connected_org_id === id);
      const rows = own.flatMap(({ dependencies }) => dependencies);
      expect(stats.declarations).toBe(rows.length);
      expect(stats.health.unresolved_declarations).toBe(unresolved.length);
      expect(stats.external_declarations).toBe(external.length);
      expect([...unresolved, ...external, ...mentions].map((row) => row.id).toSorted()).toEqual(
        rows.flatMap((row) => (row.target_repository_id === null ? [row.id] : [])).toSorted(),
      );
      const reasons = new Map(rows.map((row) => [row.id, row.reason]));
      for (const row of [...unresolved, ...external, ...mentions])
        expect(row.reason).toBe(reasons.get(row.id));
    }
    expect(sum(orgs.map(({ unresolved }) => unresolved.length))).toBeGreaterThan(20);
    expect(sum(orgs.map(({ stats }) => stats.declarations))).toBe(
      sum(organization.map(({ expected }) => expected.length)),
    );
  });

  it("of dependents and dependencies: the lists, the contexts, the impact and the rooted graph [IF-2.38 D-7.5]", () => {
    for (const { repository, context, dependencies, dependents, impact, around } of repositories) {
      const consumers = distinct(dependents.map((row) => row.target_repository_id));
      const incoming = edges().filter(({ target }) => target === repository.id);
      const direct = around.nodes.filter(({ metadata }) => metadata.downstream?.hops === 1);
      expect({
        dependencies: context.dependencies_total,
        dependents: context.dependents_total,
        consumers: [
          context.dependent_repositories_total,
          distinct(incoming.map(({ source }) => source)),
          impact.affected.length,
          direct.length,
        ],
        edges: distinct(
          dependents.map((row) =>
            JSON.stringify([row.target_repository_id, row.dependency_type, row.version_constraint]),
          ),
        ),
      }).toEqual({
        dependencies: dependencies.length,
        dependents: dependents.length,
        consumers: [consumers, consumers, consumers, consumers],
        edges: incoming.length,
      });
    }
    const rows = repositories.flatMap(({ dependencies }) => dependencies.filter(isForeign));
    expect(repositories.flatMap(({ dependents }) => dependents.map(({ id }) => id)).toSorted()).toEqual(
      rows.map(({ id }) => id).toSorted(),
    );
  });

  it("of declarations: unique by consumer, type, version, file, reference and line [IF-2.40]", () => {
    const keys = repositories.flatMap(({ dependencies }) =>
      dependencies.map((row) =>
        JSON.stringify([
          row.source_repository_id,
          row.dependency_type,
          row.version_constraint,
          row.source_file,
          row.raw_reference,
          row.source_line,
        ]),
      ),
    );
    expect(keys.filter((key, index) => keys.indexOf(key) !== index)).toEqual([]);
  });

  it("of artifacts: the statistics, the list and the orphans, also by type [D-8.22]", () => {
    for (const { stats, artifacts: listing, orphans } of orgs) {
      const types = Object.groupBy(listing, (each) => each.artifact_type);
      expect(stats.by_artifact_type).toEqual(
        Object.fromEntries(Object.entries(types).map(([type, ofType]) => [type, ofType.length])),
      );
      expect(stats.consumed_artifacts).toBe(listing.filter((each) => each.consumer_count > 0).length);
      expect(stats.orphan_artifacts).toBe(orphans.length);
      expect(orphans.map(({ id }) => id)).toEqual(
        listing.filter((each) => each.is_orphan).map(({ id }) => id),
      );
    }
  });

  it("of artifacts, which include images, packages and infrastructure modules [IF-2.15]", () => {
    const types = orgs.flatMap(({ stats }) => Object.keys(stats.by_artifact_type));
    expect(types).toEqual(
      expect.arrayContaining(["container_image", "python_package", "npm_package", "terraform_module"]),
    );
  });

  it("of consumers: the artifact in the list, its consumers, its versions and its declarations [IF-2.21 IF-6.18 D-8.22]", () => {
    const rows = repositories.flatMap(({ dependencies }) => dependencies);
    for (const { artifact, consumers, entries, versions } of artifacts) {
      const naming = rows.filter(
        (row) =>
          row.artifact_id === artifact.id &&
          row.source_repository_id !== row.target_repository_id &&
          row.source_repository_id !== artifact.source_repository_id,
      );
      const uses = naming.filter(({ role }) => !isMention(role));
      const users = distinct(uses.map((row) => row.source_repository_id));
      expect(consumers.artifact).toEqual(artifact);
      expect({
        name: artifact.name,
        users: [artifact.consumer_count, consumers.total_consumers],
        mentioning: artifact.mentioning_count,
        entries: [entries, sum(Object.values(consumers.state_breakdown))],
        uses: sum(consumers.consumers.map((entry) => entry.import_count)),
        isOrphan: artifact.is_orphan,
        latest: versions.filter((each) => each.is_latest).map((each) => each.version),
      }).toEqual({
        name: artifact.name,
        users: [users, users],
        mentioning: distinct(naming.map((row) => row.source_repository_id)) - users,
        entries: [consumers.consumers.length, consumers.consumers.length],
        uses: uses.length,
        isOrphan: artifact.is_first_party && users === 0,
        latest: consumers.latest_version === null ? [] : [artifact.version],
      });
    }
  });

  it("of health: the sum over the artifacts that an org's repositories consume [D-8.27]", () => {
    for (const key of ["consumers_on_latest", "consumers_lagging"] as const) {
      const ofArtifacts = sum(artifacts.map(({ consumers }) => consumers[key]));
      expect([key, sum(orgs.map(({ stats }) => stats.health[key]))]).toEqual([key, ofArtifacts]);
    }
  });
});

describe("the graph around each repository", () => {
  type Strength = { confidence: number; hops: number };

  /** Returns the strongest paths of at most `depth` edges, by trying every edge `depth` times. */
  function strongestPaths(root: string, depth: number, floor: number, from: "source" | "target") {
    const to = from === "source" ? "target" : "source";
    const strongest = new Map<string, Strength>([[root, { confidence: 1, hops: 0 }]]);
    for (let hops = 1; hops <= depth; hops += 1) {
      const before = new Map(strongest);
      for (const edge of edges().filter(({ confidence }) => confidence >= floor)) {
        const reached = before.get(edge[from]);
        const confidence = Math.min(reached?.confidence ?? 0, edge.confidence);
        if (confidence > (strongest.get(edge[to])?.confidence ?? 0))
          strongest.set(edge[to], { confidence, hops });
      }
    }
    strongest.delete(root);
    return Object.fromEntries(strongest);
  }

  it.each([
    [1, 0],
    [2, 0.4],
    [3, 0.8],
    [10, 0],
  ])(
    "with depth %i and minimum confidence %d has the weakest edge on the strongest path [IF-6.12]",
    async (...[depth, floor]) => {
      for (const { repository } of repositories) {
        const params = { connected_org_id: repository.connected_org_id };
        const query = { root: repository.id, depth: String(depth), min_confidence: String(floor) };
        const graph = await acme.call(getGraph, { params, query });
        const returned = (direction: "upstream" | "downstream") =>
          Object.fromEntries(
            graph.nodes
              .filter(({ id, metadata }) => id !== repository.id && metadata[direction])
              .map(({ id, metadata }) => [id, metadata[direction]]),
          );
        expect(returned("upstream")).toEqual(strongestPaths(repository.id, depth, floor, "source"));
        expect(returned("downstream")).toEqual(strongestPaths(repository.id, depth, floor, "target"));
        const ids = new Set(graph.nodes.map(({ id }) => id));
        const between = edges().filter(
          ({ source, target, confidence }) => ids.has(source) && ids.has(target) && confidence >= floor,
        );
        expect(graph.edges.map(({ id }) => id).toSorted()).toEqual(between.map(({ id }) => id).toSorted());
      }
    },
  );
});
