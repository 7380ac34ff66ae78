import { noPayments } from "@knockon/adapters/payments/none";
import { stripePayments } from "@knockon/adapters/payments/stripe/stripe-payments";
import { json } from "@knockon/adapters/testing/git-hosts/fake-server";
import { SECRET_KEY, signatureOf, WEBHOOK_SECRET } from "@knockon/adapters/testing/stripe/fake-stripe";
import { addSeats, openCheckout } from "@knockon/contract/operations/billing";
import { receivePaymentsWebhook } from "@knockon/contract/operations/webhook";
import { listAuditEvents } from "@knockon/contract/operations/workspace";
import { inWorkspace } from "@knockon/db/in-workspace";
import { paymentEvent } from "@knockon/db/schema/billing.sql";
import { workspace as workspaceTable } from "@knockon/db/schema/workspace.sql";
import { sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { deliver, type StripeEvent } from "../testing/billing.ts";
import { sendRequest } from "../testing/test-workspace.ts";
import { useBilling } from "../testing/use-billing.ts";

const SETTINGS = { secretKey: SECRET_KEY, webhookSecret: undefined, isLive: false };
const ACCEPTED = [200, "{}"];
const REJECTED = [400, '{"detail":"Invalid signature"}'];

const { stripe, service, workspace, call, subscribe, subscribeWithoutEvents, deliverAll, stripeIds, status } =
  useBilling();

const statusAndBody = async (response: Response) => [response.status, await response.text()];
const send = async (text: string, signature?: string) =>
  statusAndBody(
    await sendRequest(service(), receivePaymentsWebhook, {
      text,
      headers: { ...(signature !== undefined && { "Stripe-Signature": signature }) },
    }),
  );
const storedEvents = () => inWorkspace(workspace().scope, (tx) => tx.$count(paymentEvent));
const auditedUpdates = async () =>
  (await call(listAuditEvents)).filter(({ action }) => action === "subscription.updated").length;

const altered = (event: StripeEvent, change: object): StripeEvent =>
  Object.assign(structuredClone(event), change);

const ofType = (events: StripeEvent[], type: string): StripeEvent => {
  const found = events.find((event) => event.type === type);
  if (!found) throw new Error(`Stripe sent no ${type}.`);
  return found;
};

describe("the signature", () => {
  it("must be Stripe's, of the exact bytes, and at most 300 seconds old [IF-5.31 IF-7.22 IF-8.2 D-11.36]", async () => {
    const event = ofType(await subscribeWithoutEvents(), "customer.subscription.created");
    const { body, signature } = stripe().deliver(event);
    const now = Math.floor(Date.now() / 1000);
    for (const rejected of [
      await send(body),
      await send(body, ""),
      await send(body, "nonsense"),
      await send(body, signatureOf(body, now, "whsec_other")),
      await send(`${body} `, signature),
      await send(body, stripe().deliver(event, 301).signature),
      await send("", signatureOf("", now, WEBHOOK_SECRET)),
    ])
      expect(rejected).toEqual(REJECTED);
    expect(await status()).toMatchObject({ subscription_status: "none" });
    expect(await send(body, stripe().deliver(event, 290).signature)).toEqual(ACCEPTED);
    expect(await status()).toMatchObject({ subscription_status: "active", plan: "pro" });
  });

  it("cannot be verified without a configured secret: 503 [D-11.37]", async () => {
    const { body, signature } = stripe().deliver(
      ofType(await subscribeWithoutEvents(), "customer.subscription.created"),
    );
    const { ports } = service().shared;
    const { payments } = ports;
    ports.payments = stripePayments({ ...SETTINGS, apiUrl: stripe().url });
    expect(await send(body, signature)).toEqual([
      503,
      '{"detail":"STRIPE_WEBHOOK_SECRET is not configured."}',
    ]);
    ports.payments = noPayments;
    expect((await send(body, signature))[0]).toBe(503);
    ports.payments = payments;
    expect(await storedEvents()).toBe(0);
    expect(await send(body, signature)).toEqual(ACCEPTED);
  });

  it("is not checked for a body over 1 MiB: 422", async () => {
    const large = JSON.stringify({ id: "evt_1", padding: "x".repeat(1024 * 1024) });
    expect((await send(large, "t=1,v1=a"))[0]).toBe(422);
  });

  it("of a live event is rejected in test mode: 400", async () => {
    const event = ofType(await subscribeWithoutEvents(), "customer.subscription.created");
    const { body, signature } = stripe().deliver(altered(event, { livemode: true }));
    expect(await send(body, signature)).toEqual([
      400,
      '{"detail":"This stage does not accept live events."}',
    ]);
    expect(await status()).toMatchObject({ subscription_status: "none" });
  });
});

describe("an event", () => {
  it("has its effect once, even if it is delivered repeatedly and simultaneously [IF-5.31,32,33 IF-8.1,2 D-11.37]", async () => {
    const event = ofType(await subscribeWithoutEvents(), "checkout.session.completed");
    const responses = await Promise.all(
      [1, 2, 3, 4].map(async () => statusAndBody(await deliver(service(), event))),
    );
    expect(responses).toEqual([ACCEPTED, ACCEPTED, ACCEPTED, ACCEPTED]);
    const requests = stripe().requests.length;
    expect(await statusAndBody(await deliver(service(), event))).toEqual(ACCEPTED);
    expect(stripe().requests.length).toBe(requests);
    expect([await storedEvents(), await auditedUpdates()]).toEqual([1, 1]);
  });

  it("of an unhandled type or another customer is skipped [IF-5.32 D-11.40]", async () => {
    const events = await subscribeWithoutEvents();
    const subscriptionEvent = ofType(events, "customer.subscription.created");
    const ofAnotherCustomer = { object: { object: "subscription", customer: "cus_foreign" } };
    const skipped = [
      ofType(events, "customer.created"),
      altered(subscriptionEvent, { type: "product.created" }),
      altered(subscriptionEvent, { type: "invoice.created" }),
      altered(subscriptionEvent, { data: { object: {} } }),
      altered(subscriptionEvent, { data: ofAnotherCustomer }),
    ];
    for (const event of skipped)
      expect(await statusAndBody(await deliver(service(), event))).toEqual(ACCEPTED);
    expect([await storedEvents(), await status()]).toMatchObject([0, { subscription_status: "none" }]);
  });

  it.each([
    "checkout.session.completed",
    "customer.subscription.updated",
    "customer.subscription.paused",
    "customer.subscription.trial_will_end",
    "invoice.paid",
    "invoice.payment_failed",
    "invoice.payment_action_required",
    "invoice.finalization_failed",
    "invoice.voided",
    "invoice.marked_uncollectible",
    "credit_note.created",
    "credit_note.voided",
    "customer.deleted",
  ])("%s makes the service read the current state [D-11.40]", async (type) => {
    const about = ofType(await subscribeWithoutEvents(), "customer.subscription.created");
    const { customer } = await stripeIds();
    const object = type === "customer.deleted" ? { object: "customer", id: customer } : about.data.object;
    const event = altered(about, { type, data: { object } });
    expect(await statusAndBody(await deliver(service(), event))).toEqual(ACCEPTED);
    expect(await status()).toMatchObject({ subscription_status: "active" });
  });

  it("is not counted against any limit [D-12.15]", async () => {
    const event = ofType(await subscribeWithoutEvents(), "customer.subscription.created");
    const response = await deliver(service(), event);
    expect([response.status, response.headers.get("RateLimit")]).toEqual([200, null]);
  });

  it("that arrives late does not restore an old state, because the state is read from Stripe [D-11.39]", async () => {
    await subscribe();
    await call(addSeats, { body: { additional_seats: 2 } });
    const { subscription } = await stripeIds();
    const early = ofType(stripe().ledger.events.splice(0), "customer.subscription.updated");
    stripe().people.end(subscription);
    await deliverAll();
    expect(await status()).toMatchObject({ subscription_status: "canceled", plan: "free", extra_seats: 0 });
    await deliver(service(), early);
    expect(await status()).toMatchObject({ subscription_status: "canceled", plan: "free", extra_seats: 0 });
  });

  it("that failed has its effect when it is delivered again", async () => {
    const event = ofType(await subscribeWithoutEvents(), "customer.subscription.created");
    stripe().interfere = () => json(500, { error: { type: "api_error", message: "Down." } });
    expect((await deliver(service(), event)).status).toBe(503);
    expect(await storedEvents()).toBe(0);
    stripe().interfere = () => undefined;
    expect(await statusAndBody(await deliver(service(), event))).toEqual(ACCEPTED);
    expect(await status()).toMatchObject({ subscription_status: "active" });
  });

  it("whose process died between its row and its effect has the effect when it is delivered again [D-11.38]", async () => {
    const event = ofType(await subscribeWithoutEvents(), "customer.subscription.created");
    stripe().interfere = async () => void (await killTransactions());
    expect((await deliver(service(), event)).status).toBe(503);
    stripe().interfere = () => undefined;
    expect(await storedEvents()).toBe(0);
    expect(await statusAndBody(await deliver(service(), event))).toEqual(ACCEPTED);
    expect([await storedEvents(), await status()]).toMatchObject([1, { subscription_status: "active" }]);
  });
});

/** Terminates connections with an open transaction, as a crash does. */
const killTransactions = () =>
  service().shared.database.execute(sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and state = 'idle in transaction'`);

describe("changes at Stripe's own pages and over time", () => {
  it("reach the workspace: a late payment keeps the plan, and the end of the subscription removes it [D-11.32,33]", async () => {
    await subscribe();
    const { customer } = await stripeIds();
    stripe().people.setDecline(customer, "expired_card");
    stripe().people.passTime(30 * 24 * 60 * 60);
    await deliverAll();
    expect(await status()).toMatchObject({ subscription_status: "past_due", plan: "pro" });
    stripe().people.payOpenInvoices(customer);
    await deliverAll();
    expect(await status()).toMatchObject({ subscription_status: "active", plan: "pro" });
    stripe().people.deleteCustomer(customer);
    await deliverAll();
    expect(await status()).toMatchObject({ subscription_status: "canceled", plan: "free" });
  });

  it("do not change the plan of a workspace that has one without a purchase", async () => {
    await call(openCheckout, { body: { plan_key: "pro" } });
    await inWorkspace(workspace().scope, (tx) => tx.update(workspaceTable).set({ plan: "enterprise" }));
    const { customer } = await stripeIds();
    stripe().people.deleteCustomer(customer);
    await deliverAll();
    expect(await status()).toMatchObject({ plan: "enterprise", subscription_status: "none" });
  });
});
