import { sellPlans } from "@knockon/adapters/testing/stripe/sell-plans";
import { startStripePeer, type StripePeer } from "@knockon/adapters/testing/stripe/stripe-peer";
import {
  addSeats,
  cancelSubscription,
  openCheckout,
  removeSeats,
  resumeSubscription,
} from "@knockon/contract/operations/billing";
import { getEntitlements } from "@knockon/contract/operations/workspace";
import { receivePaymentsWebhook } from "@knockon/core/billing/receive-payments-webhook";
import { entitles } from "@knockon/core/ports/payments";
import * as fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import { knownSubscription, namesOf, type StripeEvent } from "../testing/billing.ts";
import { startTestService, type TestService } from "../testing/test-service.ts";
import type { TestWorkspace } from "../testing/test-workspace.ts";

const ORDERS = Number(process.env["KNOCKON_PAYMENT_ORDERS"] ?? 500);
const SEED = Number(process.env["KNOCKON_SEED"]);
const AN_HOUR_MS = 60 * 60 * 1000;
const QUIET = { info() {}, error() {} };
const DAY_SECONDS = 24 * 60 * 60;
const SEAT = 1500;

let stripe: StripePeer;
let service: TestService;

beforeAll(async () => {
  stripe = await startStripePeer();
  sellPlans(stripe.ledger);
  service = await startTestService({ stripe, log: QUIET });
});

afterAll(async () => {
  await service.close();
  await stripe.close();
});

/** As its bytes come in, without the way over HTTP, which takes longer than all the rest. */
function receive(event: StripeEvent): Promise<unknown> {
  const { body, signature } = stripe.deliver(event);
  const base = {
    ...service.shared,
    actor: { type: "system" },
    workspaceId: null,
    requestId: "test",
  } as const;
  return receivePaymentsWebhook(base, { header: () => signature, body: Buffer.from(body) });
}

/** Alone at Stripe, where else time would pass for all who were there before. */
async function openBuyer(): Promise<{ buyer: TestWorkspace; subscription: string; customer: string }> {
  const { subscriptions, invoices, events } = stripe.ledger;
  for (const former of [subscriptions, invoices]) former.clear();
  events.length = 0;
  const buyer = await service.openWorkspace("Buyer");
  const params = { workspace_id: buyer.scope.workspaceId };
  const { url } = await buyer.call(openCheckout, { params, body: { plan_key: "pro" } });
  stripe.people.completeCheckout(url);
  const { customer } = await namesOf(buyer);
  const found = [...stripe.ledger.subscriptions.values()].find((one) => one.customer === customer);
  return { buyer, subscription: found?.id ?? "", customer };
}

/** What happens at Stripe, by people and by time; what cannot happen now does not. */
type Happening = "seats" | "cancel" | "resume" | "decline" | "pay" | "month" | "end";
const happening = fc.constantFrom<Happening>("seats", "cancel", "resume", "decline", "pay", "month", "end");

function happen(
  what: Happening,
  { subscription, customer }: { subscription: string; customer: string },
): void {
  const { ledger, people } = stripe;
  const found = ledger.subscriptions.get(subscription);
  if (!found || found.status === "canceled") return;
  const seat = [...ledger.prices.values()].find(({ metadata }) => metadata["knockon_part"] === "seat");
  const bought = found.items.data.find(({ price }) => price.id === seat?.id);
  const item = bought
    ? { id: bought.id, quantity: (bought.quantity ?? 0) + 1 }
    : { price: seat?.id, quantity: 1 };
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
  const plan = entitles(found.status) ? "pro" : "free";
  const seatLimit = entitles(found.status) ? 10 + extraSeats : 3;
  return { known: { status: found.status, extraSeats, cancelAt }, entitled: { plan, seat_limit: seatLimit } };
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
          const { buyer, subscription, customer } = await openBuyer();
          const told: StripeEvent[] = [];
          for (const { what, deliversNow } of happenings) {
            happen(what, { subscription, customer });
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
          const params = { workspace_id: buyer.scope.workspaceId };
          expect(await buyer.call(getEntitlements, { params })).toMatchObject(entitled);
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
          const { buyer, subscription, customer } = await openBuyer();
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
          const invoices = [...stripe.ledger.invoices.values()].filter((one) => one.customer === customer);
          const charged = invoices.reduce((sum, { total }) => sum + total, 0);
          expect(charged).toBe(20_000 + seats * SEAT);
          expect(invoices.every(({ status }) => status === "paid")).toBe(true);
        },
      ),
      { numRuns: Math.ceil(ORDERS / 10), seed: SEED },
    );
  },
);
