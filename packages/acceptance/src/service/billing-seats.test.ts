import { setTimeout } from "node:timers/promises";
import { addSeats, previewSeats, removeSeats } from "@knockon/contract/operations/billing";
import { createInvitation, listAuditEvents } from "@knockon/contract/operations/workspace";
import { describe, expect, it } from "vitest";
import { useBilling } from "../testing/use-billing.ts";

const DAY_SECONDS = 24 * 60 * 60;

const {
  stripe,
  params,
  call,
  send,
  subscribe,
  deliverAll,
  stripeIds,
  stripeSubscription,
  status,
  entitlements,
  buySeats,
  seatsAtStripe,
  amountPaid,
  auditActions,
  addMember,
} = useBilling();

describe("POST …/billing/seats", () => {
  it("charges for the rest of the period at once, and writes an audit event [IF-5.25,26,27 IF-8.3]", async () => {
    await subscribe();
    stripe().people.passTime(15 * DAY_SECONDS);
    const preview = await call(previewSeats, { query: { additional_seats: "4" } });
    expect(preview).toEqual({
      additional_seats: 4,
      extra_seats: 4,
      seat_limit: 14,
      amount_due: 3000,
      currency: "usd",
    });
    const before = await amountPaid();
    expect(await send(addSeats, { body: { additional_seats: 4 } })).toEqual([
      200,
      { extra_seats: 4, seat_limit: 14 },
    ]);
    expect((await amountPaid()) - before).toBe(3000);
    expect(await entitlements()).toMatchObject({ seat_limit: 14 });
    const [event] = await call(listAuditEvents);
    expect(event).toMatchObject({
      action: "subscription.seats_added",
      actor: { type: "key" },
      before: { extra_seats: 0 },
      after: { extra_seats: 4 },
    });
  });

  it("returns 409 without a subscription [D-11.18]", async () => {
    expect(await send(addSeats, { body: { additional_seats: 1 } })).toEqual([
      409,
      { detail: "The workspace has no subscription.", code: "no_subscription" },
    ]);
  });

  it.each([0, 1001, 1.5, -1, "1", null])("returns 422 for %j [D-11.17]", async (additional_seats) => {
    expect(await send(addSeats, { body: { additional_seats } })).toMatchObject([
      422,
      { detail: [{ loc: ["body", "additional_seats"] }] },
    ]);
  });

  it("returns 402 if the card is declined, and changes nothing [D-11.19]", async () => {
    await subscribe();
    await buySeats(1);
    const { customer } = await stripeIds();
    const before = [await status(), structuredClone(await stripeSubscription()), await auditActions()];
    stripe().people.setDecline(customer, "insufficient_funds");
    expect(await send(addSeats, { body: { additional_seats: 4 } })).toEqual([
      402,
      {
        detail: "The payment was declined. Nothing was changed; update the payment method and try again.",
        code: "payment_declined",
        decline_code: "insufficient_funds",
      },
    ]);
    await deliverAll();
    expect([await status(), await stripeSubscription(), await auditActions()]).toEqual(before);
  });

  it("returns 409 on a plan without a seat limit", async () => {
    await subscribe("enterprise");
    expect(await send(addSeats, { body: { additional_seats: 1 } })).toMatchObject([
      409,
      { code: "seats_not_sold" },
    ]);
  });
});

it("concurrent purchases lose no seats, because each workspace has one writer at a time [D-11.20]", async () => {
  await subscribe();
  const slow = { isNext: true };
  stripe().interfere = async ({ method }) => {
    // Without a lock, the others read and write before it, and it overwrites what they wrote.
    if (method !== "POST" || !slow.isNext) return undefined;
    slow.isNext = false;
    await setTimeout(300);
    return undefined;
  };
  const responses = await Promise.all([1, 2, 3, 4, 5].map((seats) => buySeats(seats)));
  expect(responses.map(([code]) => code)).toEqual([200, 200, 200, 200, 200]);
  expect(await seatsAtStripe()).toBe(15);
  expect(await status()).toMatchObject({ extra_seats: 15 });
  expect(await amountPaid()).toBe(20_000 + 15 * 1500);
});

describe("POST …/billing/seats/remove", () => {
  it("credits the rest of the period against later charges", async () => {
    await subscribe();
    await buySeats(4);
    expect(await send(removeSeats, { body: { removed_seats: 3 } })).toEqual([
      200,
      { extra_seats: 1, seat_limit: 11 },
    ]);
    const before = await amountPaid();
    await buySeats(3);
    expect(await amountPaid()).toBe(before);
  });

  it("returns 409 for more seats than were bought, and for seats in use, with their numbers", async () => {
    await subscribe();
    await buySeats(2);
    expect(await send(removeSeats, { body: { removed_seats: 3 } })).toMatchObject([
      409,
      { code: "too_few_seats" },
    ]);
    for (let joined = 0; joined < 11; joined += 1) await addMember("member");
    expect(await send(removeSeats, { body: { removed_seats: 2 } })).toEqual([
      409,
      {
        detail: "The pro plan's limits are exceeded: 11 of 10 seats in use.",
        code: "plan_limits_exceeded",
        exceeded: [{ limit: "seats", allowed: 10, used: 11 }],
      },
    ]);
    expect(await send(removeSeats, { body: { removed_seats: 1 } })).toMatchObject([200, { seat_limit: 11 }]);
  });
});

it("extra seats allow exactly as many more members", async () => {
  await subscribe();
  for (let joined = 0; joined < 10; joined += 1) await addMember("member");
  const owner = await addMember("owner");
  const invite = (name: string) =>
    owner.fetch(createInvitation, {
      params: params(),
      body: { email: `${name}@acme.example`, role: "member" },
    });
  expect((await invite("ada")).status).toBe(402);
  await buySeats(2);
  expect((await invite("ada")).status).toBe(201);
  expect((await invite("grace")).status).toBe(402);
});
