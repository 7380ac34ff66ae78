import { sql } from "drizzle-orm";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { git } from "@knockon/adapters/git-host/local/testing/temporary-repository";
import { listArtifacts } from "@knockon/contract/operations/connected-org";
import { getImpact, getRepositoryImpact, listRepositories } from "@knockon/contract/operations/repository";
import { ROLES } from "@knockon/contract/vocabulary/role";
import { inWorkspace } from "@knockon/db/in-workspace";
import { workspace as workspaces } from "@knockon/db/schema/workspace.sql";
import type { Impact } from "@knockon/contract/resources/impact";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ACME, makeOrganization } from "../testing/organizations.ts";
import { startTestService, type TestService } from "../testing/test-service.ts";
import type { TestWorkspace } from "../testing/test-workspace.ts";

let service: TestService;
let acme: TestWorkspace;
let folder: string;
let connectedOrg: string;
let ids: Map<string, string>;

beforeAll(async () => {
  service = await startTestService();
  acme = await service.openWorkspace("Acme");
  folder = makeOrganization(service.folder, "acme", ACME);
  connectedOrg = await acme.connect("acme", folder);
  await acme.scan(connectedOrg);
  ids = new Map((await acme.call(listRepositories)).map(({ id, name }) => [name, id]));
});

afterAll(() => service.close());

const impactOf = (name: string, query: Record<string, string> = {}): Promise<Impact> =>
  acme.call(getRepositoryImpact, { params: { repository_id: ids.get(name) ?? "" }, query });

const affectedBy = async (name: string, query?: Record<string, string>) =>
  (await impactOf(name, query)).affected
    .map(({ repository, clock }) => `${repository.name} ${clock}`)
    .toSorted();

describe("GET /repositories/{id}/impact", () => {
  it("returns the affected repositories with path, evidence, clock and rollout wave [D-7.26]", async () => {
    const impact = await impactOf("base-image");
    expect(impact).toMatchObject({
      root: { id: ids.get("base-image"), full_path: "acme/base-image" },
      scan: { status: "completed", failed_repos: 0 },
      complete: true,
      applied_min_confidence: 0.4,
      max_depth: 3,
      through: "artifacts",
      summary: {
        direct: 2,
        transitive: 1,
        by_dependency_type: { container_image: 3 },
        by_confidence_band: { high: 3, medium: 0, low: 0, mention: 0 },
        by_clock: { direct: { bump: 2 }, transitive: { bump: 1 } },
        by_role: { direct: { runtime: 2 }, transitive: { runtime: 1 } },
        mentions: 1,
      },
      choke_points: [{ repository: { full_path: "acme/api" }, dominates: 1 }],
      unresolved: { failed_repositories: 0, below_floor: 0, paths: [] },
    });
    expect(impact.waves.map((wave) => new Set(wave))).toEqual([
      new Set([ids.get("api"), ids.get("web")]),
      new Set([ids.get("deploy")]),
    ]);
    expect(impact.affected.find(({ repository }) => repository.name === "deploy")).toMatchObject({
      hops: 2,
      confidence: 0.95,
      path: [
        { source: { name: "api" }, target: { name: "base-image" }, dependency_type: "container_image" },
        { source: { name: "deploy" }, target: { name: "api" }, dependency_type: "container_image" },
      ],
      direct: false,
      roles: [
        {
          role: "runtime",
          clock: "next_run",
          scope: null,
          evidence: [
            {
              source_file: "compose.yaml",
              source_line: 3,
              raw_reference: "ghcr.io/acme/api:latest",
              version_constraint: "latest",
              version_constraint_state: "floating",
              confidence: 0.95,
              locked: null,
            },
          ],
          more: 0,
        },
      ],
      clock: "bump",
      clock_repository: { name: "api" },
      clock_confidence: 0.95,
      clock_evidence: {
        raw_reference: expect.stringContaining("base-image") as string,
        version_constraint_state: "pinned",
      },
      wave: 2,
      cycle_group: null,
      ownership: null,
    });
  });

  it("pages only the affected repositories; waves, choke points and summary stay complete [D-2.7 D-7.26]", async () => {
    const whole = await impactOf("base-image");
    const parts = {
      params: { repository_id: ids.get("base-image") ?? "" },
      query: { limit: "1", offset: "1" },
    };
    const response = await acme.fetch(getRepositoryImpact, parts);
    expect(response.headers.get("X-Total-Count")).toBe("3");
    expect(await response.json()).toEqual({ ...whole, affected: whole.affected.slice(1, 2) });
  });

  it("orders by timing, fastest first, then by hops and path, and filters by timing [D-7.26]", async () => {
    const query = { through: "repositories", min_confidence: "0", role: ROLES.join(",") };
    const whole = await impactOf("base-image", query);
    const clocksOf = (impact: Impact): string[] =>
      impact.affected.map(({ repository, clock, hops }) => `${clock} ${hops} ${repository.name}`);
    const expected = ["next_run 1 handbook", "bump 1 api", "bump 1 web", "bump 2 deploy"];
    expect(clocksOf(whole)).not.toEqual(expected);
    expect(clocksOf(await impactOf("base-image", { ...query, sort: "clock" }))).toEqual(expected);
    const parts = {
      params: { repository_id: ids.get("base-image") ?? "" },
      query: { ...query, clock: "bump", sort: "clock", limit: "2" },
    };
    const response = await acme.fetch(getRepositoryImpact, parts);
    expect(response.headers.get("X-Total-Count")).toBe("3");
    const filtered = (await response.json()) as Impact;
    expect(clocksOf(filtered)).toEqual(expected.slice(1, 3));
    expect(filtered.summary).toEqual(whole.summary);
  });

  it("has what each repository passes on, on request", async () => {
    const { affected } = await impactOf("base-image", { sort: "clock", include: "onward" });
    expect(affected.map(({ repository, onward }) => [repository.name, onward])).toEqual([
      ["api", { repositories: 1, next_run: 0, may_next_run: 0, dependents: 1 }],
      ["web", { repositories: 0, next_run: 0, may_next_run: 0, dependents: 0 }],
      ["deploy", { repositories: 0, next_run: 0, may_next_run: 0, dependents: 0 }],
    ]);
    for (const one of (await impactOf("base-image")).affected) expect(one).not.toHaveProperty("onward");
  });

  it("orders those of equal timing by what they pass on, on request, and archived ones last", async () => {
    const push = (image: string): string =>
      `on: push\njobs:\n  image:\n    runs-on: ubuntu-24.04\n    steps:\n      - run: docker build -t ${image} . && docker push ${image}\n`;
    const chain = await service.openWorkspace("Chain");
    const org = makeOrganization(service.folder, "chain", {
      base: {
        Dockerfile: "FROM debian:12\n",
        ".github/workflows/image.yml": push("ghcr.io/chain/base:1.0.0"),
      },
      leaf: { Dockerfile: "FROM ghcr.io/chain/base:1.0.0\n" },
      middle: {
        Dockerfile: "FROM ghcr.io/chain/base:1.0.0\n",
        ".github/workflows/image.yml": push("ghcr.io/chain/middle:1.0.0"),
      },
      outer: { Dockerfile: "FROM ghcr.io/chain/middle:1.0.0\n" },
    });
    await chain.scan(await chain.connect("chain", org));
    const namesOf = async (query: Record<string, string>): Promise<string[]> => {
      const { affected } = await chain.call(getImpact, { query: { full_path: "chain/base", ...query } });
      return affected.map(({ repository }) => repository.name);
    };
    expect(await namesOf({ sort: "clock" })).toEqual(["leaf", "middle", "outer"]);
    expect(await namesOf({ sort: "clock", include: "onward" })).toEqual(["middle", "leaf", "outer"]);
    // Their hosts allow no change of archived ones.
    await service.shared.database.execute(
      sql`update repository set archived = true where full_path = 'chain/middle'`,
    );
    expect(await namesOf({ sort: "clock", include: "onward" })).toEqual(["leaf", "outer", "middle"]);
    expect(await namesOf({ archived: "true" })).toEqual(["middle"]);
    expect(await namesOf({ archived: "false", clock: "bump" })).toEqual(["leaf", "outer"]);
    const { summary, affected } = await chain.call(getImpact, {
      query: { full_path: "chain/base", archived: "true" },
    });
    expect(affected.map(({ archived }) => archived)).toEqual([true]);
    // The summary counts all, also of another page.
    const none = { next_run: 0, next_update: 0, bump: 0, unknown: 0 };
    expect([summary.direct, summary.by_clock.direct.bump, summary.archived]).toEqual([
      2,
      2,
      {
        by_clock: { direct: { ...none, bump: 1 }, transitive: none },
        may_next_run: { direct: 0, transitive: 0 },
      },
    ]);
  });

  it("applies the depth and the minimum confidence", async () => {
    expect(await affectedBy("base-image", { max_depth: "1" })).toEqual(["api bump", "web bump"]);
    expect(await affectedBy("base-image", { min_confidence: "0.3" })).not.toContain("handbook next_run");
    expect(await affectedBy("handbook")).toEqual([]);
  });

  it("derives from the new version which repositories get it without a bump [D-7.26]", async () => {
    expect(await affectedBy("ui-kit", { version: "2.9.0" })).toEqual(["web next_run"]);
    expect(await affectedBy("ui-kit", { version: "3.0.0" })).toEqual(["web bump"]);
    const { releases } = await impactOf("ui-kit", { include: "onward,releases" });
    expect(releases?.map(({ by_clock }) => by_clock.direct.next_run)).toEqual([1]);
    const [release] = releases ?? [];
    expect(await affectedBy("ui-kit", { version: release?.version ?? "" })).toEqual(["web next_run"]);
    expect(await impactOf("ui-kit", { include: "releases", version: "2.9.0" })).not.toHaveProperty(
      "releases",
    );
    expect(await impactOf("ui-kit")).not.toHaveProperty("releases");
    expect(await affectedBy("api")).toEqual(["deploy next_run"]);
  });

  it("with a role, includes only uses of that role [D-7.26]", async () => {
    const mentions = { min_confidence: "0.3", role: "documentation" };
    expect(await affectedBy("base-image", mentions)).toEqual(["handbook next_run"]);
    expect(await affectedBy("actions", { role: "runtime,build" })).toEqual([]);
  });

  it("through repositories, passes the change on from every use [D-7.26]", async () => {
    expect(await affectedBy("actions")).toEqual(["api next_run"]);
    expect(await affectedBy("actions", { through: "repositories" })).toEqual([
      "api next_run",
      "deploy next_run",
    ]);
  });

  it("with a path, includes only repositories that use files below it [D-7.26]", async () => {
    for (const path of ["setup", "setup/", "./setup", "setup/action.yml", "setup/src/index.ts"])
      expect(await affectedBy("actions", { path })).toEqual(["api next_run"]);
    for (const path of ["lint", "set", "lint/action.yml"])
      expect(await affectedBy("actions", { path })).toEqual([]);
  });

  it("with several paths, includes the repositories that use files below any of them", async () => {
    const query = { path: ["setup/action.yml", "absent"] };
    const impact = await acme.call(getRepositoryImpact, {
      params: { repository_id: ids.get("actions") ?? "" },
      query,
    });
    expect(impact.affected.map(({ repository }) => repository.name)).toEqual(["api"]);
    expect(impact.unresolved.paths).toEqual(["absent"]);
  });

  it("returns 422 for an invalid depth, minimum confidence, path or version", async () => {
    const params = { repository_id: ids.get("api") ?? "" };
    for (const query of [
      { max_depth: "0" },
      { max_depth: "11" },
      { max_depth: "2.5" },
      { min_confidence: "1.1" },
      { min_confidence: "" },
      { path: "" },
      { version: "" },
      { through: "files" },
      { role: "runtime,production" },
      { root: "a" },
    ]) {
      expect([query, (await acme.fetch(getRepositoryImpact, { params, query })).status]).toEqual([
        query,
        422,
      ]);
    }
  });
});

describe("GET /impact", () => {
  it("accepts the root by ID, URL, path or an artifact that it produces [IF-6.27 D-7.26]", async () => {
    const expected = await impactOf("base-image");
    const artifacts = await acme.call(listArtifacts, {
      params: { connected_org_id: connectedOrg },
      query: { q: "base-image" },
    });
    for (const query of [
      { repository_id: ids.get("base-image") ?? "" },
      { url: "git@github.com:acme/base-image.git" },
      { full_path: "Acme/Base-Image" },
      { artifact_id: artifacts.find((one) => one.artifact_type === "container_image")?.id ?? "" },
    ]) {
      expect(await acme.call(getImpact, { query })).toEqual(expected);
    }
  });

  it("returns 400 without a root and for two roots", async () => {
    for (const query of [
      {},
      { full_path: "acme/api", url: "https://github.com/acme/api" },
      { version: "1.0.0" },
    ]) {
      const response = await acme.fetch(getImpact, { query });
      expect([response.status, await response.json()]).toEqual([
        400,
        { detail: "Give exactly one of `repository_id`, `url`, `full_path` and `artifact_id`." },
      ]);
    }
  });

  it("returns 404 for an unknown root, and for an artifact without a producer", async () => {
    const artifacts = await acme.call(listArtifacts, {
      params: { connected_org_id: connectedOrg },
      query: { q: "debian" },
    });
    for (const query of [{ full_path: "acme/absent" }, { artifact_id: artifacts[0]?.id ?? "" }]) {
      expect((await acme.fetch(getImpact, { query })).status).toBe(404);
    }
  });
});

it("a repository that became unreadable stays in the impact, which is marked incomplete [IF-2.7 D-7.26]", async () => {
  const head = git(join(folder, "web"), "rev-parse", "HEAD");
  rmSync(join(folder, "web/.git/objects", head.slice(0, 2), head.slice(2)));
  expect(await acme.scan(connectedOrg)).toMatchObject({
    status: "partial",
    total_repos: 7,
    scanned_repos: 6,
    failed_repos: 1,
    errors: { repo_errors: [{ repository_id: ids.get("web"), full_path: "acme/web", code: "unreadable" }] },
  });
  expect(await impactOf("base-image")).toMatchObject({
    complete: false,
    scan: { status: "partial", failed_repos: 1 },
    summary: { direct: 2, transitive: 1 },
    unresolved: { failed_repositories: 1 },
  });
});

it("after an upgrade that discards the graph, the impact is incomplete until the next scan", async () => {
  await inWorkspace(acme.scope, (tx) => tx.update(workspaces).set({ graphHash: null, resolutionKey: null }));
  expect(await impactOf("base-image")).toMatchObject({
    complete: false,
    scan: { id: null, status: null, completed_at: null },
    affected: [],
  });
  await acme.scan(connectedOrg);
  expect(await impactOf("base-image")).toMatchObject({ summary: { direct: 2, transitive: 1 } });
});
