import { rmSync } from "node:fs";
import { join } from "node:path";
import { git } from "@knockon/adapters/git-host/local/testing/temporary-repository";
import { getConnectedOrg, getGraph } from "@knockon/contract/operations/connected-org";
import { cancelScan, getScan, listScans, triggerScan } from "@knockon/contract/operations/scan";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { pendingScan } from "../testing/operation-examples.ts";
import { corruptRepository, GLOBEX, listingOf, makeOrganization } from "../testing/organizations.ts";
import { startTestService, type TestService } from "../testing/test-service.ts";
import type { TestWorkspace } from "../testing/test-workspace.ts";

let service: TestService;
let globex: TestWorkspace;
let folder: string;
let connectedOrg: string;
let orgs = 0;

beforeAll(async () => {
  service = await startTestService();
  globex = await service.openWorkspace("Globex");
});

afterAll(() => service.close());

beforeEach(async () => {
  folder = makeOrganization(join(service.folder, String(orgs++)), "globex", GLOBEX);
  connectedOrg = await globex.connect("globex", folder);
});

const ofOrg = () => ({ params: { connected_org_id: connectedOrg } });
const stateOf = (scan: string) => globex.call(getScan, { params: { scan_id: scan } });
const cancel = (scan: string) => globex.fetch(cancelScan, { params: { scan_id: scan } });

describe("POST /connected-orgs/{id}/scans", () => {
  it("returns 202 with a pending scan, incremental by default [IF-1.3 IF-2.6 D-6.1,4,11,13]", async () => {
    expect(await globex.call(triggerScan, ofOrg())).toEqual({
      id: expect.any(String),
      connected_org_id: connectedOrg,
      status: "pending",
      scan_type: "incremental",
      total_repos: 0,
      scanned_repos: 0,
      skipped_repos: 0,
      failed_repos: 0,
      errors: null,
      started_at: null,
      completed_at: null,
      created_at: expect.any(String),
      updated_at: expect.any(String),
      interruption_count: 0,
    });
    await service.drain();
    const full = await globex.call(triggerScan, { ...ofOrg(), body: { scan_type: "full" } });
    expect(full.scan_type).toBe("full");
  });

  it("returns 422 for another type", async () => {
    expect((await globex.fetch(triggerScan, { ...ofOrg(), body: { scan_type: "quick" } })).status).toBe(422);
  });

  it("returns 409 with the ID of the scan in flight, until it has ended [IF-3.2 D-6.15]", async () => {
    const first = await pendingScan(globex, connectedOrg);
    const rejected = await globex.fetch(triggerScan, ofOrg());
    expect([rejected.status, await rejected.json()]).toEqual([
      409,
      { detail: "A scan of this organization is already in progress.", scan_id: first },
    ]);
    await service.drain();
    expect(await stateOf(first)).toMatchObject({ status: "completed", total_repos: 2, scanned_repos: 2 });
    expect((await globex.fetch(triggerScan, ofOrg())).status).toBe(202);
  });

  it("allows simultaneous scans of two orgs", async () => {
    await pendingScan(globex, connectedOrg);
    const other = await globex.connect("other", listingOf(folder));
    expect((await globex.fetch(triggerScan, { params: { connected_org_id: other } })).status).toBe(202);
  });
});

describe("POST /scans/{id}/cancel", () => {
  it("cancels a pending scan, whose messages then have no effect [IF-3.5 IF-4.5 D-6.25]", async () => {
    const scan = await pendingScan(globex, connectedOrg);
    const cancelled = await (await cancel(scan)).json();
    expect(cancelled).toMatchObject({ id: scan, status: "cancelled", completed_at: expect.any(String) });
    await service.drain();
    expect(await stateOf(scan)).toEqual(cancelled);
    expect((await globex.call(getGraph, ofOrg())).nodes).toEqual([]);
  });

  it("cancels a running scan immediately: no repository is read after the current one [IF-3.1,6 IF-4.5]", async () => {
    const scan = await pendingScan(globex, connectedOrg);
    await service.workOnce();
    expect(await stateOf(scan)).toMatchObject({ status: "running", completed_at: null, total_repos: 2 });
    await service.workOnce();
    const cancelled = await globex.call(cancelScan, { params: { scan_id: scan } });
    expect(cancelled).toMatchObject({ status: "cancelled", scanned_repos: 1 });
    await service.drain();
    expect(await stateOf(scan)).toEqual(cancelled);
    expect((await globex.call(getGraph, ofOrg())).edges).toEqual([]);
  });

  it("returns 200 with the same scan if it is already cancelled [D-6.23]", async () => {
    const scan = await pendingScan(globex, connectedOrg);
    const first: unknown = await (await cancel(scan)).json();
    const second = await cancel(scan);
    expect([second.status, await second.json()]).toEqual([200, first]);
  });

  it.each([
    ["completed", () => {}],
    ["partial", () => corruptRepository(join(folder, "door"))],
    ["failed", () => rmSync(folder, { recursive: true })],
  ])("returns 409 if the scan is %s [IF-3.2 D-6.24]", async (status, prepare) => {
    prepare();
    const { id } = await globex.scan(connectedOrg);
    const rejected = await cancel(id);
    expect([rejected.status, await rejected.json()]).toEqual([
      409,
      { detail: `The scan is already ${status}.` },
    ]);
  });
});

describe("a scan ends as", () => {
  it("partial if a repository cannot be read, with its error [IF-2.3,5 IF-3.4 IF-11.3 D-6.12,19]", async () => {
    corruptRepository(join(folder, "door"));
    const scan = await globex.scan(connectedOrg);
    expect(scan).toMatchObject({
      status: "partial",
      total_repos: 2,
      scanned_repos: 1,
      skipped_repos: 0,
      failed_repos: 1,
    });
    expect(scan.errors).toEqual({
      repo_errors: [
        {
          repository_id: expect.any(String),
          full_path: "globex/door",
          code: "unreadable",
          message: expect.any(String),
        },
      ],
    });
  });

  it("partial and keeps the repository's data; the next scan retries it although nothing changed [IF-2.4 IF-3.3]", async () => {
    await globex.scan(connectedOrg);
    const { edges } = await globex.call(getGraph, ofOrg());
    const door = join(folder, "door");
    git(door, "commit", "--allow-empty", "--quiet", "--message=next");
    const restore = corruptRepository(door);
    expect(await globex.scan(connectedOrg)).toMatchObject({ status: "partial", failed_repos: 1 });
    expect((await globex.call(getGraph, ofOrg())).edges).toEqual(edges);
    restore();
    expect(await globex.scan(connectedOrg)).toMatchObject({ status: "completed", failed_repos: 0 });
    expect(edges).toHaveLength(1);
  });

  it("completed if empty repositories are skipped [IF-2.5 D-6.6,12]", async () => {
    makeOrganization(join(folder, ".."), "globex", { empty: {} });
    expect(await globex.scan(connectedOrg)).toMatchObject({
      status: "completed",
      total_repos: 3,
      scanned_repos: 2,
      skipped_repos: 1,
      errors: null,
    });
  });

  it("failed if the org cannot be listed, and the org keeps its graph [IF-1.4 IF-2.3 D-6.12,20]", async () => {
    await globex.scan(connectedOrg);
    const before = await globex.call(getGraph, ofOrg());
    rmSync(folder, { recursive: true });
    expect(await globex.scan(connectedOrg)).toMatchObject({
      status: "failed",
      failed_repos: 0,
      errors: { repo_errors: [], org_errors: [{ code: "listing_failed", message: expect.any(String) }] },
    });
    expect(await globex.call(getGraph, ofOrg())).toEqual(before);
  });
});

it("GET /connected-orgs/{id}/scans returns the newest scan first, which is the org's last_scan [D-6.16]", async () => {
  const first = await globex.scan(connectedOrg);
  const second = await globex.scan(connectedOrg);
  expect(await globex.call(listScans, ofOrg())).toEqual([second, first]);
  expect(await globex.call(getConnectedOrg, ofOrg())).toMatchObject({
    last_scan: second,
    repository_count: 2,
  });
});
