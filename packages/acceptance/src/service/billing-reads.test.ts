import { noPayments } from "@knockon/adapters/payments/none";
import { getBillingStatus, getBillingUsage, listPlans } from "@knockon/contract/operations/billing";
import { getEntitlements } from "@knockon/contract/operations/workspace";
import { PaymentsUnavailableError, type PlanPrices } from "@knockon/core/ports/payments";
import { inWorkspace } from "@knockon/db/in-workspace";
import { workspace } from "@knockon/db/schema/workspace.sql";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openTenant, type Tenant } from "../testing/tenant.ts";
import { startTestService, type TestService } from "../testing/test-service.ts";

let service: TestService;
let acme: Tenant;
let params: { workspace_id: string };

beforeAll(async () => {
  service = await startTestService();
  acme = await openTenant(service, "acme", { api: { "a.txt": "a" }, web: { "a.txt": "b" } });
  params = { workspace_id: acme.resources.workspace };
});

afterAll(() => service.close());

const setSettings = (settings: object) => void Object.assign(service.shared.settings, settings);

describe("without a payment processor", () => {
  it("GET …/billing/usage counts usage without limits [IF-2.34]", async () => {
    expect(await acme.team.owner.call(getBillingUsage, { params })).toMatchObject({
      plan: "free",
      subscription_status: "none",
      billing_period_end: null,
      extra_seats: 0,
      features: { multi_org: true },
      repos: { used: 2, limit: null },
      seats: { used: 3, limit: null },
      org_connections: { used: 1, limit: null },
    });
  });

  it("GET …/billing/status reports disabled payments and no subscription [D-11.32]", async () => {
    expect(await acme.team.owner.call(getBillingStatus, { params })).toEqual({
      payments_enabled: false,
      plan: "free",
      subscription_status: "none",
      billing_period_end: null,
      cancel_at: null,
      extra_seats: 0,
    });
  });

  it("GET /billing/plans returns the built-in catalog, also to users without a workspace [IF-2.35 IF-5.28,30 IF-7.21 D-10.42 D-11.6,14]", async () => {
    const newcomer = await service.signUp("newcomer");
    const catalog = await newcomer.call(listPlans);
    expect(catalog.payments_enabled).toBe(false);
    expect(catalog.plans).toMatchObject([
      { plan_key: "free", base_price_id: null, included_seats: 3, max_repos: 25, features: "" },
      {
        plan_key: "pro",
        base_price_amount: 0,
        features: "scheduled_scans,api_production,artifact_dashboard,multi_org",
      },
      { plan_key: "enterprise", included_seats: null, max_org_connections: null, max_repos: null },
    ]);
  });
});

it("extra seats count toward the seat limit if plans are enforced", async () => {
  setSettings({ billingEnforced: true });
  await inWorkspace(acme.workspace.scope, (tx) => tx.update(workspace).set({ plan: "pro", extraSeats: 2 }));
  expect(await acme.team.owner.call(getBillingUsage, { params })).toMatchObject({
    extra_seats: 2,
    features: { multi_org: true, continuous_scans: false },
    repos: { used: 2, limit: 500 },
    seats: { used: 3, limit: 12 },
    org_connections: { used: 1, limit: 5 },
  });
  expect(await acme.team.viewer.call(getEntitlements, { params })).toMatchObject({ seat_limit: 12 });
  setSettings({ billingEnforced: false });
});

describe("GET /billing/plans with a payment processor", () => {
  const HOUR_MS = 60 * 60 * 1000;
  let now = Date.UTC(2026, 0, 1);
  let price = 100;
  let requests = 0;
  let isDown = false;
  const pro = (): PlanPrices => ({
    planKey: "pro",
    base: { id: "price_base", amount: price, currency: "eur" },
    seat: { id: "price_seat", amount: 10, currency: "eur" },
  });

  beforeAll(() => {
    const listPrices = async (): Promise<PlanPrices[]> => {
      requests += 1;
      if (isDown) throw new PaymentsUnavailableError("Down.");
      return [pro()];
    };
    service.shared.now = () => new Date(now);
    service.shared.log = { info() {}, error() {} };
    service.shared.ports.payments = { ...noPayments, isConfigured: true, listPrices };
  });

  const readPro = async () => {
    const { plans, payments_enabled } = await acme.team.viewer.call(listPlans);
    const found = plans.find(({ plan_key }) => plan_key === "pro");
    return [payments_enabled, found?.base_price_id, found?.base_price_amount, found?.seat_addon_amount];
  };

  it("returns its prices, which are read once an hour [IF-5.29 IF-10.9 D-11.31]", async () => {
    expect(await readPro()).toEqual([true, "price_base", 100, 10]);
    price = 200;
    now += HOUR_MS - 1;
    expect(await readPro()).toEqual([true, "price_base", 100, 10]);
    expect(requests).toBe(1);
    now += 1;
    expect(await readPro()).toEqual([true, "price_base", 200, 10]);
  });

  it("returns the cached catalog while the processor is down, then the built-in one, and never an error [IF-5.30 D-11.31]", async () => {
    isDown = true;
    now += HOUR_MS - 1;
    expect(await readPro()).toEqual([true, "price_base", 200, 10]);
    now += 1;
    expect(await readPro()).toEqual([true, null, 0, 0]);
    isDown = false;
    expect(await readPro()).toEqual([true, "price_base", 200, 10]);
  });
});
