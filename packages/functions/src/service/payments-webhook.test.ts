import { json } from "@knockon/adapters/testing/git-hosts/peer-server";
import { sellPlans } from "@knockon/adapters/testing/stripe/sell-plans";
import {
  signatureOf,
  startStripePeer,
  WEBHOOK_SECRET,
  type StripePeer,
} from "@knockon/adapters/testing/stripe/stripe-peer";
import { addSeats, getBillingStatus, openCheckout } from "@knockon/contract/operations/billing";
import { receivePaymentsWebhook } from "@knockon/contract/operations/webhook";
import { listAuditEvents } from "@knockon/contract/operations/workspace";
import { reconcileSubscriptions } from "@knockon/core/billing/reconcile-subscriptions";
import { deleteWorkspace } from "@knockon/core/workspace/delete-workspace";
import { asSystem, inWorkspace } from "@knockon/db/in-workspace";
import { paymentEvent } from "@knockon/db/schema/billing.sql";
import { workspace } from "@knockon/db/schema/workspace.sql";
import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { deliver, deliverAll, namesOf, subscribe, type StripeEvent } from "../testing/billing.ts";
import { startTestService, type TestService } from "../testing/test-service.ts";
import { ask, type TestWorkspace } from "../testing/test-workspace.ts";

const QUIET = { info() {}, error() {} };
const DAY_MS = 24 * 60 * 60 * 1000;
const ACCEPTED = [200, "{}"];
const REFUSED = [400, '{"detail":"Invalid signature"}'];

let stripe: StripePeer;
let service: TestService;
let acme: TestWorkspace;
let params: { workspace_id: string };

beforeAll(async () => {
  stripe = await startStripePeer();
  sellPlans(stripe.ledger);
  service = await startTestService({ stripe, log: QUIET });
});

afterAll(async () => {
  await service.close();
  await stripe.close();
});

beforeEach(async () => {
  stripe.interfere = () => undefined;
  acme = await service.openWorkspace("Acme");
  params = { workspace_id: acme.scope.workspaceId };
});

const seen = async (response: Response) => [response.status, await response.text()];
const send = async (text: string, signature?: string) =>
  seen(
    await ask(service, receivePaymentsWebhook, {
      text,
      headers: { ...(signature !== undefined && { "Stripe-Signature": signature }) },
    }),
  );
const status = () => acme.call(getBillingStatus, { params });
const remembered = () => inWorkspace(acme.scope, (tx) => tx.$count(paymentEvent));
const auditedUpdates = async () =>
  (await acme.call(listAuditEvents, { params })).filter(({ action }) => action === "subscription.updated")
    .length;

const altered = (event: StripeEvent, change: object): StripeEvent =>
  Object.assign(structuredClone(event), change);

/** Pays for a plan; what Stripe has to tell of it is not delivered. */
async function subscribeUnheard(): Promise<StripeEvent[]> {
  stripe.ledger.events.length = 0;
  const { url } = await acme.call(openCheckout, { params, body: { plan_key: "pro" } });
  stripe.people.completeCheckout(url);
  return stripe.ledger.events.splice(0);
}

const ofType = (events: StripeEvent[], type: string): StripeEvent => {
  const found = events.find((event) => event.type === type);
  if (!found) throw new Error(`Stripe told of no ${type}.`);
  return found;
};

describe("the signature", () => {
  it("has to be Stripe's, of these bytes, and at most 300 seconds old", async () => {
    const event = ofType(await subscribeUnheard(), "customer.subscription.created");
    const { body, signature } = stripe.deliver(event);
    const now = Math.floor(Date.now() / 1000);
    for (const refused of [
      await send(body),
      await send(body, ""),
      await send(body, "nonsense"),
      await send(body, signatureOf(body, now, "whsec_other")),
      await send(`${body} `, signature),
      await send(body, stripe.deliver(event, 301).signature),
      await send("", signatureOf("", now, WEBHOOK_SECRET)),
    ])
      expect(refused).toEqual(REFUSED);
    expect(await status()).toMatchObject({ subscription_status: "none" });
    expect(await send(body, stripe.deliver(event, 290).signature)).toEqual(ACCEPTED);
    expect(await status()).toMatchObject({ subscription_status: "active", plan: "pro" });
  });

  it("is no use where the secret is not set: 503", async () => {
    const poor = await startTestService();
    const response = await ask(poor, receivePaymentsWebhook, { text: "{}" });
    expect([response.status, await response.json()]).toEqual([
      503,
      { detail: "This deployment has no payment processor: nothing can be bought." },
    ]);
    await poor.close();
  });

  it("of a body over 1 MiB is not looked at: 422", async () => {
    const large = JSON.stringify({ id: "evt_1", padding: "x".repeat(1024 * 1024) });
    expect((await send(large, "t=1,v1=a"))[0]).toBe(422);
  });

  it("of an event where money is real is refused: 400", async () => {
    const event = ofType(await subscribeUnheard(), "customer.subscription.created");
    const { body, signature } = stripe.deliver(altered(event, { livemode: true }));
    expect(await send(body, signature)).toEqual([400, '{"detail":"This stage takes no live events."}']);
    expect(await status()).toMatchObject({ subscription_status: "none" });
  });
});

describe("an event", () => {
  it("has its effect once, however often it comes, and at once", async () => {
    const event = ofType(await subscribeUnheard(), "checkout.session.completed");
    const answers = await Promise.all([1, 2, 3, 4].map(async () => seen(await deliver(service, event))));
    expect(answers).toEqual([ACCEPTED, ACCEPTED, ACCEPTED, ACCEPTED]);
    const asked = stripe.requests.length;
    expect(await seen(await deliver(service, event))).toEqual(ACCEPTED);
    expect(stripe.requests.length).toBe(asked);
    expect([await remembered(), await auditedUpdates()]).toEqual([1, 1]);
  });

  it("of a type that is not handled is skipped, and so is somebody else's", async () => {
    const events = await subscribeUnheard();
    const about = ofType(events, "customer.subscription.created");
    const ofSomebodyElse = { object: { object: "subscription", customer: "cus_foreign" } };
    const skipped = [
      ofType(events, "customer.created"),
      altered(about, { type: "product.created" }),
      altered(about, { type: "invoice.created" }),
      altered(about, { data: { object: {} } }),
      altered(about, { data: ofSomebodyElse }),
    ];
    for (const event of skipped) expect(await seen(await deliver(service, event))).toEqual(ACCEPTED);
    expect([await remembered(), await status()]).toMatchObject([0, { subscription_status: "none" }]);
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
  ])("%s has the current state read", async (type) => {
    const about = ofType(await subscribeUnheard(), "customer.subscription.created");
    const { customer } = await namesOf(acme);
    const object = type === "customer.deleted" ? { object: "customer", id: customer } : about.data.object;
    const event = altered(about, { type, data: { object } });
    expect(await seen(await deliver(service, event))).toEqual(ACCEPTED);
    expect(await status()).toMatchObject({ subscription_status: "active" });
  });

  it("that comes late does not bring back what was: the state is read, not believed", async () => {
    await subscribe(service, acme);
    await acme.call(addSeats, { params, body: { additional_seats: 2 } });
    const { subscription } = await namesOf(acme);
    const early = ofType(stripe.ledger.events.splice(0), "customer.subscription.updated");
    stripe.people.end(subscription);
    await deliverAll(service);
    expect(await status()).toMatchObject({ subscription_status: "canceled", plan: "free", extra_seats: 0 });
    await deliver(service, early);
    expect(await status()).toMatchObject({ subscription_status: "canceled", plan: "free", extra_seats: 0 });
  });

  it("that met with a fault has its effect when it comes again", async () => {
    const event = ofType(await subscribeUnheard(), "customer.subscription.created");
    stripe.interfere = () => json(500, { error: { type: "api_error", message: "Down." } });
    expect((await deliver(service, event)).status).toBe(503);
    expect(await remembered()).toBe(0);
    stripe.interfere = () => undefined;
    expect(await seen(await deliver(service, event))).toEqual(ACCEPTED);
    expect(await status()).toMatchObject({ subscription_status: "active" });
  });

  it("whose process died between its row and its effect has it when it comes again", async () => {
    const event = ofType(await subscribeUnheard(), "customer.subscription.created");
    stripe.interfere = async () => void (await killTransactions());
    expect((await deliver(service, event)).status).toBe(500);
    stripe.interfere = () => undefined;
    expect(await remembered()).toBe(0);
    expect(await seen(await deliver(service, event))).toEqual(ACCEPTED);
    expect([await remembered(), await status()]).toMatchObject([1, { subscription_status: "active" }]);
  });
});

/** Ends whoever is in a transaction, as a crash does. */
const killTransactions = () =>
  service.shared.database.execute(sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and state = 'idle in transaction'`);

describe("what Stripe's own pages and time do", () => {
  it("reaches the workspace: a late payment keeps the plan, and its end takes it", async () => {
    await subscribe(service, acme);
    const { customer } = await namesOf(acme);
    stripe.people.setDecline(customer, "expired_card");
    stripe.people.passTime(30 * 24 * 60 * 60);
    await deliverAll(service);
    expect(await status()).toMatchObject({ subscription_status: "past_due", plan: "pro" });
    stripe.people.payOpenInvoices(customer);
    await deliverAll(service);
    expect(await status()).toMatchObject({ subscription_status: "active", plan: "pro" });
    stripe.people.deleteCustomer(customer);
    await deliverAll(service);
    expect(await status()).toMatchObject({ subscription_status: "canceled", plan: "free" });
  });

  it("does not touch the plan of a workspace that was given one and bought nothing", async () => {
    await acme.call(openCheckout, { params, body: { plan_key: "pro" } });
    await inWorkspace(acme.scope, (tx) => tx.update(workspace).set({ plan: "enterprise" }));
    const { customer } = await namesOf(acme);
    stripe.people.deleteCustomer(customer);
    await deliverAll(service);
    expect(await status()).toMatchObject({ plan: "enterprise", subscription_status: "none" });
  });
});

describe("the nightly look", () => {
  const base = (aheadMs = 0) => ({
    ...service.shared,
    now: () => new Date(Date.now() + aheadMs),
    actor: { type: "system" } as const,
    requestId: "sweeper",
  });

  it("finds what no event told, a day later at most, and each once a day", async () => {
    await subscribeUnheard();
    expect(await reconcileSubscriptions(base())).toBeGreaterThan(0);
    expect(await status()).toMatchObject({ subscription_status: "active", plan: "pro" });
    stripe.people.end((await namesOf(acme)).subscription);
    expect(await reconcileSubscriptions(base())).toBe(0);
    expect(await status()).toMatchObject({ subscription_status: "active" });
    await untilNone(DAY_MS + 1);
    expect(await status()).toMatchObject({ subscription_status: "canceled", plan: "free" });
  });

  /** In as many minutes as it takes. */
  async function untilNone(aheadMs: number): Promise<void> {
    while ((await reconcileSubscriptions(base(aheadMs))) > 0);
  }

  it("goes on where Stripe fails for one", async () => {
    await subscribeUnheard();
    const { customer } = await namesOf(acme);
    const other = await service.openWorkspace("Other");
    await subscribe(service, other);
    stripe.interfere = ({ query }) =>
      query.get("customer") === customer
        ? json(500, { error: { type: "api_error", message: "Down." } })
        : undefined;
    stripe.people.end((await namesOf(other)).subscription);
    stripe.ledger.events.length = 0;
    for (let minute = 0; minute < 5; minute += 1) await reconcileSubscriptions(base(2 * DAY_MS));
    const of = { params: { workspace_id: other.scope.workspaceId } };
    expect(await other.call(getBillingStatus, of)).toMatchObject({ subscription_status: "canceled" });
    expect(await status()).toMatchObject({ subscription_status: "none" });
  });

  it("lets the subscription of a deleted workspace end with its period", async () => {
    await subscribe(service, acme);
    const { subscription } = await namesOf(acme);
    await deleteWorkspace({ ...base(), workspaceId: acme.scope.workspaceId });
    await untilNone(0);
    expect(stripe.ledger.subscriptions.get(subscription)).toMatchObject({ cancel_at_period_end: true });
    await asSystem(service.shared.database, (tx) =>
      tx.delete(workspace).where(eq(workspace.id, acme.scope.workspaceId)),
    );
  });
});
