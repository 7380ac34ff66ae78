import { useTestDatabase } from "@knockon/db/testing/use-test-database";
import { inWorkspace } from "@knockon/db/in-workspace";
import { webhook } from "@knockon/db/schema/webhook.sql";
import { describe, expect, it } from "vitest";
import { deleteConnectedOrg } from "../connected-org/delete-connected-org.ts";
import { askEverything } from "../testing/ask-everything.ts";
import { scriptOrg, type Files } from "../testing/scripted-org.ts";
import { openTestWorkspace } from "../testing/test-workspace.ts";
import { collectWorkspace } from "./collect-garbage.ts";

const database = useTestDatabase();
const DAY = 24 * 60 * 60 * 1000;

const using = (reference: string): Files => ({
  ".github/workflows/ci.yml": `jobs: {a: {steps: [{uses: ${reference}}]}}`,
});
const ACTION: Files = { "setup/action.yml": "runs: {using: composite, steps: []}" };

/** What is a workspace's own and no org's. */
const OF_NO_ORG = `('api_key', 'audit_event', 'former_slug', 'github_installation', 'github_setup', 'invitation', 'membership',
  'subscription', 'subscription_cancellation', 'payment_event', 'billing_answer')`;
const OF_WORK_UNDER_WAY = ["rescan_request", "scan_page"];

/** The rows of a workspace by table, of every table that orgs have rows in. */
async function rowsOf(workspaceId: string): Promise<Record<string, number>> {
  const { rows: tables } = await database().execute<{ name: string }>(`
    select table_name as name from information_schema.columns
    where table_schema = 'public' and column_name = 'workspace_id' and table_name not in ${OF_NO_ORG}`);
  const counts: Record<string, number> = {};
  for (const { name } of tables) {
    const { rows } = await database().execute<{ count: number }>(
      `select count(*)::int from ${name} where workspace_id = '${workspaceId}'`,
    );
    counts[name] = rows[0]?.count ?? -1;
  }
  return counts;
}

describe("an org that was deleted", () => {
  it("leaves no row in any table 28 days later, so that none is left after 30 [D-5.30]", async () => {
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
    const empty = Object.entries(await rowsOf(ctx.workspaceId)).filter(([, count]) => count === 0);
    expect(empty.map(([name]) => name).toSorted(), "tables that prove nothing").toEqual(OF_WORK_UNDER_WAY);
    await deleteConnectedOrg(ctx, { connectedOrgId });
    advance(28 * DAY);
    expect(await collectWorkspace(ctx)).toMatchObject({ connectedOrgs: 0 });
    advance(1);
    expect(await collectWorkspace(ctx)).toMatchObject({ connectedOrgs: 1 });
    expect(Object.entries(await rowsOf(ctx.workspaceId)).filter(([, count]) => count > 0)).toEqual([]);
    expect(await collectWorkspace(ctx)).toMatchObject({ connectedOrgs: 0 });
  });

  it("takes nothing of the others along, which used what it had", async () => {
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
    advance(100 * DAY);
    expect(await collectWorkspace(ctx)).toMatchObject({ connectedOrgs: 1 });
    expect(await askEverything(ctx, kept)).toEqual(before);
    expect(await scan(kept, "full")).toMatchObject({ status: "completed", scannedRepos: 2 });
  });
});
