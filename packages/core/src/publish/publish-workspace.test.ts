import { inWorkspace } from "@knockon/db/in-workspace";
import { workspace as workspaceTable } from "@knockon/db/schema/workspace.sql";
import { contentHash } from "@knockon/graph/packed-graph-codec";
import { describe, expect, it } from "vitest";
import { getArtifact, listArtifacts } from "../artifact/artifacts.ts";
import { listArtifactVersions } from "../artifact/artifact-consumers.ts";
import { deleteConnectedOrg } from "../connected-org/delete-connected-org.ts";
import type { Context } from "../context.ts";
import { NotFoundError } from "../errors.ts";
import { getGraph } from "../graph/get-graph.ts";
import { graphKey } from "../graph/load-graph.ts";
import { getRepositoryImpact } from "../impact/get-impact.ts";
import { listDependencies, listDependents } from "../repository/declarations.ts";
import { listRepositories } from "../repository/read-repositories.ts";
import { lookupRepository } from "../repository/lookup-repository.ts";
import { triggerScan } from "../scan/start-scan.ts";
import { getScripted, scriptOrg, type Files } from "../testing/scripted-org.ts";
import { useTestDatabase } from "@knockon/db/testing/use-test-database";
import { openTestWorkspace } from "../testing/test-workspace.ts";
import { untilSettledOrBlocked } from "../testing/concurrency.ts";

const database = useTestDatabase();
const ALL = { limit: 500, offset: 0 };

const ACTION: Files = { "setup/action.yml": "runs: {using: composite, steps: []}" };
const using = (reference: string): Files => ({
  ".github/workflows/ci.yml": `jobs: {a: {steps: [{uses: ${reference}}]}}`,
});
const packageNamed = (name: string, dependencies: Record<string, string> = {}): Files => ({
  "package.json": JSON.stringify({ name, version: "1.0.0", dependencies }),
});

async function scanned(repositories: Record<string, Files>) {
  const org = scriptOrg(repositories);
  const workspace = await openTestWorkspace(database());
  const orgId = await workspace.connect(org);
  await workspace.scan(orgId);
  return { org, workspace, orgId, ctx: workspace.ctx };
}

const idOf = async (ctx: Context, fullPath: string) => (await lookupRepository(ctx, { fullPath })).id;

/** Returns the edges of an org's full graph, as `consumer -> producer`. */
async function edgesOf(ctx: Context, connectedOrgId: string): Promise<string[]> {
  const { nodes, edges } = await getGraph(ctx, { connectedOrgId, depth: 1, minConfidence: 0 });
  const pathOf = (id: string) => nodes.find((node) => node.id === id)?.metadata.fullPath;
  return edges.map((edge) => `${pathOf(edge.source)} -> ${pathOf(edge.target)}`).toSorted();
}

const artifactsOf = async (ctx: Context, connectedOrgId: string): Promise<string[]> =>
  (await listArtifacts(ctx, { connectedOrgId, ...ALL })).body.map((one) => one.name);

async function dependentsOf(ctx: Context, fullPath: string): Promise<string[]> {
  const { body } = await listDependents(ctx, { repositoryId: await idOf(ctx, fullPath), ...ALL });
  return body.map((row) => `${row.targetRepository.fullPath} ${row.rawReference}`);
}

describe("a graph that another version stored", () => {
  it("counts as no graph until the next publish, which resolves everything", async () => {
    const { workspace, orgId, ctx } = await scanned({
      "acme/setup": ACTION,
      "acme/app": using("acme/setup/setup@v1"),
    });
    const expected = ["acme/app -> acme/setup"];
    expect(await edgesOf(ctx, orgId)).toEqual(expected);
    await inWorkspace(ctx, async (tx) => {
      const [row] = await tx.select().from(workspaceTable);
      const bytes = await ctx.ports.blobStore.get(graphKey(ctx.workspaceId, row?.graphHash ?? ""));
      const former = bytes?.slice().with(4, 1) ?? new Uint8Array();
      await ctx.ports.blobStore.put(graphKey(ctx.workspaceId, contentHash(former)), former);
      await tx.update(workspaceTable).set({ graphHash: contentHash(former) });
    });

    expect(await edgesOf(ctx, orgId)).toEqual([]);
    const impact = await getRepositoryImpact(ctx, {
      repositoryId: await idOf(ctx, "acme/setup"),
      maxDepth: 3,
      minConfidence: 0,
      through: "artifacts",
      ...ALL,
    });
    expect(impact.body).toMatchObject({ complete: false, scan: { id: null }, affected: [] });

    await workspace.scan(orgId);
    expect(await edgesOf(ctx, orgId)).toEqual(expected);
  });
});

describe("artifacts", () => {
  it("are deleted with their last declaration", async () => {
    const { org, workspace, orgId, ctx } = await scanned({
      "acme/app": using("actions/checkout@v4"),
      "acme/ui": packageNamed("@acme/ui"),
    });
    expect(await artifactsOf(ctx, orgId)).toEqual(["actions/checkout", "@acme/ui"]);
    getScripted(org, "acme/app").files = { README: "" };
    await workspace.scan(orgId);
    expect(await artifactsOf(ctx, orgId)).toEqual(["@acme/ui"]);
  });

  it("keep their ID and become first-party when a repository produces them [D-8.1]", async () => {
    const { org, workspace, orgId, ctx } = await scanned({
      "acme/app": packageNamed("@acme/app", { "@acme/ui": "^1.0.0" }),
      "acme/ui": { README: "" },
    });
    const find = async () =>
      (await listArtifacts(ctx, { connectedOrgId: orgId, q: "@acme/ui", ...ALL })).body[0];
    const before = await find();
    getScripted(org, "acme/ui").files = packageNamed("@acme/ui");
    await workspace.scan(orgId);
    expect(before).toMatchObject({ isFirstParty: false, version: null });
    expect(await find()).toMatchObject({
      id: before?.id,
      createdAt: before?.createdAt,
      isFirstParty: true,
      version: "1.0.0",
    });
  });

  it("belong to the producer that resolution chooses, not to a copy", async () => {
    const { orgId, ctx } = await scanned({
      "acme/a-copy": packageNamed("@acme/ui"),
      "acme/app": packageNamed("@acme/app", { "@acme/ui": "^1.0.0" }),
      "acme/ui": packageNamed("@acme/ui"),
    });
    const [found] = (await listArtifacts(ctx, { connectedOrgId: orgId, q: "@acme/ui", ...ALL })).body;
    expect(found?.sourceRepository?.fullPath).toBe("acme/ui");
    expect(await edgesOf(ctx, orgId)).toEqual(["acme/app -> acme/ui"]);
  });

  it("of a Go module in a subfolder have the versions tagged for that folder", async () => {
    const { org, workspace, orgId, ctx } = await scanned({
      "acme/mono": {
        "go.mod": "module github.com/acme/mono\n",
        "sub/go.mod": "module github.com/acme/mono/sub\n",
      },
      "acme/app": {
        "go.mod":
          "module acme.example/app\nrequire github.com/acme/mono v1.0.0\nrequire github.com/acme/mono/sub v0.2.0\n",
      },
    });
    getScripted(org, "acme/mono").tags = ["v1.4.0", "v1.5.0-rc.1", "sub/v0.2.0", "sub/v0.3.0", "sub/v2.0.0"];
    await workspace.scan(orgId);
    const { body } = await listArtifacts(ctx, { connectedOrgId: orgId, q: "github.com/acme/mono", ...ALL });
    expect(body.map(({ name, version }) => [name, version])).toEqual([
      ["github.com/acme/mono", "v1.4.0"],
      ["github.com/acme/mono/sub", "v0.3.0"],
    ]);
    const versions = await listArtifactVersions(ctx, { artifactId: body[1]?.id ?? "", ...ALL });
    expect(versions.body.map(({ version, consumerCount }) => [version, consumerCount])).toEqual([
      ["v0.3.0", 0],
      ["v0.2.0", 1],
    ]);
  });
});

describe("a repository missing from a complete listing", () => {
  it("leaves lists, graph and dependents at the publish, and keeps its ID when it returns [D-5.22]", async () => {
    const { org, workspace, orgId, ctx } = await scanned({
      "acme/actions": ACTION,
      "acme/app": using("acme/actions/setup@v1"),
      "acme/site": using("acme/actions/setup@v1"),
    });
    const id = await idOf(ctx, "acme/app");
    const app = getScripted(org, "acme/app");
    org.repositories = org.repositories.filter((one) => one !== app);
    const meanwhile: unknown[] = [];
    getScripted(org, "acme/site").files = using("acme/actions/setup@v2");
    org.duringSnapshot = async () => {
      meanwhile.push((await listRepositories(ctx, ALL)).total, await dependentsOf(ctx, "acme/actions"));
    };
    await workspace.scan(orgId);
    // Reads answer from the previous scan until this one is published.
    expect(meanwhile).toEqual([3, ["acme/app acme/actions/setup@v1", "acme/site acme/actions/setup@v1"]]);
    expect((await listRepositories(ctx, ALL)).total).toBe(2);
    expect(await edgesOf(ctx, orgId)).toEqual(["acme/site -> acme/actions"]);
    expect(await dependentsOf(ctx, "acme/actions")).toEqual(["acme/site acme/actions/setup@v2"]);
    await expect(lookupRepository(ctx, { fullPath: "acme/app" })).rejects.toThrow(NotFoundError);

    org.repositories.push(app);
    await workspace.scan(orgId);
    expect(await idOf(ctx, "acme/app")).toBe(id);
    expect(await edgesOf(ctx, orgId)).toEqual(["acme/app -> acme/actions", "acme/site -> acme/actions"]);
  });

  it("leaves its consumers unresolved", async () => {
    const { org, workspace, orgId, ctx } = await scanned({
      "acme/actions": ACTION,
      "acme/app": using("acme/actions/setup@v1"),
    });
    org.repositories = org.repositories.filter((one) => one.fullPath === "acme/app");
    await workspace.scan(orgId);
    const { body } = await listDependencies(ctx, { repositoryId: await idOf(ctx, "acme/app"), ...ALL });
    expect(body).toMatchObject([{ targetRepositoryId: null, reason: "no_producer" }]);
    expect(await edgesOf(ctx, orgId)).toEqual([]);
  });
});

it("a rename keeps the ID, the declarations and the edges", async () => {
  const { org, workspace, orgId, ctx } = await scanned({
    "acme/app": using("acme/actions/setup@v1"),
    "acme/actions": ACTION,
  });
  const id = await idOf(ctx, "acme/app");
  getScripted(org, "acme/app").fullPath = "acme/shop";
  await workspace.scan(orgId);
  expect(await idOf(ctx, "acme/shop")).toBe(id);
  expect((await listRepositories(ctx, ALL)).total).toBe(2);
  expect(await edgesOf(ctx, orgId)).toEqual(["acme/shop -> acme/actions"]);
});

async function twoOrgs() {
  const first = await scanned({
    "acme/actions": ACTION,
    "acme/app": using("labs/tools/lint@v1"),
    "acme/ui": packageNamed("@acme/ui"),
  });
  const labs = scriptOrg({
    "labs/tools": {
      ...using("acme/actions/setup@v1"),
      "lint/action.yml": "runs: {using: composite, steps: []}",
    },
    "labs/web": packageNamed("@labs/web", { "@acme/ui": "^1.0.0" }),
  });
  const labsId = await first.workspace.connect(labs, "labs");
  await first.workspace.scan(labsId);
  return { ...first, labs, labsId };
}

describe("two orgs of a workspace", () => {
  it("resolve to each other's producers; an edge belongs to its consumer's org", async () => {
    const { ctx, orgId, labsId } = await twoOrgs();
    // Resolved again by the publish of the producing org.
    expect(await edgesOf(ctx, orgId)).toEqual(["acme/app -> labs/tools"]);
    expect(await edgesOf(ctx, labsId)).toEqual(["labs/tools -> acme/actions", "labs/web -> acme/ui"]);
    const { body, total } = await getRepositoryImpact(ctx, {
      repositoryId: await idOf(ctx, "acme/actions"),
      maxDepth: 3,
      through: "repositories",
      minConfidence: 0.4,
      ...ALL,
    });
    expect(total).toBe(2);
    expect(body.affected.map((one) => one.repository.fullPath)).toEqual(["labs/tools", "acme/app"]);
  });

  it("publish one after the other, so neither misses the other's producers", async () => {
    const { ctx, ...workspace } = await openTestWorkspace(database());
    const acmeId = await workspace.connect(
      scriptOrg({ "acme/actions": ACTION, "acme/app": using("labs/tools@v1") }),
    );
    const labs = scriptOrg({
      "labs/tools": { ...using("acme/actions/setup@v1"), "action.yml": "name: tools" },
    });
    const labsId = await workspace.connect(labs, "labs");
    const { blobStore } = ctx.ports;
    const second = Promise.withResolvers<void>();
    let puts = 0;
    ctx.ports.blobStore = {
      ...blobStore,
      async put(key, bytes) {
        puts += 1;
        if (puts > 1) second.resolve();
        else await untilSettledOrBlocked(database(), second.promise);
        await blobStore.put(key, bytes);
      },
    };
    for (const connectedOrgId of [acmeId, labsId])
      await triggerScan(ctx, { connectedOrgId, scanType: "full" });
    await Promise.all([workspace.deliver(), workspace.deliver(), workspace.deliver()]);
    expect(await edgesOf(ctx, acmeId)).toEqual(["acme/app -> labs/tools"]);
    expect(await edgesOf(ctx, labsId)).toEqual(["labs/tools -> acme/actions"]);
  });

  it("exclude a deleted org immediately from every list, graph and count", async () => {
    const { ctx, orgId, labsId } = await twoOrgs();
    const [ui] = (await listArtifacts(ctx, { connectedOrgId: orgId, q: "@acme/ui", ...ALL })).body;
    await deleteConnectedOrg(ctx, { connectedOrgId: orgId });
    expect(await edgesOf(ctx, labsId)).toEqual([]);
    expect((await listRepositories(ctx, ALL)).body.map((one) => one.fullPath)).toEqual([
      "labs/tools",
      "labs/web",
    ]);
    expect(await dependentsOf(ctx, "labs/tools")).toEqual([]);
    const { body } = await listDependencies(ctx, { repositoryId: await idOf(ctx, "labs/web"), ...ALL });
    expect(body).toMatchObject([
      { rawReference: "@acme/ui@^1.0.0", targetRepositoryId: null, reason: "external" },
    ]);
    await expect(getArtifact(ctx, { artifactId: ui?.id ?? "" })).rejects.toThrow(NotFoundError);
    expect(await artifactsOf(ctx, labsId)).toContain("@acme/ui");
  });
});
