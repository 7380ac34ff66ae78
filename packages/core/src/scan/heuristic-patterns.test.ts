import { inWorkspace } from "@knockon/db/in-workspace";
import { snapshot } from "@knockon/db/schema/extraction.sql";
import { useTestDatabase } from "@knockon/db/testing/use-test-database";
import type { HeuristicPattern } from "@knockon/extract/ecosystem";
import { EXTRACTION_KEY } from "@knockon/extract/isolate/extraction-key";
import { sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { createConnectedOrg } from "../connected-org/create-connected-org.ts";
import { updateConnectedOrg } from "../connected-org/update-connected-org.ts";
import { listDependencies, listDependents } from "../repository/declarations.ts";
import { lookupRepository } from "../repository/lookup-repository.ts";
import { scriptOrg } from "../testing/scripted-org.ts";
import { openTestWorkspace, type TestWorkspace } from "../testing/test-workspace.ts";

const database = useTestDatabase();
const PAGE = { limit: 500, offset: 0 };

const pattern = (verb: string): HeuristicPattern => ({
  name: `service_${verb}`,
  pattern: String.raw`${verb}\((?P<name>\w+)\)`,
  artifactType: "git_repository",
});

const repositories = (owner: string) => ({
  [`${owner}/billing`]: { "main.ts": "charge()" },
  [`${owner}/mail`]: { "main.ts": "send()" },
  [`${owner}/shop`]: { "main.ts": "call(billing)\nsend(mail)" },
});

const sourceFiles = (rows: readonly { sourceFile: string; sourceLine: number | null }[]) =>
  rows.map((row) => `${row.sourceFile}:${row.sourceLine}`);

async function scanned(...heuristicPatterns: HeuristicPattern[]) {
  const workspace = await openTestWorkspace(database());
  const org = scriptOrg(repositories("acme"));
  const orgId = await workspace.connect(org);
  await updateConnectedOrg(workspace.ctx, { connectedOrgId: orgId, heuristicPatterns });
  await workspace.scan(orgId);
  return { workspace, org, orgId };
}

/** Returns the repository's declarations, as `artifact file:line`. */
async function declared({ ctx }: TestWorkspace, fullPath: string): Promise<string[]> {
  const { id: repositoryId } = await lookupRepository(ctx, { fullPath });
  const { body } = await listDependencies(ctx, { repositoryId, ...PAGE });
  return body.map((row) => `${row.rawReference} ${row.sourceFile}:${row.sourceLine}`);
}

describe("changed patterns", () => {
  it("make the next scan read every repository of the org, also an incremental one", async () => {
    const { workspace, org, orgId } = await scanned();
    expect(await declared(workspace, "acme/shop")).toEqual([]);
    org.snapshots.length = 0;
    await updateConnectedOrg(workspace.ctx, { connectedOrgId: orgId, heuristicPatterns: [pattern("call")] });
    await workspace.scan(orgId);
    expect(org.snapshots.toSorted()).toEqual(["acme/billing", "acme/mail", "acme/shop"]);
    expect(await declared(workspace, "acme/shop")).toEqual(["call(billing) main.ts:1"]);
    const { id: repositoryId } = await lookupRepository(workspace.ctx, { fullPath: "acme/billing" });
    const { body } = await listDependents(workspace.ctx, { repositoryId, ...PAGE });
    expect(sourceFiles(body)).toEqual(["main.ts:1"]);
    await workspace.scan(orgId);
    expect(org.snapshots).toHaveLength(3);
  });

  it("remove declarations found by former patterns, and restored patterns reuse snapshots", async () => {
    const { workspace, org, orgId } = await scanned(pattern("call"));
    const change = async (...heuristicPatterns: HeuristicPattern[]) => {
      org.snapshots.length = 0;
      await updateConnectedOrg(workspace.ctx, { connectedOrgId: orgId, heuristicPatterns });
      await workspace.scan(orgId);
      return { read: org.snapshots.length, declared: await declared(workspace, "acme/shop") };
    };
    expect(await change(pattern("send"))).toEqual({ read: 3, declared: ["send(mail) main.ts:2"] });
    expect(await change()).toEqual({ read: 3, declared: [] });
    expect(await change(pattern("call"))).toEqual({ read: 0, declared: ["call(billing) main.ts:1"] });
  });

  it("do not apply to the same files in another org", async () => {
    const { workspace } = await scanned(pattern("call"));
    const other = await workspace.connect(scriptOrg(repositories("acme")), "labs");
    await updateConnectedOrg(workspace.ctx, { connectedOrgId: other, heuristicPatterns: [pattern("send")] });
    await workspace.scan(other);
    const found = await inWorkspace(workspace.ctx, (tx) =>
      tx.execute<{ org: string; artifact: string }>(sql`
        select o.name as org, d.raw_reference as artifact
        from dependency d join connected_org o on o.id = d.connected_org_id order by 1`),
    );
    expect(found.rows).toEqual([
      { org: "acme", artifact: "call(billing)" },
      { org: "labs", artifact: "send(mail)" },
    ]);
  });
});

it("new extractors refresh a tenth per scan, also with patterns", async () => {
  const { workspace, org, orgId } = await scanned(pattern("call"));
  await inWorkspace(workspace.ctx, (tx) =>
    tx.update(snapshot).set({
      extractionKey: sql`replace(${snapshot.extractionKey}, ${`${EXTRACTION_KEY}.`}, 'older.')`,
    }),
  );
  org.snapshots.length = 0;
  await workspace.scan(orgId);
  expect(org.snapshots).toHaveLength(1);
});

describe("an invalid pattern", () => {
  it("is rejected with its location on create and update", async () => {
    const { workspace, orgId } = await scanned();
    const heuristicPatterns = [pattern("call"), { ...pattern("send"), pattern: "(" }];
    const refusal = { loc: ["body", "heuristic_patterns", 1, "pattern"] };
    await expect(
      updateConnectedOrg(workspace.ctx, { connectedOrgId: orgId, heuristicPatterns }),
    ).rejects.toMatchObject(refusal);
    await expect(
      createConnectedOrg(workspace.ctx, { name: "a", platform: "github", url: "x", heuristicPatterns }),
    ).rejects.toMatchObject(refusal);
  });
});
