import { inWorkspace } from "@knockon/db/in-workspace";
import { repositoryAlias } from "@knockon/db/schema/repository.sql";
import { useTestDatabase } from "@knockon/db/testing/use-test-database";
import { describe, expect, it } from "vitest";
import type { Context } from "../context.ts";
import { NotFoundError } from "../errors.ts";
import { listDependents } from "../repository/declarations.ts";
import { listRepositories } from "../repository/read-repositories.ts";
import { lookupRepository } from "../repository/lookup-repository.ts";
import { getScripted, scriptOrg, scriptRepository, type Files } from "../testing/scripted-org.ts";
import { openTestWorkspace } from "../testing/test-workspace.ts";

const database = useTestDatabase();
const ALL = { limit: 500, offset: 0 };
const ACTION: Files = { "setup/action.yml": "runs: {using: composite, steps: []}" };
const USER: Files = { ".github/workflows/ci.yml": "jobs: {a: {steps: [{uses: acme/actions/setup@v1}]}}" };

async function scanned() {
  const workspace = await openTestWorkspace(database());
  const org = scriptOrg({ "acme/actions": ACTION, "acme/app": USER, "acme/other": { README: "" } });
  const orgId = await workspace.connect(org);
  await workspace.scan(orgId);
  const { ctx } = workspace;
  const actionsId = await idOf(ctx, "acme/actions");
  return { workspace, ctx, org, orgId, actionsId, rescan: () => workspace.scan(orgId) };
}

const idOf = async (ctx: Context, fullPath: string) => (await lookupRepository(ctx, { fullPath })).id;
const usersOf = async (ctx: Context, repositoryId: string) =>
  (await listDependents(ctx, { repositoryId, ...ALL })).body.map((row) => row.targetRepository.fullPath);

describe("a repository that is renamed or transferred", () => {
  it("keeps its ID and is found by its former paths and URLs [D-5.19]", async () => {
    const { ctx, org, actionsId, rescan } = await scanned();
    for (const path of ["acme/tools", "acme/platform/Tools"]) {
      getScripted(org, "acme/actions").fullPath = path;
      await rescan();
    }
    for (const fullPath of ["acme/actions", "Acme/Tools", "acme/platform/tools"]) {
      expect(await idOf(ctx, fullPath), `of ${fullPath}`).toBe(actionsId);
    }
    expect((await lookupRepository(ctx, { url: "git@github.com:acme/actions.git" })).id).toBe(actionsId);
    expect((await lookupRepository(ctx, { fullPath: "acme/actions" })).fullPath).toBe("acme/platform/Tools");
  });

  it("remains the target of declarations of its former path", async () => {
    const { ctx, org, actionsId, rescan } = await scanned();
    getScripted(org, "acme/actions").fullPath = "acme/tools";
    await rescan();
    expect(await usersOf(ctx, actionsId)).toEqual(["acme/app"]);
  });

  it("loses its former path permanently to a repository that takes it [D-5.21]", async () => {
    const { ctx, org, actionsId, rescan } = await scanned();
    getScripted(org, "acme/actions").fullPath = "acme/tools";
    await rescan();
    org.repositories.push({ ...scriptRepository("acme/actions", ACTION), platformId: "another" });
    await rescan();
    const anotherId = await idOf(ctx, "acme/actions");
    expect(anotherId).not.toBe(actionsId);
    expect(await usersOf(ctx, anotherId)).toEqual(["acme/app"]);
    expect(await usersOf(ctx, actionsId)).toEqual([]);
    getScripted(org, "another").fullPath = "acme/newer";
    await rescan();
    expect(await idOf(ctx, "acme/actions")).toBe(anotherId);
    expect(await usersOf(ctx, anotherId)).toEqual(["acme/app"]);
  });

  it("swaps paths with another without leaving aliases, also across pages of the listing", async () => {
    for (const pageSize of [1, 100]) {
      const { ctx, org, actionsId, rescan } = await scanned();
      org.pageSize = pageSize;
      getScripted(org, "acme/actions").fullPath = "acme/other";
      getScripted(org, "acme/other").fullPath = "acme/actions";
      await rescan();
      expect(await idOf(ctx, "acme/other")).toBe(actionsId);
      expect(await idOf(ctx, "acme/actions")).not.toBe(actionsId);
      expect(await inWorkspace(ctx, (tx) => tx.$count(repositoryAlias))).toBe(0);
    }
  });

  it("is not found once it is absent", async () => {
    const { ctx, org, rescan } = await scanned();
    org.repositories = org.repositories.filter((one) => one.fullPath !== "acme/actions");
    await rescan();
    await expect(lookupRepository(ctx, { fullPath: "acme/actions" })).rejects.toThrow(NotFoundError);
  });
});

describe("a repository whose default branch changes", () => {
  it("is read at the new branch's commit [D-5.20]", async () => {
    const { ctx, org, rescan, actionsId } = await scanned();
    const app = getScripted(org, "acme/app");
    app.defaultBranch = "next";
    app.files = { README: "" };
    await rescan();
    expect(await lookupRepository(ctx, { fullPath: "acme/app" })).toMatchObject({ defaultBranch: "next" });
    expect(await usersOf(ctx, actionsId)).toEqual([]);
  });
});

it("the scan reports the warnings of a listing once, at most ten", async () => {
  const { org, rescan } = await scanned();
  org.warnings = Array.from({ length: 12 }, (_, index) => `Folder ${index} is left out.`);
  const reported = `${org.warnings.slice(0, 10).join(" ")} 2 more.`;
  expect(await rescan()).toMatchObject({
    status: "completed",
    errors: { orgErrors: [{ code: "listing_warning", message: reported }] },
  });
  org.warnings = [];
  expect(await rescan()).toMatchObject({ status: "completed", errors: null });
});

describe("an incomplete listing", () => {
  it("removes nothing, and the scan reports it [D-5.23]", async () => {
    const { ctx, org, rescan } = await scanned();
    const hidden = getScripted(org, "acme/app");
    org.repositories = org.repositories.filter((one) => one !== hidden);
    org.incomplete = "The host kept some repositories back.";
    const scan = await rescan();
    expect(scan).toMatchObject({
      status: "completed",
      errors: {
        orgErrors: [{ code: "listing_incomplete", message: "The host kept some repositories back." }],
      },
    });
    expect((await listRepositories(ctx, ALL)).total).toBe(3);
    org.incomplete = null;
    await rescan();
    expect((await listRepositories(ctx, ALL)).total).toBe(2);
  });
});
