import {
  createConnectedOrg,
  getConnectedOrg,
  updateConnectedOrg,
} from "@knockon/contract/operations/connected-org";
import { listScans } from "@knockon/contract/operations/scan";
import { inWorkspace } from "@knockon/db/in-workspace";
import { connectedOrg } from "@knockon/db/schema/connected-org.sql";
import { workspace } from "@knockon/db/schema/workspace.sql";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sweepAll } from "@knockon/functions/sweep-all";
import { listingOf, makeOrganization } from "../testing/organizations.ts";
import { startTestService, type TestService } from "../testing/test-service.ts";
import type { TestWorkspace } from "../testing/test-workspace.ts";

const SCHEDULE = "30 3 * * 1-5";

const statusAndBody = async (response: Response) => [response.status, await response.json()];

describe("the schedule of a connected org", () => {
  let service: TestService;
  let acme: TestWorkspace;
  let url: string;

  beforeAll(async () => {
    service = await startTestService();
    acme = await service.openWorkspace("Acme");
    url = makeOrganization(service.folder, "acme", { empty: {} });
  });

  afterAll(() => service.close());

  const create = (given: object) =>
    acme.fetch(createConnectedOrg, {
      body: { name: "acme", platform: "local", url: listingOf(url), ...given },
    });

  it("can be set, kept, changed and removed [D-5.6]", async () => {
    const { id } = (await (await create({ schedule: SCHEDULE })).json()) as { id: string };
    const params = { connected_org_id: id };
    const now = async () => (await acme.call(getConnectedOrg, { params })).schedule;
    const change = (body: object) => acme.call(updateConnectedOrg, { params, body });
    expect(await now()).toBe(SCHEDULE);
    await change({ name: "Acme" });
    expect(await now()).toBe(SCHEDULE);
    expect((await change({ schedule: "0 0 1 * *" })).schedule).toBe("0 0 1 * *");
    expect((await change({ schedule: null })).schedule).toBeNull();
  });

  it("is null by default", async () => {
    expect(await (await create({})).json()).toMatchObject({ schedule: null });
  });

  it.each([
    ["every day", "Expected five cron fields"],
    ["@daily", "Expected five cron fields"],
    ["0 0 3 * * *", "Expected five cron fields"],
    ["61 * * * *", "The schedule cannot be parsed: "],
    ["0 0 30 2 *", "The schedule never runs."],
    ["*/5 * * * *", "The schedule runs more often than every 15 minutes."],
  ])("returns 422 for %j with the error", async (schedule, message) => {
    const params = { connected_org_id: await acme.connect("acme", listingOf(url)) };
    for (const response of [
      await create({ schedule }),
      await acme.fetch(updateConnectedOrg, { params, body: { schedule } }),
    ]) {
      const detail = [{ loc: ["body", "schedule"], msg: expect.stringContaining(message) }];
      expect(await statusAndBody(response)).toMatchObject([422, { detail }]);
    }
  });

  it("makes the sweeper start a scan when it is due [D-5.6]", async () => {
    const connectedOrgId = await acme.connect("acme", url);
    const params = { connected_org_id: connectedOrgId };
    await acme.call(updateConnectedOrg, { params, body: { schedule: SCHEDULE } });
    await sweepAll(service.shared);
    expect(await acme.call(listScans, { params })).toEqual([]);
    await inWorkspace(acme.scope, (tx) =>
      tx.update(connectedOrg).set({ nextScheduledAt: new Date(Date.now() - 1000) }),
    );
    await sweepAll(service.shared);
    await service.drain();
    expect(await acme.call(listScans, { params })).toMatchObject([
      { scan_type: "incremental", status: "completed" },
    ]);
  });
});

describe("the schedule of a connected org, if plans are enforced", () => {
  let service: TestService;
  let acme: TestWorkspace;
  let url: string;

  beforeAll(async () => {
    service = await startTestService({ billingEnforced: true });
    acme = await service.openWorkspace("Acme");
    url = makeOrganization(service.folder, "acme", { empty: {} });
  });

  afterAll(() => service.close());

  const rejection = [
    402,
    {
      detail: "The free plan does not include scheduled_scans.",
      code: "plan_feature_required",
      feature: "scheduled_scans",
    },
  ];
  const subscribe = (plan: string) => inWorkspace(acme.scope, (tx) => tx.update(workspace).set({ plan }));

  it("returns 402 if the plan does not include it; an existing one stays, and can be sent unchanged or removed", async () => {
    const body = { name: "acme", platform: "local", url, schedule: SCHEDULE };
    expect(await statusAndBody(await acme.fetch(createConnectedOrg, { body }))).toEqual(rejection);
    await subscribe("pro");
    const { id } = await acme.call(createConnectedOrg, { body });
    await subscribe("free");
    const params = { connected_org_id: id };
    const change = (schedule: string | null) =>
      acme.fetch(updateConnectedOrg, { params, body: { schedule } });
    expect(await acme.call(getConnectedOrg, { params })).toMatchObject({ schedule: SCHEDULE });
    expect((await change(SCHEDULE)).status).toBe(200);
    expect(await statusAndBody(await change("0 0 * * *"))).toEqual(rejection);
    expect((await change(null)).status).toBe(200);
  });

  it("returns 404 before 402, and 422 before both [D-1.7]", async () => {
    const change = async (schedule: string) =>
      (
        await acme.fetch(updateConnectedOrg, {
          params: { connected_org_id: crypto.randomUUID() },
          body: { schedule },
        })
      ).status;
    expect([await change(SCHEDULE), await change("* * * * *")]).toEqual([404, 422]);
  });
});
