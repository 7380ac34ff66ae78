import { sellPlans, type SoldPlans } from "@knockon/adapters/testing/stripe/sell-plans";
import { startFakeStripe, type FakeStripe } from "@knockon/adapters/testing/stripe/fake-stripe";
import {
  addSeats,
  cancelSubscription,
  removeSeats,
  resumeSubscription,
} from "@knockon/contract/operations/billing";
import { receivePaymentsWebhook } from "@knockon/core/billing/receive-payments-webhook";
import type { Context } from "@knockon/core/context";
import { entitles } from "@knockon/core/ports/payments";
import { getEntitlements } from "@knockon/core/workspace/read-workspaces";
import * as fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import { knownSubscription, namesOf, subscribe, type StripeEvent } from "../testing/billing.ts";
import { startTestService, type TestService } from "../testing/test-service.ts";
import type { TestWorkspace } from "../testing/test-workspace.ts";

const ORDERS = Number(process.env["KNOCKON_PAYMENT_ORDERS"] ?? 100);
const SEED = Number(process.env["KNOCKON_SEED"]);
const AN_HOUR_MS = 60 * 60 * 1000;
const QUIET = { info() {}, error() {} };
const DAY_SECONDS = 24 * 60 * 60;
const SEAT = 1500;

let stripe: FakeStripe;
let prices: SoldPlans;
let service: TestService;
/** The one customer of all runs: each begins with a subscription of its own, and with what is known of the last one's. */
let buyer: TestWorkspace;
let customer: string;
/** What the system works with where a request would take longer than all the rest. */
let ctx: Context;

beforeAll(async () => {
  stripe = await startFakeStripe();
  prices = sellPlans(stripe.ledger);
  service = await startTestService({ stripe, log: QUIET });
  buyer = await service.openWorkspace("Buyer");
  await subscribe(service, buyer);
  ({ customer } = await namesOf(buyer));
  ctx = { ...service.shared, ...buyer.scope, actor: { type: "system" }, requestId: "test" };
});

afterAll(async () => {
  await service.close();
  await stripe.close();
});

/** As its bytes come in. */
function receive(event: StripeEvent): Promise<unknown> {
  const { body, signature } = stripe.deliver(event);
  return receivePaymentsWebhook(
    { ...ctx, workspaceId: null },
    { header: () => signature, body: Buffer.from(body) },
  );
}

/** Begins a subscription, of which Stripe has not told yet; all that was at Stripe before is gone. Returns its id. */
function begin(): string {
  const { subscriptions, invoices, invoiceItems, declines, events } = stripe.ledger;
  for (const former of [subscriptions, invoices, invoiceItems, declines]) former.clear();
  stripe.ledger.customer(customer, "customer").balance = 0;
  events.length = 0;
  return stripe.people.sell(customer, prices.pro.id);
}

/** What happens at Stripe, by people and by time; what cannot happen now does not. */
type Happening = "seats" | "cancel" | "resume" | "decline" | "pay" | "month" | "end";
const happening = fc.constantFrom<Happening>("seats", "cancel", "resume", "decline", "pay", "month", "end");

function happen(what: Happening, subscription: string): void {
  const { ledger, people } = stripe;
  const found = ledger.subscriptions.get(subscription);
  if (!found || found.status === "canceled") return;
  const bought = found.items.data.find(({ price }) => price.id === prices.seat.id);
  const item = bought
    ? { id: bought.id, quantity: (bought.quantity ?? 0) + 1 }
    : { price: prices.seat.id, quantity: 1 };
  if (what === "seats")
    people.change(subscription, { items: [item], proration_behavior: "create_prorations" });
  if (what === "cancel") people.change(subscription, { cancel_at_period_end: true });
  if (what === "resume") people.change(subscription, { cancel_at_period_end: false });
  if (what === "decline") people.setDecline(customer, "expired_card");
  if (what === "pay") people.setDecline(customer, null);
  if (what === "pay") people.payOpenInvoices(customer);
  if (what === "month") people.passTime(30 * DAY_SECONDS);
  if (what === "end") people.end(subscription);
}

/** What Stripe has in the end, as the service has to know it. */
function expected(subscription: string) {
  const found = stripe.ledger.subscriptions.get(subscription);
  if (!found) throw new Error("A subscription never vanishes.");
  const extraSeats =
    found.items.data.find(({ price }) => price.metadata["knockon_part"] === "seat")?.quantity ?? 0;
  const cancelAt = found.cancel_at === null ? null : new Date(found.cancel_at * 1000);
  const entitled = entitles(found.status)
    ? { plan: "pro", seatLimit: 10 + extraSeats }
    : { plan: "free", seatLimit: 3 };
  const known = { externalSubscriptionId: subscription, status: found.status, extraSeats, cancelAt };
  return { known, entitled };
}

it(
  "events in any order, each any number of times, some while more happens, end in what Stripe has",
  { timeout: AN_HOUR_MS },
  async () => {
    let delivered = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.record({ what: happening, deliversNow: fc.boolean() }), { minLength: 1, maxLength: 6 }),
        fc.infiniteStream(fc.nat()),
        async (happenings, draw) => {
          const next = (): number => draw.next().value ?? 0;
          const subscription = begin();
          const told: StripeEvent[] = [];
          for (const { what, deliversNow } of happenings) {
            happen(what, subscription);
            told.push(...stripe.ledger.events.splice(0));
            const early = told[next() % Math.max(1, told.length)];
            if (deliversNow && early) await receive(early);
          }
          const twice = told.filter(() => next() % 3 === 0);
          const order = [...told, ...twice].map((event) => ({ event, at: next() }));
          for (const { event } of order.toSorted((a, b) => a.at - b.at)) await receive(event);
          delivered += order.length;
          const { known, entitled } = expected(subscription);
          expect(await knownSubscription(buyer)).toMatchObject(known);
          expect(await getEntitlements(ctx)).toMatchObject(entitled);
        },
      ),
      { numRuns: ORDERS, seed: SEED },
    );
    expect(delivered).toBeGreaterThan(ORDERS);
  },
);

it(
  "however seats are bought, given back, cancelled with a waiver and resumed, none is free and none is lost",
  { timeout: AN_HOUR_MS },
  async () => {
    const step = fc.oneof(
      fc.record({
        operation: fc.constant(addSeats),
        body: fc.record({ additional_seats: fc.integer({ min: 1, max: 5 }) }),
      }),
      fc.record({
        operation: fc.constant(removeSeats),
        body: fc.record({ removed_seats: fc.integer({ min: 1, max: 5 }) }),
      }),
      fc.record({
        operation: fc.constant(cancelSubscription),
        body: fc.record({ waive_pending_charges: fc.boolean() }),
      }),
      fc.record({ operation: fc.constant(resumeSubscription), body: fc.constant(undefined) }),
    );
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(step, { minLength: 1, maxLength: 3 }), { maxLength: 4 }),
        async (rounds) => {
          const subscription = begin();
          for (const event of stripe.ledger.events.splice(0)) await receive(event);
          const params = { workspace_id: buyer.scope.workspaceId };
          let seats = 0;
          // Those of a round are asked at once.
          for (const round of rounds) {
            const answers = await Promise.all(
              round.map(async ({ operation, body }) => {
                const response = await buyer.fetch(operation, { params, ...(body && { body }) });
                return { body, isDone: response.status === 200 };
              }),
            );
            for (const { body, isDone } of answers) {
              if (!isDone || body === undefined) continue;
              if ("additional_seats" in body) seats += body.additional_seats;
              if ("removed_seats" in body) seats -= body.removed_seats;
            }
          }
          const { known } = expected(subscription);
          expect(known.extraSeats).toBe(seats);
          expect(await knownSubscription(buyer)).toMatchObject(known);
          expect(stripe.ledger.pendingOf(subscription)).toEqual([]);
          // No time has passed: what is paid, less what is credited, is what is had.
          const invoices = [...stripe.ledger.invoices.values()];
          const charged = invoices.reduce((sum, { total }) => sum + total, 0);
          expect(charged).toBe(20_000 + seats * SEAT);
          expect(invoices.every(({ status }) => status === "paid")).toBe(true);
        },
      ),
      { numRuns: Math.ceil(ORDERS / 10), seed: SEED },
    );
  },
);
