import { addSeats, previewSeats, removeSeats } from "@knockon/contract/operations/billing";
import { createInvitation, listAuditEvents } from "@knockon/contract/operations/workspace";
import { describe, expect, it } from "vitest";
import { useBilling } from "../testing/use-billing.ts";

const DAY_SECONDS = 24 * 60 * 60;

const {
  stripe,
  params,
  call,
  answer,
  subscribe,
  deliverAll,
  names,
  sold,
  status,
  entitlements,
  buy,
  seatsSold,
  paid,
  actions,
  join,
} = useBilling();

describe("POST …/billing/seats", () => {
  it("charges for the rest of the period at once, and leaves an audit event [IF-5.25,26,27 IF-8.3]", async () => {
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
    const before = await paid();
    expect(await answer(addSeats, { body: { additional_seats: 4 } })).toEqual([
      200,
      { extra_seats: 4, seat_limit: 14 },
    ]);
    expect((await paid()) - before).toBe(3000);
    expect(await entitlements()).toMatchObject({ seat_limit: 14 });
    const [event] = await call(listAuditEvents);
    expect(event).toMatchObject({
      action: "subscription.seats_added",
      actor: { type: "key" },
      before: { extra_seats: 0 },
      after: { extra_seats: 4 },
    });
  });

  it("409 without a subscription [D-11.18]", async () => {
    expect(await answer(addSeats, { body: { additional_seats: 1 } })).toEqual([
      409,
      { detail: "The workspace has no subscription.", code: "no_subscription" },
    ]);
  });

  it.each([0, 1001, 1.5, -1, "1", null])("422 for %j [D-11.17]", async (additional_seats) => {
    expect(await answer(addSeats, { body: { additional_seats } })).toMatchObject([
      422,
      { detail: [{ loc: ["body", "additional_seats"] }] },
    ]);
  });

  it("402 where the card is declined, and nothing has changed [D-11.19]", async () => {
    await subscribe();
    await buy(1);
    const { customer } = await names();
    const before = [await status(), structuredClone(await sold()), await actions()];
    stripe().people.setDecline(customer, "insufficient_funds");
    expect(await answer(addSeats, { body: { additional_seats: 4 } })).toEqual([
      402,
      {
        detail: "The payment was declined. Nothing was changed; update the payment method and try again.",
        code: "payment_declined",
        decline_code: "insufficient_funds",
      },
    ]);
    await deliverAll();
    expect([await status(), await sold(), await actions()]).toEqual(before);
  });

  it("409 of a plan that has any number of them", async () => {
    await subscribe("enterprise");
    expect(await answer(addSeats, { body: { additional_seats: 1 } })).toMatchObject([
      409,
      { code: "seats_not_sold" },
    ]);
  });
});

it("concurrent purchases lose none: one writer per workspace at a time [D-11.20]", async () => {
  await subscribe();
  const answers = await Promise.all([1, 2, 3, 4, 5].map((seats) => buy(seats)));
  expect(answers.map(([code]) => code)).toEqual([200, 200, 200, 200, 200]);
  expect(await seatsSold()).toBe(15);
  expect(await status()).toMatchObject({ extra_seats: 15 });
  expect(await paid()).toBe(20_000 + 15 * 1500);
});

describe("POST …/billing/seats/remove", () => {
  it("credits the rest of their period, which later charges use up", async () => {
    await subscribe();
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
    await subscribe();
    await buy(2);
    expect(await answer(removeSeats, { body: { removed_seats: 3 } })).toMatchObject([
      409,
      { code: "too_few_seats" },
    ]);
    for (let joined = 0; joined < 11; joined += 1) await join("member");
    expect(await answer(removeSeats, { body: { removed_seats: 2 } })).toEqual([
      409,
      {
        detail: "The pro plan's limits are exceeded: 11 of 10 seats in use.",
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

it("seats that were bought let people join, and no more of them", async () => {
  await subscribe();
  for (let joined = 0; joined < 10; joined += 1) await join("member");
  const owner = await join("owner");
  const invite = (name: string) =>
    owner.fetch(createInvitation, {
      params: params(),
      body: { email: `${name}@acme.example`, role: "member" },
    });
  expect((await invite("ada")).status).toBe(402);
  await buy(2);
  expect((await invite("ada")).status).toBe(201);
  expect((await invite("grace")).status).toBe(402);
});
