import { inWorkspace } from "@knockon/db/in-workspace";
import { snapshot } from "@knockon/db/schema/extraction.sql";
import { repository } from "@knockon/db/schema/repository.sql";
import { useTestDatabase } from "@knockon/db/testing/use-test-database";
import { EXTRACTION_KEY } from "@knockon/extract/isolate/extraction-key";
import { eq, isNotNull, sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import type { Context } from "../context.ts";
import { listRepositories } from "../repository/read-repositories.ts";
import { lookupRepository } from "../repository/lookup-repository.ts";
import { getScripted, scriptOrg } from "../testing/scripted-org.ts";
import { openTestWorkspace } from "../testing/test-workspace.ts";

const database = useTestDatabase();
const REPOSITORIES = 30;
/** Tables that every scan writes: its own row, its org's timestamp and its audit event. */
const WRITTEN = new Set(["scan", "connected_org", "audit_event"]);

const repositories = Object.fromEntries(
  Array.from({ length: REPOSITORIES }, (_, index) => [
    `acme/r${index}`,
    index === 7
      ? null
      : { "package.json": JSON.stringify({ name: `@acme/p${index}`, dependencies: { left: "1" } }) },
  ]),
);

async function scanned() {
  const workspace = await openTestWorkspace(database());
  const org = scriptOrg(repositories);
  org.pageSize = 8;
  const orgId = await workspace.connect(org);
  await workspace.scan(orgId);
  org.snapshots.length = 0;
  workspace.advance(60_000);
  return { workspace, ctx: workspace.ctx, org, orgId };
}

/** Returns the version of every row of every tenant table. Each write changes it. */
async function rowVersions(ctx: Context): Promise<Record<string, unknown>> {
  const tables = await database().execute<{ name: string }>(sql`
    select table_name as name from information_schema.columns
    where table_schema = 'public' and column_name = 'workspace_id' order by 1`);
  const versions: Record<string, unknown> = {};
  for (const { name } of [...tables.rows, { name: "workspace" }]) {
    if (WRITTEN.has(name)) continue;
    const { rows } = await inWorkspace(ctx, (tx) =>
      tx.execute(sql`select ctid::text, xmin::text from ${sql.identifier(name)} order by 1`),
    );
    versions[name] = rows;
  }
  return versions;
}

describe("a scan that finds nothing new", () => {
  it("reads and writes no repository, and counts all of them [D-6.5]", async () => {
    const { workspace, ctx, org, orgId } = await scanned();
    const before = await rowVersions(ctx);
    const scan = await workspace.scan(orgId);
    expect(org.snapshots).toEqual([]);
    expect(await rowVersions(ctx)).toEqual(before);
    expect(scan).toMatchObject({
      status: "completed",
      totalRepos: REPOSITORIES,
      scannedRepos: REPOSITORIES - 1,
      skippedRepos: 1,
    });
  });

  it("updates last_scanned_at of all repositories except failed ones", async () => {
    const { workspace, ctx, org, orgId } = await scanned();
    const failing = getScripted(org, "acme/r3");
    Object.assign(failing, { isUnreadable: true, files: { README: "new" } });
    const lastScan = async (fullPath: string) => (await lookupRepository(ctx, { fullPath })).lastScannedAt;
    const first = await lastScan("acme/r3");
    const { startedAt } = await workspace.scan(orgId);
    expect(await lastScan("acme/r2")).toEqual(startedAt);
    expect(await lastScan("acme/r3")).toEqual(first);
    const { body } = await listRepositories(ctx, { connectedOrgId: orgId, limit: 500, offset: 0 });
    expect(body.filter((one) => one.lastScannedAt?.getTime() === startedAt?.getTime())).toHaveLength(
      REPOSITORIES - 1,
    );
  });
});

it("a scan stores a changed visibility without reading the repository", async () => {
  const { workspace, ctx, org, orgId } = await scanned();
  const visibilities = () =>
    inWorkspace(ctx, (tx) =>
      tx
        .select({ fullPath: repository.fullPath, visibility: repository.visibility })
        .from(repository)
        .where(isNotNull(repository.visibility)),
    );
  const changing = getScripted(org, "acme/r3");
  for (const visibility of ["private", "public", "internal"] as const) {
    changing.visibility = visibility;
    await workspace.scan(orgId);
    expect(await visibilities()).toEqual([{ fullPath: "acme/r3", visibility }]);
  }
  expect(org.snapshots).toEqual([]);
});

describe("new extractors", () => {
  it("refresh a tenth of the unchanged repositories per scan, until all are read", async () => {
    const { workspace, ctx, org, orgId } = await scanned();
    org.pageSize = 100;
    const older = () => inWorkspace(ctx, (tx) => tx.$count(snapshot, eq(snapshot.extractionKey, "older")));
    await inWorkspace(ctx, (tx) =>
      tx.update(snapshot).set({ extractionKey: "older" }).where(eq(snapshot.extractionKey, EXTRACTION_KEY)),
    );
    for (let scans = 1; scans <= 10; scans += 1) {
      await workspace.scan(orgId);
      expect(org.snapshots.length, `after ${scans} scans`).toBe(Math.min(scans * 3, REPOSITORIES - 1));
    }
    expect(new Set(org.snapshots).size).toBe(REPOSITORIES - 1);
    expect(await older()).toBe(REPOSITORIES - 1);
    await workspace.scan(orgId);
    expect(org.snapshots.length).toBe(REPOSITORIES - 1);
  });
});
