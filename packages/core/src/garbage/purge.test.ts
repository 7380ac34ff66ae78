import { randomUUID } from "node:crypto";
import { asSystem, inWorkspace } from "@knockon/db/in-workspace";
import { changeCheck, pullRequestComment } from "@knockon/db/schema/change-check.sql";
import { membership } from "@knockon/db/schema/membership.sql";
import { repository } from "@knockon/db/schema/repository.sql";
import { user } from "@knockon/db/schema/user.sql";
import { webhook } from "@knockon/db/schema/webhook.sql";
import { formerSlug, workspace } from "@knockon/db/schema/workspace.sql";
import { useTestDatabase } from "@knockon/db/testing/use-test-database";
import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { createApiKey } from "../api-key/api-keys.ts";
import { deleteConnectedOrg } from "../connected-org/delete-connected-org.ts";
import type { Context } from "../context.ts";
import { createInvitation } from "../invitation/invitations.ts";
import { askEverything } from "../testing/ask-everything.ts";
import { type Files, scriptOrg } from "../testing/scripted-org.ts";
import { openTestWorkspace } from "../testing/test-workspace.ts";
import { deleteWorkspace } from "../workspace/delete-workspace.ts";
import { collectGarbage, collectWorkspace } from "./collect-garbage.ts";

const database = useTestDatabase();
const DAY_MS = 24 * 60 * 60 * 1000;

const using = (reference: string): Files => ({
  ".github/workflows/ci.yml": `jobs: {a: {steps: [{uses: ${reference}}]}}`,
});
const ACTION: Files = { "setup/action.yml": "runs: {using: composite, steps: []}" };

/** Tables whose rows belong to a workspace but not to an org. */
const TABLES_WITHOUT_ORG = `('api_key', 'audit_event', 'former_slug', 'github_installation', 'github_setup', 'invitation', 'membership', 'person_correction',
  'subscription', 'subscription_cancellation', 'payment_event', 'billing_answer')`;
/** Tables that are empty while no scan is in flight. */
const EMPTY_BETWEEN_SCANS = ["publish_artifact", "publish_work", "rescan_request", "scan_page"];

/** Returns the number of a workspace's rows in every table that orgs have rows in. */
async function rowsOf(workspaceId: string): Promise<Record<string, number>> {
  const { rows: tables } = await database().execute<{ name: string }>(`
    select table_name as name from information_schema.columns
    where table_schema = 'public' and column_name = 'workspace_id' and table_name not in ${TABLES_WITHOUT_ORG}`);
  const counts: Record<string, number> = {};
  for (const { name } of tables) {
    const { rows } = await database().execute<{ count: number }>(
      `select count(*)::int from ${name} where workspace_id = '${workspaceId}'`,
    );
    counts[name] = rows[0]?.count ?? -1;
  }
  return counts;
}

/** Adds the check of a pull request, with its comment. */
const addCheck = (ctx: Context, connectedOrgId: string): Promise<void> =>
  inWorkspace(ctx, async (tx) => {
    const [found] = await tx.select({ repositoryId: repository.id }).from(repository).limit(1);
    const pullRequest = { workspaceId: ctx.workspaceId, repositoryId: found?.repositoryId ?? "", number: 1 };
    const check = { ...pullRequest, id: randomUUID(), connectedOrgId, headSha: "0".repeat(40) };
    await tx.insert(changeCheck).values({ ...check, kind: "pull_request" });
    await tx.insert(pullRequestComment).values(pullRequest);
  });

describe("a deleted org", () => {
  it("has no rows left after 28 days, well within the 30 days [D-5.30]", async () => {
    const { ctx, connect, scan, advance } = await openTestWorkspace(database());
    ctx.settings.ownership = "signal";
    const org = scriptOrg({ "acme/actions": ACTION, "acme/app": using("acme/actions/setup@v1") });
    const names = Array.from({ length: 240 }, (_, index) => `acme/r${index}`);
    org.repositories.push(...scriptOrg(Object.fromEntries(names.map((name) => [name, null]))).repositories);
    const connectedOrgId = await connect(org);
    await scan(connectedOrgId);
    for (const one of org.repositories) one.fullPath = one.fullPath.replace("acme", "acme-renamed");
    await scan(connectedOrgId, "full");
    const { workspaceId } = ctx;
    const secret = { platform: "local", source: "acme", secretEncrypted: "sealed" } as const;
    await inWorkspace(ctx, (tx) => tx.insert(webhook).values({ ...secret, connectedOrgId, workspaceId }));
    await addCheck(ctx, connectedOrgId);
    const empty = Object.entries(await rowsOf(ctx.workspaceId)).filter(([, count]) => count === 0);
    expect(empty.map(([name]) => name).toSorted(), "tables without rows prove nothing").toEqual(
      EMPTY_BETWEEN_SCANS,
    );
    await deleteConnectedOrg(ctx, { connectedOrgId });
    advance(28 * DAY_MS);
    expect(await collectWorkspace(ctx)).toMatchObject({ connectedOrgs: 0 });
    advance(1);
    expect(await collectWorkspace(ctx)).toMatchObject({ connectedOrgs: 1 });
    expect(Object.entries(await rowsOf(ctx.workspaceId)).filter(([, count]) => count > 0)).toEqual([]);
    expect(await collectWorkspace(ctx)).toMatchObject({ connectedOrgs: 0 });
  });

  it("leaves the data of other orgs, including its former dependents, unchanged", async () => {
    const { ctx, connect, scan, advance } = await openTestWorkspace(database());
    const deleted = await connect(scriptOrg({ "acme/actions": ACTION }), "acme");
    const kept = await connect(
      scriptOrg({ "beta/app": using("acme/actions/setup@v1"), "beta/actions": ACTION }),
      "beta",
    );
    await scan(deleted);
    await scan(kept);
    await deleteConnectedOrg(ctx, { connectedOrgId: deleted });
    const before = await askEverything(ctx, kept);
    advance(100 * DAY_MS);
    expect(await collectWorkspace(ctx)).toMatchObject({ connectedOrgs: 1 });
    expect(await askEverything(ctx, kept)).toEqual(before);
    expect(await scan(kept, "full")).toMatchObject({ status: "completed", scannedRepos: 2 });
  });
});

/** Opens a workspace of the user with rows in every table. */
async function openUsed(userId: string) {
  const opened = await openTestWorkspace(database());
  const ctx: Context = { ...opened.ctx, actor: { type: "user", id: userId, role: "owner" } };
  const { workspaceId } = ctx;
  await inWorkspace(ctx, async (tx) => {
    await tx.insert(membership).values({ workspaceId, userId, role: "owner" });
    await tx.insert(formerSlug).values({ workspaceId, slug: `former-${workspaceId}` });
  });
  await createApiKey(ctx, { name: "ci" });
  await createInvitation(ctx, { email: "bob@acme.example", role: "viewer" });
  const orgId = await opened.connect(scriptOrg({ "acme/app": { "package.json": `{"name": "app"}` } }));
  await opened.scan(orgId);
  return { ...opened, ctx, orgId };
}

/** Returns the tables that have rows of a workspace. */
async function tablesWithRows(workspaceId: string): Promise<string[]> {
  const { rows: tables } = await database().execute<{ name: string }>(`
    select table_name as name from information_schema.columns
    where table_schema = 'public' and column_name = 'workspace_id'`);
  const left: string[] = [];
  const columns = tables.map(({ name }): [string, string] => [name ?? "", "workspace_id"]);
  for (const [name, column] of [...columns, ["workspace", "id"] as const]) {
    const { rowCount } = await database().execute(`select from ${name} where ${column} = '${workspaceId}'`);
    if (rowCount) left.push(name);
  }
  return left;
}

describe("a deleted workspace", () => {
  it("has no rows and no graphs left after 28 days; its users and their other workspaces remain [D-5.32]", async () => {
    const id = randomUUID();
    await database().insert(user).values({ id, name: "Ada", email: "ada@acme.example", emailVerified: true });
    const deleted = await openUsed(id);
    const kept = await openUsed(id);
    const answers = await askEverything(kept.ctx, kept.orgId);
    await deleteWorkspace(deleted.ctx);
    const graphs = async () => (await Array.fromAsync(deleted.ctx.ports.blobStore.list("graphs/"))).length;
    expect(await graphs()).toBe(1);
    deleted.advance(28 * DAY_MS);
    expect(await collectGarbage(deleted.ctx)).toMatchObject({ workspaces: 0 });
    expect(await tablesWithRows(deleted.ctx.workspaceId)).toEqual(
      expect.arrayContaining(["audit_event", "workspace"]),
    );
    deleted.advance(1);
    expect(await collectGarbage(deleted.ctx)).toMatchObject({ workspaces: 1, connectedOrgs: 1 });
    expect(await tablesWithRows(deleted.ctx.workspaceId)).toEqual([]);
    expect(await graphs()).toBe(0);
    expect(await database().select().from(user)).toMatchObject([{ id }]);
    expect(await askEverything(kept.ctx, kept.orgId)).toEqual(answers);
    expect(await collectGarbage(deleted.ctx)).toMatchObject({ workspaces: 0 });
  });
});

it("no role can purge a workspace that is not deleted", async () => {
  const { ctx } = await openTestWorkspace(database());
  const isThis = eq(workspace.id, ctx.workspaceId);
  expect((await asSystem(ctx.database, (tx) => tx.delete(workspace).where(isThis))).rowCount).toBe(0);
  await expect(inWorkspace(ctx, (tx) => tx.delete(workspace).where(isThis))).rejects.toMatchObject({
    cause: { message: "permission denied for table workspace" },
  });
});
