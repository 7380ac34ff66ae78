import { inWorkspace } from "@knockon/db/in-workspace";
import { extraction, snapshot } from "@knockon/db/schema/extraction.sql";
import { useTestDatabase } from "@knockon/db/testing/use-test-database";
import { describe, expect, it } from "vitest";
import { getRepository } from "../repository/read-repositories.ts";
import { listDependencies } from "../repository/declarations.ts";
import { lookupRepository } from "../repository/lookup-repository.ts";
import { getScripted, scriptOrg, type Files } from "../testing/scripted-org.ts";
import { openTestWorkspace } from "../testing/test-workspace.ts";
import { collectWorkspace } from "./collect-garbage.ts";

const database = useTestDatabase();
const DAY = 24 * 60 * 60 * 1000;

const using = (version: number): Files => ({
  ".github/workflows/ci.yml": `jobs: {a: {steps: [{uses: actions/checkout@v${version}}]}}`,
});

/** Scans a repository in each of these states, a day apart. */
async function scannedAt(states: readonly Files[]) {
  const workspace = await openTestWorkspace(database());
  const { ctx } = workspace;
  const org = scriptOrg({ "acme/app": {} });
  const orgId = await workspace.connect(org);
  const scanAt = async (files: Files) => {
    getScripted(org, "acme/app").files = files;
    workspace.advance(DAY);
    return workspace.scan(orgId);
  };
  for (const files of states) await scanAt(files);
  const stored = () =>
    inWorkspace(ctx, async (tx) => [await tx.$count(snapshot), await tx.$count(extraction)]);
  const declared = async () => {
    const { id: repositoryId } = await lookupRepository(ctx, { fullPath: "acme/app" });
    const { body } = await listDependencies(ctx, { repositoryId, limit: 10, offset: 0 });
    return body.map((row) => row.rawReference);
  };
  return { ...workspace, org, orgId, scanAt, stored, declared };
}

const versions = (count: number): Files[] => Array.from({ length: count }, (_, index) => using(index));

describe("the snapshots of a repository, and their extractions", () => {
  it("are kept for 30 days [D-5.33]", async () => {
    const { ctx, stored, advance } = await scannedAt(versions(9));
    advance(21 * DAY);
    expect(await collectWorkspace(ctx)).toMatchObject({ snapshots: 0, extractions: 0 });
    expect(await stored()).toEqual([9, 9]);
    advance(DAY + 1);
    expect(await collectWorkspace(ctx)).toMatchObject({ snapshots: 1, extractions: 1 });
  });

  it("are the newest five after that, also after repeated collections [D-5.33]", async () => {
    const { ctx, stored, advance } = await scannedAt(versions(9));
    advance(100 * DAY);
    expect(await collectWorkspace(ctx)).toMatchObject({ snapshots: 4, extractions: 4 });
    expect(await collectWorkspace(ctx)).toMatchObject({ snapshots: 0, extractions: 0 });
    expect(await stored()).toEqual([5, 5]);
  });

  it("include the current one, even if it is the oldest", async () => {
    const { ctx, org, scanAt, stored, declared, advance } = await scannedAt(versions(9));
    advance(100 * DAY);
    org.snapshots = [];
    await scanAt(using(0));
    expect(org.snapshots).toEqual([]);
    await collectWorkspace(ctx);
    expect(await stored()).toEqual([6, 6]);
    await scanAt(using(0));
    expect(await declared()).toEqual(["actions/checkout@v0"]);
  });

  it("share an extraction, which is kept as long as one of them", async () => {
    const states = Array.from({ length: 9 }, (_, index) => ({ ...using(1), README: `${index}` }));
    const { ctx, stored, declared, advance } = await scannedAt(states);
    advance(100 * DAY);
    expect(await collectWorkspace(ctx)).toMatchObject({ snapshots: 4, extractions: 0 });
    expect(await stored()).toEqual([5, 1]);
    expect(await declared()).toEqual(["actions/checkout@v1"]);
  });

  it("are kept while it is absent; when it returns, it keeps its ID and is not read again", async () => {
    const { ctx, org, orgId, scan, declared, advance } = await scannedAt(versions(9));
    const { id: repositoryId } = await lookupRepository(ctx, { fullPath: "acme/app" });
    const absent = org.repositories.splice(0);
    await scan(orgId);
    advance(100 * DAY);
    await collectWorkspace(ctx);
    await expect(getRepository(ctx, { repositoryId })).rejects.toThrow("Not found.");
    org.repositories = absent;
    org.snapshots = [];
    await scan(orgId);
    expect(org.snapshots).toEqual([]);
    expect(await getRepository(ctx, { repositoryId })).toMatchObject({ fullPath: "acme/app" });
    expect(await declared()).toEqual(["actions/checkout@v8"]);
  });

  it("are deleted in batches with the same result", async () => {
    const { ctx, stored, advance } = await scannedAt(versions(6));
    await database().execute(`
      insert into snapshot (id, workspace_id, repository_id, commit_sha, full_path, extraction_key, extraction_id, problems, created_at)
      select gen_random_uuid(), workspace_id, repository_id, 'commit ' || number, full_path, extraction_key, extraction_id, problems,
        created_at - interval '1 day'
      from (select * from snapshot where workspace_id = '${ctx.workspaceId}' order by created_at limit 1) as one,
        generate_series(1, 1500) as number`);
    advance(100 * DAY);
    expect(await collectWorkspace(ctx)).toMatchObject({ snapshots: 1501, extractions: 1 });
    expect(await stored()).toEqual([5, 5]);
  });
});
