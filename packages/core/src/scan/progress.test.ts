import { useTestDatabase } from "@knockon/db/testing/use-test-database";
import { expect, it } from "vitest";
import { scriptOrg } from "../testing/scripted-org.ts";
import { openTestWorkspace } from "../testing/test-workspace.ts";
import { getScan } from "./read-scans.ts";
import { triggerScan } from "./start-scan.ts";

const database = useTestDatabase();

it("a scan's counts increase while it runs [D-6.17]", async () => {
  const names = ["a", "b", "c"].map((name) => `acme/${name}`);
  const org = scriptOrg(Object.fromEntries(names.map((name) => [name, { README: name }])));
  const { ctx, connect, deliver } = await openTestWorkspace(database());
  const connectedOrgId = await connect(org);
  const { id: scanId } = await triggerScan(ctx, { connectedOrgId, scanType: "incremental" });
  const seen: unknown[] = [];
  org.duringSnapshot = async () => {
    const { status, totalRepos, scannedRepos } = await getScan(ctx, { scanId });
    seen.push([status, totalRepos, scannedRepos]);
  };
  await deliver();
  expect(seen).toEqual([0, 1, 2].map((scanned) => ["running", 3, scanned]));
});
