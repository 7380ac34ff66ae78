import { json } from "@knockon/adapters/testing/git-hosts/fake-server";
import { cancelSubscription, resumeSubscription } from "@knockon/contract/operations/billing";
import { describe, expect, it } from "vitest";
import { useBilling } from "../testing/use-billing.ts";

const DAY_SECONDS = 24 * 60 * 60;

const {
  stripe,
  workspace,
  call,
  send,
  subscribe,
  deliverAll,
  stripeIds,
  stripeSubscription,
  status,
  entitlements,
  idempotencyHeaders,
  amountPaid,
  cancellationRecords,
  auditActions,
} = useBilling();

describe("POST …/billing/cancel", () => {
  it("ends the subscription with its period and records the reason [IF-2.10 IF-3.8 IF-5.22,23,24 D-11.24,27]", async () => {
    await subscribe();
    const end = new Date((stripe().ledger.now + 30 * DAY_SECONDS) * 1000).toISOString();
    const body = { reason: "too_expensive", reason_text: "For now." };
    expect(await send(cancelSubscription, { body })).toEqual([
      200,
      { cancel_at: end, status: "active", waived_count: 0, waived_total: 0 },
    ]);
    expect(await stripeSubscription()).toMatchObject({ cancel_at_period_end: true });
    expect(await status()).toMatchObject({ subscription_status: "active", cancel_at: end, plan: "pro" });
    expect(await cancellationRecords()).toEqual([
      {
        id: expect.any(String),
        workspaceId: workspace().scope.workspaceId,
        externalSubscriptionId: (await stripeSubscription()).id,
        actorType: "key",
        actorId: expect.stringMatching(/^[0-9a-f-]{36}$/u),
        reason: "too_expensive",
        reasonText: "For now.",
        waivePendingCharges: false,
        waivedCount: 0,
        waivedTotal: 0,
        currency: "usd",
        cancelAt: new Date(end),
        createdAt: expect.any(Date),
      },
    ]);
    stripe().people.passTime(30 * DAY_SECONDS);
    await deliverAll();
    expect(await entitlements()).toMatchObject({ plan: "free" });
  });

  it("waives pending charges on request, but not open invoices [IF-3.8 IF-5.22 D-11.26]", async () => {
    await subscribe();
    stripe().people.setDecline((await stripeIds()).customer, "expired_card");
    stripe().people.passTime(30 * DAY_SECONDS);
    const open = () =>
      [...stripe().ledger.invoices.values()].filter(({ status: is }) => is === "open").length;
    expect(open()).toBe(1);
    for (const amount of [100, 250])
      stripe().ledger.addPending(await stripeSubscription(), {
        amount,
        description: "Overage",
        proration: false,
      });
    const unwaived = await send(cancelSubscription, { body: {} });
    expect(unwaived).toMatchObject([200, { waived_count: 0 }]);
    await call(resumeSubscription);
    const waived = await send(cancelSubscription, { body: { waive_pending_charges: true } });
    expect(waived).toMatchObject([200, { waived_count: 2, waived_total: 350 }]);
    expect(open()).toBe(1);
    stripe().people.setDecline((await stripeIds()).customer, null);
    const before = await amountPaid();
    stripe().people.passTime(30 * DAY_SECONDS);
    expect(await amountPaid()).toBe(before);
    expect(await cancellationRecords()).toHaveLength(2);
    await deliverAll();
  });

  it("waives nothing if Stripe fails to schedule the end of the subscription", async () => {
    await subscribe();
    stripe().ledger.addPending(await stripeSubscription(), {
      amount: 100,
      description: "Overage",
      proration: false,
    });
    stripe().interfere = ({ method, path }) =>
      method === "POST" && path.startsWith("/v1/subscriptions/")
        ? json(500, { error: { type: "api_error", message: "Down." } })
        : undefined;
    const body = { waive_pending_charges: true };
    expect(await send(cancelSubscription, { body })).toMatchObject([503, {}]);
    expect(stripe().ledger.pendingOf((await stripeSubscription()).id)).toHaveLength(1);
    expect(await cancellationRecords()).toEqual([]);
  });

  it("returns 409 without a subscription, and if its end is already scheduled [D-11.25]", async () => {
    expect(await send(cancelSubscription, { body: {} })).toMatchObject([409, { code: "no_subscription" }]);
    await subscribe();
    await call(cancelSubscription);
    expect(await send(cancelSubscription, { body: {} })).toMatchObject([409, { code: "already_scheduled" }]);
    expect(await cancellationRecords()).toHaveLength(1);
  });

  it.each([{ reason: "bored" }, { reason_text: "x".repeat(501) }, { waive_pending_charges: "yes" }])(
    "returns 422 for %j [D-11.24]",
    async (body) => {
      expect((await send(cancelSubscription, { body }))[0]).toBe(422);
    },
  );

  it("stores one record if Stripe's first response is lost", async () => {
    await subscribe();
    stripe().losesAnswerOf = ({ method, path }) => method === "POST" && path.startsWith("/v1/subscriptions/");
    const headers = idempotencyHeaders("a");
    expect(await send(cancelSubscription, { body: {}, headers })).toMatchObject([503, {}]);
    expect(await cancellationRecords()).toEqual([]);
    stripe().losesAnswerOf = () => false;
    expect(await send(cancelSubscription, { body: {}, headers })).toMatchObject([200, {}]);
    expect(await cancellationRecords()).toHaveLength(1);
  });
});

describe("POST …/billing/resume", () => {
  it("resumes the subscription and keeps the record of its cancellation [IF-2.11 IF-3.9 D-11.23]", async () => {
    await subscribe();
    await call(cancelSubscription, { body: { reason: "other" } });
    const kept = await cancellationRecords();
    expect(await send(resumeSubscription)).toEqual([200, { cancel_at: null, status: "active" }]);
    expect(await stripeSubscription()).toMatchObject({ cancel_at_period_end: false });
    expect(await status()).toMatchObject({ cancel_at: null });
    expect(await cancellationRecords()).toEqual(kept);
    expect((await auditActions()).slice(0, 2)).toEqual([
      "subscription.resumed",
      "subscription.cancellation_scheduled",
    ]);
  });

  it("also cancels an end that an operator scheduled in Stripe's dashboard", async () => {
    await subscribe();
    const cancel_at = stripe().ledger.now + 40 * DAY_SECONDS;
    stripe().people.change((await stripeSubscription()).id, { cancel_at });
    await deliverAll();
    expect(await status()).toMatchObject({ cancel_at: new Date(cancel_at * 1000).toISOString() });
    expect(await send(resumeSubscription)).toEqual([200, { cancel_at: null, status: "active" }]);
    expect(await status()).toMatchObject({ cancel_at: null });
    expect(await stripeSubscription()).toMatchObject({ cancel_at: null });
  });

  it("returns 409 if no cancellation is scheduled [D-11.23]", async () => {
    await subscribe();
    expect(await send(resumeSubscription)).toMatchObject([409, { code: "nothing_scheduled" }]);
  });
});
