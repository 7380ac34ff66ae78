import { randomBytes } from "node:crypto";
import { inWorkspace } from "@knockon/db/in-workspace";
import { ownership } from "@knockon/db/schema/ownership.sql";
import { workspace } from "@knockon/db/schema/workspace.sql";
import { useTestDatabase } from "@knockon/db/testing/use-test-database";
import { eq } from "drizzle-orm";
import { expect, it } from "vitest";
import { getOwnership } from "../ownership/get-ownership.ts";
import { lookupRepository } from "../repository/lookup-repository.ts";
import { getScripted, scriptOrg } from "../testing/scripted-org.ts";
import { openTestWorkspace } from "../testing/test-workspace.ts";
import { collectGarbage } from "./collect-garbage.ts";

const database = useTestDatabase();

/** A workspace that has read a history. */
async function openRead() {
  const opened = await openTestWorkspace(database());
  const { ctx } = opened;
  ctx.ports.encryptionKeys = new Map([[1, randomBytes(32)]]);
  ctx.settings.ownership = "signal";
  const org = scriptOrg({ "acme/a": { file: "a" } });
  const signed = { authors: [{ name: "Jane Doe", email: "jane@acme.test" }], committedAt: 1 };
  getScripted(org, "acme/a").history.push(signed);
  const orgId = await opened.connect(org);
  await opened.scan(orgId);
  const kept = () =>
    inWorkspace(ctx, async (tx) => {
      const [row] = await tx.select().from(workspace).where(eq(workspace.id, ctx.workspaceId));
      return { histories: await tx.$count(ownership), hasKey: row?.pseudonymKeyEncrypted !== null };
    });
  const people = async () => {
    const { id: repositoryId } = await lookupRepository(ctx, { fullPath: "acme/a" });
    return (await getOwnership(ctx, { repositoryId, limit: 100, offset: 0 })).total;
  };
  return { ...opened, orgId, kept, people };
}

it("what was read of histories goes when the signal is off, of every workspace, and is read anew when it is on", async () => {
  const one = await openRead();
  const other = await openRead();
  await collectGarbage(one.ctx);
  expect([await one.kept(), await one.people()]).toEqual([{ histories: 1, hasKey: true }, 1]);
  one.ctx.settings.ownership = "off";
  expect((await collectGarbage(one.ctx)).ownership).toBeGreaterThanOrEqual(2);
  expect(await one.kept()).toEqual({ histories: 0, hasKey: false });
  expect(await other.kept()).toEqual({ histories: 0, hasKey: false });
  one.ctx.settings.ownership = "signal";
  await one.scan(one.orgId);
  expect([await one.kept(), await one.people()]).toEqual([{ histories: 1, hasKey: true }, 1]);
});
