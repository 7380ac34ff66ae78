import { useTestDatabase } from "@knockon/db/testing/use-test-database";
import { expect, it } from "vitest";
import { scriptOrg } from "../testing/scripted-org.ts";
import { openTestWorkspace } from "../testing/test-workspace.ts";
import { handleMessage } from "./handle-message.ts";
import { getScan } from "./read-scans.ts";
import { triggerScan } from "./start-scan.ts";
import { MAX_LISTING_PAGES } from "./take-page.ts";

const database = useTestDatabase();

async function connected() {
  const org = scriptOrg({ "acme/a": { README: "a" }, "acme/b": { README: "b" }, "acme/c": { README: "c" } });
  org.pageSize = 1;
  const listed: number[] = [];
  org.duringListing = (page) => void listed.push(page);
  const workspace = await openTestWorkspace(database());
  return { workspace, org, listed, orgId: await workspace.connect(org) };
}

const incomplete = (message: string) => ({
  status: "completed",
  totalRepos: 3,
  scannedRepos: 3,
  errors: { orgErrors: [{ code: "listing_incomplete", message }] },
});

/** The first page has no cursor, so its repetition is a new one. */
it("a listing that repeats a page ends there, and its repositories are scanned", async () => {
  const { workspace, org, listed, orgId } = await connected();
  org.pageAfter = (page) => (page + 1) % 3;
  const message = "The host repeats a page of its listing. The repositories after page 5 are not scanned.";
  expect(await workspace.scan(orgId)).toMatchObject(incomplete(message));
  expect(listed).toEqual([0, 1, 2, 0, 1]);
});

it("a listing with ever new pages ends at a limit that the scan names", async () => {
  const { workspace, org, listed, orgId } = await connected();
  org.pageAfter = (page) => page + 1;
  const { ctx, queue } = workspace;
  const { id: scanId } = await triggerScan(ctx, { connectedOrgId: orgId, scanType: "incremental" });
  for (let handled = 0; handled < 4; handled += 1) {
    const message = queue.take();
    if (message) await handleMessage(ctx, message);
  }
  const last = { cursor: "5", pagesBefore: MAX_LISTING_PAGES - 1 };
  await handleMessage(ctx, { kind: "plan-scan", workspaceId: ctx.workspaceId, scanId, ...last });
  await workspace.deliver();
  const message = "The listing has more than 2000 pages. The repositories after them are not scanned.";
  const scan = await getScan(ctx, { scanId });
  expect(scan).toMatchObject({ status: "completed", errors: { orgErrors: [{ message }] } });
  expect(listed.length).toBeLessThan(10);
});

it("a listing whose messages are all delivered twice is complete", async () => {
  const { workspace, listed, orgId } = await connected();
  const { ctx, queue } = workspace;
  const { id: scanId } = await triggerScan(ctx, { connectedOrgId: orgId, scanType: "incremental" });
  for (let message = queue.take(); message; message = queue.take()) {
    await handleMessage(ctx, message);
    await handleMessage(ctx, message);
  }
  expect(await getScan(ctx, { scanId })).toMatchObject({ status: "completed", totalRepos: 3, errors: null });
  expect(listed.length).toBeGreaterThan(3);
});
