import { json } from "@knockon/adapters/testing/git-hosts/fake-server";
import type { OperationInput } from "@knockon/contract/operation";
import {
  addSeats,
  cancelSubscription,
  changePlan,
  getPaymentInfo,
  listBillingHistory,
  listPlans,
  openCheckout,
  openPortal,
  removeSeats,
  resumeSubscription,
} from "@knockon/contract/operations/billing";
import { getEntitlements } from "@knockon/contract/operations/workspace";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startTestService, type TestService } from "../testing/test-service.ts";
import { useBilling } from "../testing/use-billing.ts";

const { stripe, send, subscribe, status } = useBilling();

const WRITES: [OperationInput, object | undefined][] = [
  [openCheckout, { plan_key: "pro" }],
  [openPortal, undefined],
  [addSeats, { additional_seats: 1 }],
  [removeSeats, { removed_seats: 1 }],
  [changePlan, { plan_key: "enterprise" }],
  [cancelSubscription, {}],
  [resumeSubscription, undefined],
];

/** Stripe's library waits half a second before a retry. */
const NO_RETRY = { "Stripe-Should-Retry": "false" };

describe("while Stripe is down", () => {
  it.each(WRITES)("$id returns 503 and changes nothing", async (operation, body) => {
    await subscribe();
    const before = await status();
    stripe().interfere = () => json(500, { error: { type: "api_error", message: "Down." } }, NO_RETRY);
    expect(await send(operation, { ...(body && { body }) })).toEqual([
      503,
      {
        detail: "The payment processor does not respond. Retry with the same Idempotency-Key.",
      },
    ]);
    expect(await status()).toEqual(before);
    expect((await send(listBillingHistory))[0]).toBe(503);
    expect((await send(listPlans))[0]).toBe(200);
  });
});

describe("without Stripe", () => {
  let withoutStripe: TestService;

  beforeAll(async () => {
    withoutStripe = await startTestService();
  });

  afterAll(() => withoutStripe.close());

  it.each(WRITES)("$id returns 503 with an explanation", async (operation, body) => {
    const workspace = await withoutStripe.openWorkspace("Acme");
    const response = await workspace.fetch(operation, {
      params: { workspace_id: workspace.scope.workspaceId },
      ...(body && { body }),
    });
    expect([response.status, await response.json()]).toEqual([
      503,
      { detail: "This deployment has no payment processor, so purchases are unavailable." },
    ]);
  });

  it("history is empty, there is no card, and all features are included", async () => {
    const workspace = await withoutStripe.openWorkspace("Acme");
    const parts = { params: { workspace_id: workspace.scope.workspaceId } };
    expect(await workspace.call(listBillingHistory, parts)).toMatchObject({ events: [], has_more: false });
    expect(await workspace.call(getPaymentInfo, parts)).toEqual({ payment_method: null });
    expect(await workspace.call(getEntitlements, parts)).toMatchObject({
      billing_enforced: false,
      features: { continuous_scans: true, multi_org: true },
    });
  });
});
