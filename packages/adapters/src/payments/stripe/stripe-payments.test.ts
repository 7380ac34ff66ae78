import {
  OtherModeError,
  PaymentDeclinedError,
  PaymentsUnavailableError,
  UnknownCursorError,
  type Payments,
} from "@knockon/core/ports/payments";
import type { Stripe } from "stripe";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { json } from "../../testing/git-hosts/fake-server.ts";
import { sellPlans, type SoldPlans } from "../../testing/stripe/sell-plans.ts";
import {
  SECRET_KEY,
  signatureOf,
  startFakeStripe,
  WEBHOOK_SECRET,
  type FakeStripe,
} from "../../testing/stripe/fake-stripe.ts";
import { PART, PLAN_KEY } from "./prices.ts";
import { stripePayments } from "./stripe-payments.ts";

const WORKSPACE = "6f1c2a8e-4b0d-4c55-9a37-0d9f3f5b7c21";
const SETTINGS = { secretKey: SECRET_KEY, webhookSecret: WEBHOOK_SECRET, isLive: false };
const BACK = { successUrl: "https://app.acme.example/paid", cancelUrl: "https://app.acme.example/left" };
const DAY_SECONDS = 24 * 60 * 60;

let fake: FakeStripe;
let prices: SoldPlans;
let payments: Payments;

beforeEach(async () => {
  fake = await startFakeStripe();
  prices = sellPlans(fake.ledger);
  payments = stripePayments({ ...SETTINGS, apiUrl: fake.url });
});

afterEach(() => fake.close());

/** Creates a customer and pays for a plan. */
async function subscribe(price = prices.pro, former: string | null = null) {
  const customerId = await payments.createCustomer(WORKSPACE, former);
  const given = { customerId, workspaceId: WORKSPACE, priceId: price.id };
  const url = await payments.openCheckout({ ...given, ...BACK });
  expect(fake.people.completeCheckout(url)).toBe(true);
  const subscription = await payments.findSubscription(customerId);
  if (!subscription) throw new Error("The checkout created no subscription.");
  return { customerId, subscription };
}

const invoices = () => [...fake.ledger.invoices.values()];
const change = (id: string, extraSeats: number, planKey = "pro") =>
  payments.changePlan(id, { planKey, extraSeats }, "operation-1");

describe("prices", () => {
  it("are the newest of each plan", async () => {
    fake.people.passTime(60);
    const newer = fake.ledger.sell("Pro", 25_000, { [PLAN_KEY]: "pro", [PART]: "base" }, "eur");
    expect(await payments.listPrices()).toEqual([
      {
        planKey: "pro",
        base: { id: newer.id, amount: 25_000, currency: "eur" },
        seat: { id: prices.seat.id, amount: 1500, currency: "usd" },
      },
      {
        planKey: "enterprise",
        base: { id: prices.enterprise.id, amount: 90_000, currency: "usd" },
        seat: null,
      },
    ]);
  });

  it("are found on any page", async () => {
    fake.people.passTime(60);
    for (let sold = 0; sold < 150; sold += 1) fake.ledger.sell("Consulting", 1, {});
    expect(await payments.listPrices()).toHaveLength(2);
  });

  it("stay the same for existing subscriptions when they are no longer sold", async () => {
    const { subscription } = await subscribe();
    prices.pro.active = false;
    fake.ledger.sell("Pro", 25_000, { [PLAN_KEY]: "pro", [PART]: "base" });
    const after = await change(subscription.id, 1);
    expect(after).toMatchObject({ planKey: "pro", extraSeats: 1 });
    expect(fake.ledger.subscriptions.get(subscription.id)?.items.data[0]?.price.id).toBe(prices.pro.id);
  });
});

describe("a subscription", () => {
  it("starts with its first payment at checkout", async () => {
    const { subscription } = await subscribe();
    expect(subscription).toEqual({
      id: expect.stringMatching(/^sub_/u),
      status: "active",
      planKey: "pro",
      extraSeats: 0,
      currency: "usd",
      periodEnd: new Date((fake.ledger.now + 30 * DAY_SECONDS) * 1000),
      cancelAt: null,
      lastOperation: null,
    });
    expect(invoices()).toMatchObject([
      { total: 20_000, status: "paid", billing_reason: "subscription_create" },
    ]);
  });

  it("that is active is preferred over an ended one", async () => {
    const { customerId, subscription } = await subscribe();
    fake.people.end(subscription.id);
    expect(await payments.findSubscription(customerId)).toMatchObject({ status: "canceled" });
    const second = await subscribe();
    expect(await payments.findSubscription(second.customerId)).toMatchObject({ status: "active" });
  });

  it("is null for a customer who never paid, and undefined for a missing one", async () => {
    const customerId = await payments.createCustomer(WORKSPACE, null);
    expect(await payments.findSubscription(customerId)).toBeNull();
    fake.people.deleteCustomer(customerId);
    expect(await payments.findSubscription(customerId)).toBeUndefined();
    expect(await payments.findSubscription("cus_never")).toBeUndefined();
    const paying = await subscribe(prices.pro, customerId);
    fake.people.deleteCustomer(paying.customerId);
    expect(await payments.findSubscription(paying.customerId)).toBeUndefined();
  });

  it("has no plan if its price is unknown", async () => {
    const { subscription, customerId } = await subscribe(fake.ledger.sell("Other", 100, {}));
    expect(subscription.planKey).toBeNull();
    expect(await payments.findSubscription(customerId)).toMatchObject({ status: "active", extraSeats: 0 });
  });

  it("is paid with the given card", async () => {
    const { customerId } = await subscribe();
    expect(await payments.findPaymentMethod(customerId)).toEqual({
      type: "card",
      brand: "visa",
      last4: "4242",
      expMonth: 12,
      expYear: 2034,
    });
    expect(await payments.findPaymentMethod("cus_never")).toBeNull();
  });
});

describe("a customer", () => {
  it("is created once", async () => {
    const made = await Promise.all([1, 2, 3].map(() => payments.createCustomer(WORKSPACE, null)));
    expect(new Set(made).size).toBe(1);
    expect(await payments.createCustomer(WORKSPACE, made[0] ?? null)).not.toBe(made[0]);
  });

  it("is the same after a retry of a lost response", async () => {
    fake.losesAnswerOf = () => true;
    await expect(payments.createCustomer(WORKSPACE, null)).rejects.toThrow(PaymentsUnavailableError);
    fake.losesAnswerOf = () => false;
    await payments.createCustomer(WORKSPACE, null);
    expect(fake.ledger.customers.size).toBe(1);
  });
});

describe("seats", () => {
  it("are charged immediately for the rest of the period", async () => {
    const { subscription } = await subscribe();
    fake.people.passTime(15 * DAY_SECONDS);
    const preview = await payments.previewPlan(subscription.id, { planKey: "pro", extraSeats: 4 });
    expect(preview).toEqual({ amount: 3000, currency: "usd" });
    const after = await change(subscription.id, 4);
    expect(after).toMatchObject({ extraSeats: 4, lastOperation: "operation-1" });
    expect(invoices().at(-1)).toMatchObject({ total: 3000, amount_paid: 3000, status: "paid" });
    expect(await change(subscription.id, 4)).toMatchObject({ extraSeats: 4 });
    expect(invoices()).toHaveLength(2);
  });

  it("are credited when removed, and the credit is used first", async () => {
    const { subscription } = await subscribe();
    await change(subscription.id, 4);
    await change(subscription.id, 1);
    expect(invoices().at(-1)).toMatchObject({ total: -4500, amount_paid: 0 });
    await change(subscription.id, 2);
    expect(invoices().at(-1)).toMatchObject({ total: 1500, amount_paid: 0 });
    expect(await change(subscription.id, 0)).toMatchObject({ extraSeats: 0 });
    expect(fake.ledger.subscriptions.get(subscription.id)?.items.data).toHaveLength(1);
  });

  it("are not added if the card is declined", async () => {
    const { customerId, subscription } = await subscribe();
    fake.people.setDecline(customerId, "insufficient_funds");
    const refused = await change(subscription.id, 4).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(PaymentDeclinedError);
    expect(refused).toMatchObject({
      extras: { code: "payment_declined", declineCode: "insufficient_funds" },
    });
    expect(await payments.findSubscription(customerId)).toEqual(subscription);
    expect(invoices()).toHaveLength(1);
  });
});

it("replaces the plan, with or without its seats", async () => {
  const { subscription } = await subscribe();
  await change(subscription.id, 2);
  expect(await change(subscription.id, 0, "enterprise")).toMatchObject({
    planKey: "enterprise",
    extraSeats: 0,
  });
  expect(invoices().at(-1)).toMatchObject({ total: 90_000 - 20_000 - 3000 });
  expect(await change(subscription.id, 3, "pro")).toMatchObject({ planKey: "pro", extraSeats: 3 });
});

describe("cancellation", () => {
  it("is scheduled for the end of the period and can be reverted", async () => {
    const { customerId, subscription } = await subscribe();
    const ending = await payments.setEnding(subscription.id, true, "operation-2");
    expect(ending).toMatchObject({
      status: "active",
      cancelAt: subscription.periodEnd,
      lastOperation: "operation-2",
    });
    expect(await payments.setEnding(subscription.id, false, "operation-3")).toMatchObject({ cancelAt: null });
    await payments.setEnding(subscription.id, true, "operation-4");
    fake.people.passTime(30 * DAY_SECONDS);
    expect(await payments.findSubscription(customerId)).toMatchObject({ status: "canceled" });
  });

  it("at a time set in the dashboard can be reverted", async () => {
    const { customerId, subscription } = await subscribe();
    const cancel_at = fake.ledger.now + 40 * DAY_SECONDS;
    fake.people.change(subscription.id, { cancel_at });
    expect(await payments.findSubscription(customerId)).toMatchObject({
      cancelAt: new Date(cancel_at * 1000),
    });
    expect(await payments.setEnding(subscription.id, false, "operation-2")).toMatchObject({ cancelAt: null });
    expect(await payments.setEnding(subscription.id, false, "operation-2")).toMatchObject({ cancelAt: null });
    fake.people.passTime(60 * DAY_SECONDS);
    expect(await payments.findSubscription(customerId)).toMatchObject({ status: "active" });
  });

  it("waives only the subscription's pending invoice items", async () => {
    const { customerId, subscription } = await subscribe();
    const sub = fake.ledger.subscriptions.get(subscription.id) as Stripe.Subscription;
    for (const amount of Array.from({ length: 120 }, () => 10)) {
      fake.ledger.addPending(sub, { amount, description: "Later", proration: true });
    }
    fake.ledger.addPending({ ...sub, id: "sub_other" }, { amount: 7, description: "Other", proration: true });
    const of = { customerId, subscriptionId: subscription.id };
    expect(await payments.waivePendingCharges(of)).toEqual({ count: 120, total: 1200 });
    expect(await payments.waivePendingCharges(of)).toEqual({ count: 0, total: 0 });
    expect(fake.ledger.pendingOf("sub_other")).toHaveLength(1);
  });
});

describe("invoices and credit notes", () => {
  it("are paginated with a cursor, newest first", async () => {
    const { customerId, subscription } = await subscribe();
    fake.people.passTime(DAY_SECONDS);
    await change(subscription.id, 1);
    fake.ledger.credit(invoices()[0] as Stripe.Invoice, 500, "Sorry");
    const first = await payments.listInvoices({ customerId, after: undefined, limit: 1 });
    expect(first).toMatchObject({ hasMore: true, documents: [{ status: "paid", currency: "usd" }] });
    expect(first.documents[0]?.description).toBe("Remaining time on 1 × pro seat");
    const after = first.documents[0]?.id;
    const second = await payments.listInvoices({ customerId, after, limit: 1 });
    expect(second).toMatchObject({
      hasMore: false,
      documents: [{ amount: 20_000, description: "1 × pro base" }],
    });
    expect(await payments.listCreditNotes({ customerId, after: undefined, limit: 50 })).toMatchObject({
      hasMore: false,
      documents: [{ amount: 500, status: "issued", description: "Sorry", hostedUrl: null }],
    });
  });

  it("reject a cursor of another customer", async () => {
    const { customerId } = await subscribe();
    const query = { customerId, after: "in_never", limit: 50 };
    await expect(payments.listInvoices(query)).rejects.toThrow(UnknownCursorError);
    await expect(payments.listCreditNotes(query)).rejects.toThrow(UnknownCursorError);
  });
});

describe("a checkout page", () => {
  const open = (customerId: string) =>
    payments.openCheckout({
      customerId,
      workspaceId: WORKSPACE,
      priceId: prices.pro.id,
      ...BACK,
    });

  it("redirects to different pages after payment and cancellation", async () => {
    await open(await payments.createCustomer(WORKSPACE, null));
    const [checkout] = fake.ledger.checkouts.values();
    expect(checkout?.session).toMatchObject({ success_url: BACK.successUrl, cancel_url: BACK.cancelUrl });
  });

  it("is open until it is paid, closed or a day old", async () => {
    const customerId = await payments.createCustomer(WORKSPACE, null);
    const first = await open(customerId);
    expect(await payments.isCheckoutOpen(customerId, first)).toBe(true);
    expect(await payments.isCheckoutOpen("cus_never", first)).toBe(false);
    await payments.closeCheckouts(customerId);
    expect(await payments.isCheckoutOpen(customerId, first)).toBe(false);
    const second = await open(customerId);
    fake.people.passTime(DAY_SECONDS);
    expect(await payments.isCheckoutOpen(customerId, second)).toBe(false);
    const third = await open(customerId);
    fake.people.completeCheckout(third);
    expect(await payments.isCheckoutOpen(customerId, third)).toBe(false);
  });

  it("is closed only for the customer", async () => {
    const customerId = await payments.createCustomer(WORKSPACE, null);
    const other = await payments.createCustomer(WORKSPACE, customerId);
    const [first, second, ofOther] = [await open(customerId), await open(customerId), await open(other)];
    await payments.closeCheckouts(customerId);
    for (const url of [first, second]) expect(() => fake.people.completeCheckout(url)).toThrow("is not open");
    expect(fake.people.completeCheckout(ofOther)).toBe(true);
  });

  it("is not closed if it is paid at that moment", async () => {
    const customerId = await payments.createCustomer(WORKSPACE, null);
    const url = await open(customerId);
    fake.interfere = ({ path }) => {
      if (path.endsWith("/expire")) fake.people.completeCheckout(url);
      return undefined;
    };
    await payments.closeCheckouts(customerId);
    expect(await payments.findSubscription(customerId)).toMatchObject({ status: "active" });
  });

  it("reports an error if it cannot be closed", async () => {
    const customerId = await payments.createCustomer(WORKSPACE, null);
    await open(customerId);
    fake.interfere = ({ path }) =>
      path.endsWith("/expire") ? json(500, { error: { type: "api_error", message: "No." } }) : undefined;
    await expect(payments.closeCheckouts(customerId)).rejects.toThrow(PaymentsUnavailableError);
    await payments.closeCheckouts("cus_never");
  });
});

it("opens the portal for the customer", async () => {
  const { customerId } = await subscribe();
  const url = await payments.openPortal({ customerId, returnUrl: "https://app.acme.example/w/acme" });
  expect(url).toMatch(/^https:\/\/billing\.stripe\.example\//u);
});

describe("a webhook event", () => {
  const read = (delivery: { body: string; signature: string }, given = payments) =>
    given.readNotice({ signature: delivery.signature, body: Buffer.from(delivery.body) }, new Date());

  it("is accepted if Stripe signed it, and names its customer", async () => {
    const { customerId } = await subscribe();
    const notices = await Promise.all(fake.ledger.events.map((event) => read(fake.deliver(event))));
    expect(notices.map((notice) => [notice?.type, notice?.customerId])).toEqual([
      ["customer.created", customerId],
      ["invoice.paid", customerId],
      ["customer.subscription.created", customerId],
      ["checkout.session.completed", customerId],
    ]);
  });

  it("is rejected if the secret or bytes differ, or it is older than 300 s or not JSON", async () => {
    await subscribe();
    const event = fake.ledger.events[0] as Stripe.Event;
    const now = Math.floor(Date.now() / 1000);
    const { body, signature } = fake.deliver(event);
    expect(await read({ body, signature: signatureOf(body, now, "whsec_other") })).toBeUndefined();
    expect(await read({ body: `${body} `, signature })).toBeUndefined();
    expect(await read({ body, signature: "" })).toBeUndefined();
    expect(await read({ body, signature: "nonsense" })).toBeUndefined();
    expect(await read(fake.deliver(event, 301))).toBeUndefined();
    expect(await read(fake.deliver(event, 299))).toBeDefined();
    expect(await read({ body: "{", signature: signatureOf("{", now, WEBHOOK_SECRET) })).toBeUndefined();
  });

  it("is rejected if it belongs to the other mode", async () => {
    await subscribe();
    const event = { ...(fake.ledger.events[0] as Stripe.Event), livemode: true };
    await expect(read(fake.deliver(event))).rejects.toThrow(OtherModeError);
  });

  it("fails without a secret", async () => {
    await subscribe();
    const withoutSecret = stripePayments({ ...SETTINGS, apiUrl: fake.url, webhookSecret: undefined });
    const delivery = fake.deliver(fake.ledger.events[0] as Stripe.Event);
    await expect(read(delivery, withoutSecret)).rejects.toThrow(PaymentsUnavailableError);
  });
});

describe("Stripe outages", () => {
  it.each([
    ["an API error", 500, "api_error"],
    ["a rate limit", 429, "rate_limit_error"],
    ["a rejected key", 401, "invalid_request_error"],
  ])("%s throws PaymentsUnavailableError", async (_why, status, type) => {
    fake.interfere = () => json(status, { error: { type, message: "No." } });
    await expect(payments.listPrices()).rejects.toThrow(PaymentsUnavailableError);
  });

  it("a lost response throws PaymentsUnavailableError", async () => {
    fake.losesAnswerOf = () => true;
    await expect(payments.listPrices()).rejects.toThrow(PaymentsUnavailableError);
  });
});
