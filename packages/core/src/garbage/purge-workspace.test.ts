import { randomUUID } from "node:crypto";
import { asSystem, inWorkspace } from "@knockon/db/in-workspace";
import { membership } from "@knockon/db/schema/membership.sql";
import { user } from "@knockon/db/schema/user.sql";
import { formerSlug, workspace } from "@knockon/db/schema/workspace.sql";
import { useTestDatabase } from "@knockon/db/testing/use-test-database";
import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { createApiKey } from "../api-key/create-api-key.ts";
import type { Context } from "../context.ts";
import { createInvitation } from "../invitation/create-invitation.ts";
import { askEverything } from "../testing/ask-everything.ts";
import { scriptOrg } from "../testing/scripted-org.ts";
import { openTestWorkspace } from "../testing/test-workspace.ts";
import { deleteWorkspace } from "../workspace/delete-workspace.ts";
import { collectGarbage } from "./collect-garbage.ts";

const database = useTestDatabase();
const DAY = 24 * 60 * 60 * 1000;

/** A workspace with something of everything, whose Owner the person is. */
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

async function rowsOf(workspaceId: string): Promise<string[]> {
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

describe("a workspace that was deleted", () => {
  it("leaves no row and no graph 28 days later; its people and their other workspaces stay [D-5.32]", async () => {
    const id = randomUUID();
    await database().insert(user).values({ id, name: "Ada", email: "ada@acme.example", emailVerified: true });
    const deleted = await openUsed(id);
    const kept = await openUsed(id);
    const answers = await askEverything(kept.ctx, kept.orgId);
    await deleteWorkspace(deleted.ctx);
    const graphs = async () => (await Array.fromAsync(deleted.ctx.ports.blobStore.list("graphs/"))).length;
    expect(await graphs()).toBe(1);
    deleted.advance(28 * DAY);
    expect(await collectGarbage(deleted.ctx)).toMatchObject({ workspaces: 0 });
    expect(await rowsOf(deleted.ctx.workspaceId)).toEqual(
      expect.arrayContaining(["audit_event", "workspace"]),
    );
    deleted.advance(1);
    expect(await collectGarbage(deleted.ctx)).toMatchObject({ workspaces: 1, connectedOrgs: 1 });
    expect(await rowsOf(deleted.ctx.workspaceId)).toEqual([]);
    expect(await graphs()).toBe(0);
    expect(await database().select().from(user)).toMatchObject([{ id }]);
    expect(await askEverything(kept.ctx, kept.orgId)).toEqual(answers);
    expect(await collectGarbage(deleted.ctx)).toMatchObject({ workspaces: 0 });
  });
});

it("no role deletes a workspace that is not deleted", async () => {
  const { ctx } = await openTestWorkspace(database());
  const isThis = eq(workspace.id, ctx.workspaceId);
  expect((await asSystem(ctx.database, (tx) => tx.delete(workspace).where(isThis))).rowCount).toBe(0);
  await expect(inWorkspace(ctx, (tx) => tx.delete(workspace).where(isThis))).rejects.toMatchObject({
    cause: { message: "permission denied for table workspace" },
  });
});
