import { json } from "@knockon/adapters/testing/git-hosts/peer-server";
import { sellPlans } from "@knockon/adapters/testing/stripe/sell-plans";
import { startStripePeer, type StripePeer } from "@knockon/adapters/testing/stripe/stripe-peer";
import type { OperationInput } from "@knockon/contract/operation";
import {
  addSeats,
  cancelSubscription,
  changePlan,
  getBillingStatus,
  getPaymentInfo,
  listBillingHistory,
  listPlans,
  openCheckout,
  openPortal,
  previewPlanChange,
  previewSeats,
  removeSeats,
  resumeSubscription,
} from "@knockon/contract/operations/billing";
import {
  createInvitation,
  getEntitlements,
  getWorkspace,
  listAuditEvents,
} from "@knockon/contract/operations/workspace";
import { inWorkspace } from "@knockon/db/in-workspace";
import { subscriptionCancellation } from "@knockon/db/schema/billing.sql";
import { membership } from "@knockon/db/schema/membership.sql";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { deliverAll, namesOf, subscribe } from "../testing/billing.ts";
import { makeOrganisation } from "../testing/organisations.ts";
import type { TestPerson } from "../testing/test-person.ts";
import { startTestService, type TestService } from "../testing/test-service.ts";
import type { RequestParts, TestWorkspace } from "../testing/test-workspace.ts";

const QUIET = { info() {}, error() {} };
const DAY_SECONDS = 24 * 60 * 60;

let stripe: StripePeer;
let service: TestService;
let owner: TestPerson;
let acme: TestWorkspace;
let params: { workspace_id: string };

beforeAll(async () => {
  stripe = await startStripePeer();
  sellPlans(stripe.ledger);
  service = await startTestService({ stripe, log: QUIET });
  owner = await service.signUp("owner");
});

afterAll(async () => {
  await service.close();
  await stripe.close();
});

beforeEach(async () => {
  stripe.interfere = () => undefined;
  stripe.losesAnswerOf = () => false;
  acme = await service.openWorkspace("Acme");
  params = { workspace_id: acme.scope.workspaceId };
});

const entitlements = () => acme.call(getEntitlements, { params });
const status = () => acme.call(getBillingStatus, { params });
const buy = (seats: number, headers: Record<string, string> = {}) =>
  acme.fetch(addSeats, {
    params,
    body: { additional_seats: seats },
    headers: { "X-API-Key": acme.key, ...headers },
  });
const records = () => inWorkspace(acme.scope, (tx) => tx.select().from(subscriptionCancellation));
const actions = async () =>
  (await acme.call(listAuditEvents, { params }))
    .map(({ action }) => action)
    .filter((one) => one.startsWith("sub"));

async function answer(operation: OperationInput, parts: RequestParts = {}) {
  const response = await acme.fetch(operation, { params, ...parts });
  return [response.status, await response.json()] as [number, Record<string, unknown>];
}

/** What Stripe has. */
async function sold() {
  const found = stripe.ledger.subscriptions.get((await namesOf(acme)).subscription);
  if (!found) throw new Error("Nothing was sold.");
  return found;
}
const seatsSold = async () =>
  (await sold()).items.data.find(({ price }) => price.metadata["knockon_part"] === "seat")?.quantity ?? 0;
const paid = async () => {
  const { customer } = await namesOf(acme);
  const invoices = [...stripe.ledger.invoices.values()].filter((one) => one.customer === customer);
  return invoices.reduce((sum, { amount_paid }) => sum + amount_paid, 0);
};

async function join(role: "member" | "viewer", count: number): Promise<void> {
  for (let joined = 0; joined < count; joined += 1) {
    const { id: userId } = await service.signUp(`${role}-${crypto.randomUUID()}`);
    await inWorkspace(acme.scope, (tx) =>
      tx.insert(membership).values({ workspaceId: acme.scope.workspaceId, userId, role }),
    );
  }
}

describe("POST …/billing/checkout", () => {
  it("leads to a page on which the plan begins, and its features with it", async () => {
    expect(await entitlements()).toMatchObject({
      plan: "free",
      seat_limit: 3,
      features: { multi_org: false },
    });
    await subscribe(service, acme);
    expect(await entitlements()).toMatchObject({
      plan: "pro",
      seat_limit: 10,
      features: { multi_org: true },
    });
    expect(await status()).toMatchObject({ subscription_status: "active", cancel_at: null });
    expect(await acme.call(getWorkspace, { params })).toMatchObject({ plan: "pro" });
  });

  it("changes nothing for whoever leaves the page, or whose card is declined there", async () => {
    const { url } = await acme.call(openCheckout, { params, body: { plan_key: "pro" } });
    const { customer } = await namesOf(acme);
    stripe.people.setDecline(customer, "generic_decline");
    expect(stripe.people.completeCheckout(url)).toBe(false);
    await deliverAll(service);
    expect(await entitlements()).toMatchObject({ plan: "free" });
  });

  it("409 where there is a subscription, 422 for a plan that is not sold", async () => {
    await subscribe(service, acme);
    expect(await answer(openCheckout, { body: { plan_key: "pro" } })).toMatchObject([
      409,
      { code: "subscription_exists" },
    ]);
    for (const plan_key of ["free", "platinum"])
      expect(await answer(openCheckout, { body: { plan_key } })).toMatchObject([
        422,
        { detail: [{ loc: ["body", "plan_key"] }] },
      ]);
  });

  it("begins again after a subscription ended, and after the customer was deleted", async () => {
    await subscribe(service, acme);
    const first = await namesOf(acme);
    stripe.people.end(first.subscription);
    await deliverAll(service);
    expect(await entitlements()).toMatchObject({ plan: "free", seat_limit: 3 });
    await subscribe(service, acme);
    const second = await namesOf(acme);
    expect(second.customer).toBe(first.customer);
    stripe.people.deleteCustomer(second.customer);
    await deliverAll(service);
    expect(await status()).toMatchObject({ plan: "free", subscription_status: "canceled" });
    await subscribe(service, acme);
    expect((await namesOf(acme)).customer).not.toBe(first.customer);
    expect(await entitlements()).toMatchObject({ plan: "pro" });
  });
});

it("POST …/billing/portal leads to the page of cards and invoices; 409 before anything was bought", async () => {
  expect(await answer(openPortal)).toMatchObject([409, { code: "no_customer" }]);
  await subscribe(service, acme);
  expect(await answer(openPortal)).toMatchObject([200, { url: expect.stringContaining("https://billing.") }]);
});

describe("POST …/billing/seats", () => {
  it("charges for the rest of the period at once, and leaves an audit event", async () => {
    await subscribe(service, acme);
    stripe.people.passTime(15 * DAY_SECONDS);
    const preview = await acme.call(previewSeats, { params, query: { additional_seats: "4" } });
    expect(preview).toEqual({
      additional_seats: 4,
      extra_seats: 4,
      seat_limit: 14,
      amount_due: 3000,
      currency: "usd",
    });
    const before = await paid();
    expect(await answer(addSeats, { body: { additional_seats: 4 } })).toEqual([
      200,
      { extra_seats: 4, seat_limit: 14 },
    ]);
    expect((await paid()) - before).toBe(3000);
    expect(await entitlements()).toMatchObject({ seat_limit: 14 });
    const [event] = await acme.call(listAuditEvents, { params });
    expect(event).toMatchObject({
      action: "subscription.seats_added",
      actor: { type: "key" },
      before: { extraSeats: 0 },
      after: { extraSeats: 4 },
    });
  });

  it("409 without a subscription", async () => {
    expect(await answer(addSeats, { body: { additional_seats: 1 } })).toEqual([
      409,
      { detail: "The workspace has no subscription.", code: "no_subscription" },
    ]);
  });

  it.each([0, 1001, 1.5, -1, "1", null])("422 for %j", async (additional_seats) => {
    expect(await answer(addSeats, { body: { additional_seats } })).toMatchObject([
      422,
      { detail: [{ loc: ["body", "additional_seats"] }] },
    ]);
  });

  it("402 where the card is declined, and nothing has changed", async () => {
    await subscribe(service, acme);
    await buy(1);
    const { customer } = await namesOf(acme);
    const before = [await status(), structuredClone(await sold()), await actions()];
    stripe.people.setDecline(customer, "insufficient_funds");
    expect(await answer(addSeats, { body: { additional_seats: 4 } })).toEqual([
      402,
      {
        detail: "The payment was declined. Nothing was changed; update the payment method and try again.",
        code: "payment_declined",
        decline_code: "insufficient_funds",
      },
    ]);
    await deliverAll(service);
    expect([await status(), await sold(), await actions()]).toEqual(before);
  });

  it("409 of a plan that has any number of them", async () => {
    await subscribe(service, acme, "enterprise");
    expect(await answer(addSeats, { body: { additional_seats: 1 } })).toMatchObject([
      409,
      { code: "seats_not_sold" },
    ]);
  });
});

describe("Idempotency-Key", () => {
  const named = (key: string) => ({ "Idempotency-Key": key });
  const bought = async (response: Response) => [response.status, await response.json()];

  it("buys once what is asked twice, and answers the same", async () => {
    await subscribe(service, acme);
    const first = await bought(await buy(2, named("a")));
    expect(await bought(await buy(2, named("a")))).toEqual(first);
    expect(await seatsSold()).toBe(2);
    expect(await bought(await buy(2, named("b")))).toEqual([200, { extra_seats: 4, seat_limit: 14 }]);
  });

  it("buys once what is asked at the same time", async () => {
    await subscribe(service, acme);
    const answers = await Promise.all(
      Array.from({ length: 5 }, async () => bought(await buy(2, named("a")))),
    );
    expect(answers).toEqual(answers.map(() => [200, { extra_seats: 2, seat_limit: 12 }]));
    expect(await seatsSold()).toBe(2);
  });

  it("409 with another body, or of another operation", async () => {
    await subscribe(service, acme);
    await buy(2, named("a"));
    const refusal = [
      409,
      { detail: "This Idempotency-Key was used for another request.", code: "idempotency_key_used" },
    ];
    expect(await bought(await buy(3, named("a")))).toEqual(refusal);
    const headers = { "X-API-Key": acme.key, ...named("a") };
    expect(await answer(removeSeats, { body: { removed_seats: 2 }, headers })).toEqual(refusal);
    expect(await seatsSold()).toBe(2);
  });

  it("is forgotten after a day", async () => {
    await subscribe(service, acme);
    await buy(2, named("a"));
    const { now } = service.shared;
    service.shared.now = () => new Date(Date.now() + 24 * 60 * 60 * 1000);
    expect(await bought(await buy(3, named("a")))).toEqual([200, { extra_seats: 5, seat_limit: 15 }]);
    service.shared.now = now;
  });

  it("does not keep a refusal: once the card is good, the same request is", async () => {
    await subscribe(service, acme);
    const { customer } = await namesOf(acme);
    stripe.people.setDecline(customer, "expired_card");
    expect((await buy(2, named("a"))).status).toBe(402);
    stripe.people.setDecline(customer, null);
    expect(await bought(await buy(2, named("a")))).toEqual([200, { extra_seats: 2, seat_limit: 12 }]);
  });

  it("buys once although the answer was lost on its way, and the event came before the retry", async () => {
    await subscribe(service, acme);
    stripe.losesAnswerOf = ({ method, path }) => method === "POST" && path.startsWith("/v1/subscriptions/");
    expect((await buy(2, named("a"))).status).toBe(503);
    stripe.losesAnswerOf = () => false;
    await deliverAll(service);
    expect(await bought(await buy(2, named("a")))).toEqual([200, { extra_seats: 2, seat_limit: 12 }]);
    expect(await seatsSold()).toBe(2);
  });

  it.each(["", "x".repeat(256)])("422 for %j", async (key) => {
    const response = await buy(2, named(key));
    expect([response.status, await response.json()]).toMatchObject([
      422,
      { detail: [{ loc: ["header", "Idempotency-Key"] }] },
    ]);
  });
});

it("concurrent purchases lose none: one writer per workspace at a time", async () => {
  await subscribe(service, acme);
  const answers = await Promise.all([1, 2, 3, 4, 5].map((seats) => buy(seats)));
  expect(answers.map((response) => response.status)).toEqual([200, 200, 200, 200, 200]);
  expect(await seatsSold()).toBe(15);
  expect(await status()).toMatchObject({ extra_seats: 15 });
  expect(await paid()).toBe(20_000 + 15 * 1500);
});

describe("POST …/billing/seats/remove", () => {
  it("credits the rest of their period, which later charges use up", async () => {
    await subscribe(service, acme);
    await buy(4);
    expect(await answer(removeSeats, { body: { removed_seats: 3 } })).toEqual([
      200,
      { extra_seats: 1, seat_limit: 11 },
    ]);
    const before = await paid();
    await buy(3);
    expect(await paid()).toBe(before);
  });

  it("409 for more than were bought, and for those in use, saying how many", async () => {
    await subscribe(service, acme);
    await buy(2);
    expect(await answer(removeSeats, { body: { removed_seats: 3 } })).toMatchObject([
      409,
      { code: "too_few_seats" },
    ]);
    await join("member", 11);
    expect(await answer(removeSeats, { body: { removed_seats: 2 } })).toEqual([
      409,
      {
        detail: "That would leave 10 seats, and 11 are in use.",
        code: "plan_limits_exceeded",
        exceeded: [{ limit: "seats", allowed: 10, used: 11 }],
      },
    ]);
    expect(await answer(removeSeats, { body: { removed_seats: 1 } })).toMatchObject([
      200,
      { seat_limit: 11 },
    ]);
  });
});

describe("POST …/billing/change-plan", () => {
  it("charges the difference at once; seats go where there is any number", async () => {
    await subscribe(service, acme);
    await buy(2);
    const preview = await acme.call(previewPlanChange, { params, query: { plan_key: "enterprise" } });
    expect(preview).toEqual({ plan: "enterprise", extra_seats: 0, amount_due: 67_000, currency: "usd" });
    const before = await paid();
    expect(await answer(changePlan, { body: { plan_key: "enterprise" } })).toEqual([
      200,
      { plan: "enterprise", extra_seats: 0, status: "active" },
    ]);
    expect((await paid()) - before).toBe(67_000);
    expect(await entitlements()).toMatchObject({ plan: "enterprise", seat_limit: null });
  });

  it("409 naming every limit that is exceeded, also of the preview", async () => {
    await subscribe(service, acme, "enterprise");
    await join("member", 11);
    await join("viewer", 2);
    const folder = makeOrganisation(service.folder, "many", { empty: {} });
    for (const name of ["a", "b", "c", "d", "e", "f"]) await acme.connect(name, folder);
    const refusal = [
      409,
      {
        detail: "That would leave 10 seats, and 11 are in use; 5 connected orgs, and 6 are in use.",
        code: "plan_limits_exceeded",
        exceeded: [
          { limit: "seats", allowed: 10, used: 11 },
          { limit: "org_connections", allowed: 5, used: 6 },
        ],
      },
    ];
    expect(await answer(changePlan, { body: { plan_key: "pro" } })).toEqual(refusal);
    expect(await answer(previewPlanChange, { query: { plan_key: "pro" } })).toEqual(refusal);
    expect(await entitlements()).toMatchObject({ plan: "enterprise" });
  });

  it("409 for the same plan, 422 for one that is not sold", async () => {
    await subscribe(service, acme);
    expect(await answer(changePlan, { body: { plan_key: "pro" } })).toMatchObject([
      409,
      { code: "same_plan" },
    ]);
    expect(await answer(changePlan, { body: { plan_key: "free" } })).toMatchObject([422, {}]);
  });

  it("402 where the card is declined, and nothing has changed", async () => {
    await subscribe(service, acme);
    stripe.people.setDecline((await namesOf(acme)).customer, "insufficient_funds");
    expect(await answer(changePlan, { body: { plan_key: "enterprise" } })).toMatchObject([402, {}]);
    expect(await entitlements()).toMatchObject({ plan: "pro" });
  });
});

describe("POST …/billing/cancel", () => {
  it("lets the subscription end with its period, and keeps why", async () => {
    await subscribe(service, acme);
    const end = new Date((stripe.ledger.now + 30 * DAY_SECONDS) * 1000).toISOString();
    const body = { reason: "too_expensive", reason_text: "For now." };
    expect(await answer(cancelSubscription, { body })).toEqual([
      200,
      { cancel_at: end, status: "active", waived_count: 0, waived_total: 0 },
    ]);
    expect(await sold()).toMatchObject({ cancel_at_period_end: true });
    expect(await status()).toMatchObject({ subscription_status: "active", cancel_at: end, plan: "pro" });
    expect(await records()).toEqual([
      {
        id: expect.any(String),
        workspaceId: acme.scope.workspaceId,
        externalSubscriptionId: (await sold()).id,
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
    stripe.people.passTime(30 * DAY_SECONDS);
    await deliverAll(service);
    expect(await entitlements()).toMatchObject({ plan: "free" });
  });

  it("waives what waits for the next invoice, if asked to; what is open stays", async () => {
    await subscribe(service, acme);
    for (const amount of [100, 250])
      stripe.ledger.addPending(await sold(), { amount, description: "Overage", proration: false });
    const kept = await answer(cancelSubscription, { body: {} });
    expect(kept).toMatchObject([200, { waived_count: 0 }]);
    await acme.call(resumeSubscription, { params });
    const waived = await answer(cancelSubscription, { body: { waive_pending_charges: true } });
    expect(waived).toMatchObject([200, { waived_count: 2, waived_total: 350 }]);
    const before = await paid();
    stripe.people.passTime(30 * DAY_SECONDS);
    expect(await paid()).toBe(before);
    expect(await records()).toHaveLength(2);
    await deliverAll(service);
  });

  it("409 without a subscription, and where it ends already", async () => {
    expect(await answer(cancelSubscription, { body: {} })).toMatchObject([409, { code: "no_subscription" }]);
    await subscribe(service, acme);
    await acme.call(cancelSubscription, { params });
    expect(await answer(cancelSubscription, { body: {} })).toMatchObject([
      409,
      { code: "already_scheduled" },
    ]);
    expect(await records()).toHaveLength(1);
  });

  it.each([{ reason: "bored" }, { reason_text: "x".repeat(501) }, { waive_pending_charges: "yes" }])(
    "422 for %j",
    async (body) => {
      expect((await answer(cancelSubscription, { body }))[0]).toBe(422);
    },
  );

  it("keeps its record although the first answer was lost", async () => {
    await subscribe(service, acme);
    stripe.losesAnswerOf = ({ method, path }) => method === "POST" && path.startsWith("/v1/subscriptions/");
    const headers = { "X-API-Key": acme.key, "Idempotency-Key": "a" };
    expect(await answer(cancelSubscription, { body: {}, headers })).toMatchObject([503, {}]);
    expect(await records()).toEqual([]);
    stripe.losesAnswerOf = () => false;
    expect(await answer(cancelSubscription, { body: {}, headers })).toMatchObject([200, {}]);
    expect(await records()).toHaveLength(1);
  });
});

describe("POST …/billing/resume", () => {
  it("lets the subscription go on, and leaves the record of its cancellation", async () => {
    await subscribe(service, acme);
    await acme.call(cancelSubscription, { params, body: { reason: "other" } });
    const kept = await records();
    expect(await answer(resumeSubscription)).toEqual([200, { cancel_at: null, status: "active" }]);
    expect(await sold()).toMatchObject({ cancel_at_period_end: false });
    expect(await status()).toMatchObject({ cancel_at: null });
    expect(await records()).toEqual(kept);
    expect((await actions()).slice(0, 2)).toEqual([
      "subscription.resumed",
      "subscription.cancellation_scheduled",
    ]);
  });

  it("409 where nothing is scheduled", async () => {
    await subscribe(service, acme);
    expect(await answer(resumeSubscription)).toMatchObject([409, { code: "nothing_scheduled" }]);
  });
});

it("GET …/billing/payment-info shows the card, and null before there is one", async () => {
  expect(await answer(getPaymentInfo)).toEqual([200, { payment_method: null }]);
  await subscribe(service, acme);
  expect(await answer(getPaymentInfo)).toEqual([
    200,
    { payment_method: { type: "card", brand: "visa", last4: "4242", exp_month: 12, exp_year: 2034 } },
  ]);
});

it("seats that were bought let people join, and no more of them", async () => {
  await subscribe(service, acme);
  await join("member", 10);
  const { scope } = acme;
  await inWorkspace(scope, (tx) =>
    tx.insert(membership).values({ workspaceId: scope.workspaceId, userId: owner.id, role: "owner" }),
  );
  const invite = (name: string) =>
    owner.fetch(createInvitation, { params, body: { email: `${name}@acme.example`, role: "member" } });
  expect((await invite("ada")).status).toBe(402);
  await buy(2);
  expect((await invite("ada")).status).toBe(201);
  expect((await invite("grace")).status).toBe(402);
});

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
    await subscribe(service, acme);
    const before = await status();
    stripe.interfere = () => json(500, { error: { type: "api_error", message: "Down." } });
    expect(await answer(operation, { ...(body && { body }) })).toEqual([
      503,
      {
        detail:
          "The payment processor does not answer. Try again: with the same Idempotency-Key nothing is done twice.",
      },
    ]);
    expect(await status()).toEqual(before);
    expect((await answer(listBillingHistory))[0]).toBe(503);
    expect((await acme.fetch(listPlans)).status).toBe(200);
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
      { detail: "This deployment has no payment processor: nothing can be bought." },
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
