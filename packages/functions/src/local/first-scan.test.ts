import { scriptOrg } from "@knockon/core/testing/scripted-org";
import { openTestWorkspace } from "@knockon/core/testing/test-workspace";
import { getConnectedOrg } from "@knockon/core/connected-org/read-connected-orgs";
import { inWorkspace } from "@knockon/db/in-workspace";
import { workspace as workspaces } from "@knockon/db/schema/workspace.sql";
import { useTestDatabase } from "@knockon/db/testing/use-test-database";
import { expect, it } from "vitest";
import { findScanToWatch } from "./first-scan.ts";

const database = useTestDatabase();

it("starts a scan at the first start and after an upgrade that discards the graph", async () => {
  const workspace = await openTestWorkspace(database());
  const { ctx } = workspace;
  const connectedOrgId = await workspace.connect(scriptOrg({ "acme/a": { README: "" } }));
  const scanToWatch = async () => findScanToWatch(ctx, await getConnectedOrg(ctx, { connectedOrgId }));
  const first = await scanToWatch();
  expect(first).toBeTypeOf("string");
  expect(await scanToWatch()).toBe(first);
  await workspace.deliver();
  expect(await scanToWatch()).toBeUndefined();

  await inWorkspace(ctx, (tx) => tx.update(workspaces).set({ graphHash: null, resolutionKey: null }));
  const second = await scanToWatch();
  expect(second).toBeTypeOf("string");
  expect(second).not.toBe(first);
  await workspace.deliver();
  expect(await scanToWatch()).toBeUndefined();
});
