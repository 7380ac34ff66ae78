import { createConnectedOrg, listConnectedOrgs } from "@knockon/contract/operations/connected-org";
import {
  createApiKey,
  createInvitation,
  getEntitlements,
  updateMember,
} from "@knockon/contract/operations/workspace";
import { inWorkspace } from "@knockon/db/in-workspace";
import { workspace } from "@knockon/db/schema/workspace.sql";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { listingOf, makeOrganization } from "../testing/organizations.ts";
import { openDisposable, signUpTeam, type Tenant } from "../testing/tenant.ts";
import { startTestService, type TestService } from "../testing/test-service.ts";

let service: TestService;
let acme: Tenant;
let params: { workspace_id: string };
let url: string;

beforeAll(async () => {
  service = await startTestService();
  url = makeOrganization(service.folder, "acme", { empty: {} });
  acme = await openDisposable(service, await signUpTeam(service, "team"), url);
  params = { workspace_id: acme.resources.workspace };
});

afterAll(() => service.close());

const setPlan = (plan: string) =>
  inWorkspace(acme.workspace.scope, (tx) => tx.update(workspace).set({ plan }));
const features = (...included: string[]) =>
  Object.fromEntries(
    ["scheduled_scans", "continuous_scans", "api_production", "artifact_dashboard", "multi_org"].map(
      (name) => [name, included.includes(name)],
    ),
  );

describe("if plans are not enforced", () => {
  it("every feature is included, without limits [D-11.11]", async () => {
    const { key } = await acme.team.owner.call(createApiKey, { params, body: { name: "third" } });
    expect(key).toMatch(/^svc_live_/u);
    const body = { name: "third", platform: "local", url: listingOf(url) };
    await acme.workspace.call(createConnectedOrg, { body });
    const all = ["scheduled_scans", "continuous_scans", "api_production", "artifact_dashboard", "multi_org"];
    expect(await acme.workspace.call(getEntitlements, { params })).toMatchObject({
      features: features(...all),
      seat_limit: null,
      billing_enforced: false,
    });
  });
});

describe("if plans are enforced", () => {
  beforeAll(() => void Object.assign(service.shared.settings, { billingEnforced: true }));

  it.each([
    ["free", 3, []],
    ["pro", 10, ["scheduled_scans", "api_production", "artifact_dashboard", "multi_org"]],
    [
      "enterprise",
      null,
      ["scheduled_scans", "continuous_scans", "api_production", "artifact_dashboard", "multi_org"],
    ],
  ])("%s includes %j seats and its features [D-11.2,3,4]", async (plan, seats, included) => {
    await setPlan(plan);
    expect(await acme.team.viewer.call(getEntitlements, { params })).toEqual({
      plan,
      features: features(...included),
      seat_count: 3,
      seat_limit: seats,
      billing_enforced: true,
    });
  });

  it("a downgrade deletes nothing, and rejects further orgs, keys and seats [D-11.2,8]", async () => {
    await setPlan("pro");
    const { owner, viewer } = acme.team;
    const before = await acme.workspace.call(listConnectedOrgs);
    const invitation = { params, body: { email: "more@acme.example", role: "member" } };
    await owner.call(createInvitation, invitation);
    await owner.call(createApiKey, { params, body: { name: "fourth" } });
    await setPlan("free");
    expect(await acme.workspace.call(listConnectedOrgs)).toEqual(before);
    expect(before).toHaveLength(3);
    const raise = { params: { ...params, user_id: viewer.id }, body: { role: "member" } };
    const another = { params, body: { email: "another@acme.example", role: "member" } };
    const rejected = await Promise.all([
      acme.workspace.fetch(createConnectedOrg, { body: { name: "fourth", platform: "local", url } }),
      owner.fetch(createApiKey, { params, body: { name: "fifth" } }),
      owner.fetch(createInvitation, another),
      owner.fetch(updateMember, raise),
    ]);
    const summaries = await Promise.all(rejected.map(async (one) => [one.status, await one.json()]));
    const detail = expect.any(String);
    expect(summaries).toEqual([
      [402, { detail, code: "org_connection_limit", limit: 1, used: 3 }],
      [402, { detail, code: "api_key_limit", limit: 2, used: 4 }],
      [402, { detail, code: "seat_limit", limit: 3, used: 4 }],
      [402, { detail, code: "seat_limit", limit: 3, used: 4 }],
    ]);
  });
});

it("no role can grant ownership by an invitation or a role change [D-10.6]", async () => {
  const { owner, admin, viewer } = acme.team;
  for (const one of [owner, admin]) {
    const change = { params: { ...params, user_id: viewer.id }, body: { role: "owner" } };
    const invitation = { params, body: { email: "heir@acme.example", role: "owner" } };
    const statuses = [
      (await one.fetch(updateMember, change)).status,
      (await one.fetch(createInvitation, invitation)).status,
    ];
    expect(statuses).toEqual([422, 422]);
  }
});
