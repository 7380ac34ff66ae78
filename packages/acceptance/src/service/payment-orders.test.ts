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
import { storedSubscription, stripeIdsOf, subscribe, type StripeEvent } from "../testing/billing.ts";
import { startTestService, type TestService } from "../testing/test-service.ts";
import type { TestWorkspace } from "../testing/test-workspace.ts";

const ORDERS = Number(process.env["KNOCKON_PAYMENT_ORDERS"] ?? 20);
const SEED = Number(process.env["KNOCKON_SEED"]);
const AN_HOUR_MS = 60 * 60 * 1000;
const QUIET = { info() {}, error() {} };
const DAY_SECONDS = 24 * 60 * 60;
const SEAT = 1500;

let stripe: FakeStripe;
let prices: SoldPlans;
let service: TestService;
/** The customer of all runs. Each run starts with a new subscription and the stored state of the previous one. */
let buyer: TestWorkspace;
let customer: string;
/** For direct calls, because requests would dominate the duration. */
let ctx: Context;

beforeAll(async () => {
  stripe = await startFakeStripe();
  prices = sellPlans(stripe.ledger);
  service = await startTestService({ stripe, log: QUIET });
  buyer = await service.openWorkspace("Buyer");
  await subscribe(service, buyer);
  ({ customer } = await stripeIdsOf(buyer));
  ctx = { ...service.shared, ...buyer.scope, actor: { type: "system" }, requestId: "test" };
});

afterAll(async () => {
  await service.close();
  await stripe.close();
});

/** Processes an event as the webhook does. */
function receive(event: StripeEvent): Promise<unknown> {
  const { body, signature } = stripe.deliver(event);
  return receivePaymentsWebhook(
    { ...ctx, workspaceId: null },
    { header: () => signature, body: Buffer.from(body) },
  );
}

/** Clears Stripe and starts a subscription, without delivering its events. Returns its ID. */
function begin(): string {
  const { subscriptions, invoices, invoiceItems, declines, events } = stripe.ledger;
  for (const collection of [subscriptions, invoices, invoiceItems, declines]) collection.clear();
  stripe.ledger.customer(customer, "customer").balance = 0;
  events.length = 0;
  return stripe.people.sell(customer, prices.pro.id);
}

/** A change at Stripe, by users or by time. Changes that are impossible in the current state do nothing. */
type Change = "seats" | "cancel" | "resume" | "decline" | "pay" | "month" | "end";
const anyChange = fc.constantFrom<Change>("seats", "cancel", "resume", "decline", "pay", "month", "end");

function apply(change: Change, subscription: string): void {
  const { ledger, people } = stripe;
  const found = ledger.subscriptions.get(subscription);
  if (!found || found.status === "canceled") return;
  const bought = found.items.data.find(({ price }) => price.id === prices.seat.id);
  const item = bought
    ? { id: bought.id, quantity: (bought.quantity ?? 0) + 1 }
    : { price: prices.seat.id, quantity: 1 };
  if (change === "seats")
    people.change(subscription, { items: [item], proration_behavior: "create_prorations" });
  if (change === "cancel") people.change(subscription, { cancel_at_period_end: true });
  if (change === "resume") people.change(subscription, { cancel_at_period_end: false });
  if (change === "decline") people.setDecline(customer, "expired_card");
  if (change === "pay") people.setDecline(customer, null);
  if (change === "pay") people.payOpenInvoices(customer);
  if (change === "month") people.passTime(30 * DAY_SECONDS);
  if (change === "end") people.end(subscription);
}

/** Returns the state at Stripe as the service must store it. */
function expected(subscription: string) {
  const found = stripe.ledger.subscriptions.get(subscription);
  if (!found) throw new Error("The subscription does not exist at Stripe.");
  const extraSeats =
    found.items.data.find(({ price }) => price.metadata["knockon_part"] === "seat")?.quantity ?? 0;
  const cancelAt = found.cancel_at === null ? null : new Date(found.cancel_at * 1000);
  const entitled = entitles(found.status)
    ? { plan: "pro", seatLimit: 10 + extraSeats }
    : { plan: "free", seatLimit: 3 };
  const stored = { externalSubscriptionId: subscription, status: found.status, extraSeats, cancelAt };
  return { stored, entitled };
}

it(
  "events in any order, repeated, and between other changes end in the state at Stripe",
  { timeout: AN_HOUR_MS },
  async () => {
    let delivered = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.record({ change: anyChange, deliversNow: fc.boolean() }), { minLength: 1, maxLength: 6 }),
        fc.infiniteStream(fc.nat()),
        async (changes, draw) => {
          const next = (): number => draw.next().value ?? 0;
          const subscription = begin();
          const sent: StripeEvent[] = [];
          for (const { change, deliversNow } of changes) {
            apply(change, subscription);
            sent.push(...stripe.ledger.events.splice(0));
            const early = sent[next() % Math.max(1, sent.length)];
            if (deliversNow && early) await receive(early);
          }
          const repeated = sent.filter(() => next() % 3 === 0);
          const order = [...sent, ...repeated].map((event) => ({ event, at: next() }));
          for (const { event } of order.toSorted((a, b) => a.at - b.at)) await receive(event);
          delivered += order.length;
          const { stored, entitled } = expected(subscription);
          expect(await storedSubscription(buyer)).toMatchObject(stored);
          expect(await getEntitlements(ctx)).toMatchObject(entitled);
        },
      ),
      { numRuns: ORDERS, seed: SEED },
    );
    expect(delivered).toBeGreaterThan(ORDERS);
  },
);

it(
  "any sequence of seat purchases, removals, cancellations with a waiver and resumptions charges exactly for the seats",
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
          // The requests of a round are simultaneous.
          for (const round of rounds) {
            const responses = await Promise.all(
              round.map(async ({ operation, body }) => {
                const response = await buyer.fetch(operation, { params, ...(body && { body }) });
                return { body, isDone: response.status === 200 };
              }),
            );
            for (const { body, isDone } of responses) {
              if (!isDone || body === undefined) continue;
              if ("additional_seats" in body) seats += body.additional_seats;
              if ("removed_seats" in body) seats -= body.removed_seats;
            }
          }
          const { stored } = expected(subscription);
          expect(stored.extraSeats).toBe(seats);
          expect(await storedSubscription(buyer)).toMatchObject(stored);
          expect(stripe.ledger.pendingOf(subscription)).toEqual([]);
          // No time has passed, so payments minus credits equal the price of the current state.
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
