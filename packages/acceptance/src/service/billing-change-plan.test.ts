import { changePlan, previewPlanChange } from "@knockon/contract/operations/billing";
import { describe, expect, it } from "vitest";
import { listingOf, makeOrganization } from "../testing/organizations.ts";
import { useBilling } from "../testing/use-billing.ts";

const {
  stripe,
  service,
  workspace,
  call,
  send,
  subscribe,
  stripeIds,
  entitlements,
  buySeats,
  amountPaid,
  addMember,
} = useBilling();

describe("POST …/billing/change-plan", () => {
  it("charges the difference at once, and removes extra seats if the new plan has no seat limit", async () => {
    await subscribe();
    await buySeats(2);
    const preview = await call(previewPlanChange, { query: { plan_key: "enterprise" } });
    expect(preview).toEqual({ plan: "enterprise", extra_seats: 0, amount_due: 67_000, currency: "usd" });
    const before = await amountPaid();
    expect(await send(changePlan, { body: { plan_key: "enterprise" } })).toEqual([
      200,
      { plan: "enterprise", extra_seats: 0, status: "active" },
    ]);
    expect((await amountPaid()) - before).toBe(67_000);
    expect(await entitlements()).toMatchObject({ plan: "enterprise", seat_limit: null });
  });

  it("returns 409 with every exceeded limit, also for the preview", async () => {
    await subscribe("enterprise");
    for (let joined = 0; joined < 11; joined += 1) await addMember("member");
    await addMember("viewer");
    const folder = makeOrganization(service().folder, "many", { empty: {} });
    for (const name of ["a", "b", "c", "d", "e", "f"]) await workspace().connect(name, listingOf(folder));
    const limitsExceeded = [
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
    expect(await send(changePlan, { body: { plan_key: "pro" } })).toEqual(limitsExceeded);
    expect(await send(previewPlanChange, { query: { plan_key: "pro" } })).toEqual(limitsExceeded);
    expect(await entitlements()).toMatchObject({ plan: "enterprise" });
  });

  it("returns 409 for the current plan, and 422 for a plan that is not sold", async () => {
    await subscribe();
    expect(await send(changePlan, { body: { plan_key: "pro" } })).toMatchObject([409, { code: "same_plan" }]);
    expect(await send(changePlan, { body: { plan_key: "free" } })).toMatchObject([422, {}]);
  });

  it("returns 402 if the card is declined, and changes nothing", async () => {
    await subscribe();
    stripe().people.setDecline((await stripeIds()).customer, "insufficient_funds");
    expect(await send(changePlan, { body: { plan_key: "enterprise" } })).toMatchObject([402, {}]);
    expect(await entitlements()).toMatchObject({ plan: "pro" });
  });
});
