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

const { stripe, answer, subscribe, status } = useBilling();

const WRITES: [OperationInput, object | undefined][] = [
  [openCheckout, { plan_key: "pro" }],
  [openPortal, undefined],
  [addSeats, { additional_seats: 1 }],
  [removeSeats, { removed_seats: 1 }],
  [changePlan, { plan_key: "enterprise" }],
  [cancelSubscription, {}],
  [resumeSubscription, undefined],
];

describe("while Stripe does not answer", () => {
  it.each(WRITES)("$id is 503, and nothing has changed", async (operation, body) => {
    await subscribe();
    const before = await status();
    stripe().interfere = () => json(500, { error: { type: "api_error", message: "Down." } });
    expect(await answer(operation, { ...(body && { body }) })).toEqual([
      503,
      {
        detail: "The payment processor does not respond. Retry with the same Idempotency-Key.",
      },
    ]);
    expect(await status()).toEqual(before);
    expect((await answer(listBillingHistory))[0]).toBe(503);
    expect((await answer(listPlans))[0]).toBe(200);
  });
});

describe("without Stripe", () => {
  let poor: TestService;

  beforeAll(async () => {
    poor = await startTestService();
  });

  afterAll(() => poor.close());

  it.each(WRITES)("$id is 503, in words", async (operation, body) => {
    const workspace = await poor.openWorkspace("Acme");
    const response = await workspace.fetch(operation, {
      params: { workspace_id: workspace.scope.workspaceId },
      ...(body && { body }),
    });
    expect([response.status, await response.json()]).toEqual([
      503,
      { detail: "This deployment has no payment processor, so nothing can be bought." },
    ]);
  });

  it("there is no history and no card, and everything is included", async () => {
    const workspace = await poor.openWorkspace("Acme");
    const of = { params: { workspace_id: workspace.scope.workspaceId } };
    expect(await workspace.call(listBillingHistory, of)).toMatchObject({ events: [], has_more: false });
    expect(await workspace.call(getPaymentInfo, of)).toEqual({ payment_method: null });
    expect(await workspace.call(getEntitlements, of)).toMatchObject({
      billing_enforced: false,
      features: { continuous_scans: true, multi_org: true },
    });
  });
});
