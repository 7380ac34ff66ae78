import { changePlan, previewPlanChange } from "@knockon/contract/operations/billing";
import { describe, expect, it } from "vitest";
import { makeOrganization } from "../testing/organizations.ts";
import { useBilling } from "../testing/use-billing.ts";

const { stripe, service, workspace, call, answer, subscribe, names, entitlements, buy, paid, join } =
  useBilling();

describe("POST …/billing/change-plan", () => {
  it("charges the difference at once; seats go where there is any number", async () => {
    await subscribe();
    await buy(2);
    const preview = await call(previewPlanChange, { query: { plan_key: "enterprise" } });
    expect(preview).toEqual({ plan: "enterprise", extra_seats: 0, amount_due: 67_000, currency: "usd" });
    const before = await paid();
    expect(await answer(changePlan, { body: { plan_key: "enterprise" } })).toEqual([
      200,
      { plan: "enterprise", extra_seats: 0, status: "active" },
    ]);
    expect((await paid()) - before).toBe(67_000);
    expect(await entitlements()).toMatchObject({ plan: "enterprise", seat_limit: null });
  });

  it("409 naming every limit that is exceeded, also of the preview", async () => {
    await subscribe("enterprise");
    for (let joined = 0; joined < 11; joined += 1) await join("member");
    await join("viewer");
    const folder = makeOrganization(service().folder, "many", { empty: {} });
    for (const name of ["a", "b", "c", "d", "e", "f"]) await workspace().connect(name, folder);
    const refusal = [
      409,
      {
        detail: "The pro plan's limits are exceeded: 11 of 10 seats; 6 of 5 connected orgs in use.",
        code: "plan_limits_exceeded",
        exceeded: [
          { limit: "seats", allowed: 10, used: 11 },
          { limit: "org_connections", allowed: 5, used: 6 },
        ],
      },
    ];
    expect(await answer(changePlan, { body: { plan_key: "pro" } })).toEqual(refusal);
    expect(await answer(previewPlanChange, { query: { plan_key: "pro" } })).toEqual(refusal);
    expect(await entitlements()).toMatchObject({ plan: "enterprise" });
  });

  it("409 for the same plan, 422 for one that is not sold", async () => {
    await subscribe();
    expect(await answer(changePlan, { body: { plan_key: "pro" } })).toMatchObject([
      409,
      { code: "same_plan" },
    ]);
    expect(await answer(changePlan, { body: { plan_key: "free" } })).toMatchObject([422, {}]);
  });

  it("402 where the card is declined, and nothing has changed", async () => {
    await subscribe();
    stripe().people.setDecline((await names()).customer, "insufficient_funds");
    expect(await answer(changePlan, { body: { plan_key: "enterprise" } })).toMatchObject([402, {}]);
    expect(await entitlements()).toMatchObject({ plan: "pro" });
  });
});
