import { removeSeats } from "@knockon/contract/operations/billing";
import { collectWorkspace } from "@knockon/core/garbage/collect-garbage";
import { describe, expect, it } from "vitest";
import { useBilling } from "../testing/use-billing.ts";

const {
  stripe,
  service,
  workspace,
  send,
  subscribe,
  deliverAll,
  stripeIds,
  idempotencyHeaders,
  buySeats,
  seatsAtStripe,
} = useBilling();

describe("Idempotency-Key", () => {
  it("buys once for a repeated request, and returns the same response [D-11.21]", async () => {
    await subscribe();
    const first = await buySeats(2, "a");
    expect(await buySeats(2, "a")).toEqual(first);
    expect(await seatsAtStripe()).toBe(2);
    expect(await buySeats(2, "b")).toEqual([200, { extra_seats: 4, seat_limit: 14 }]);
  });

  it("buys once for simultaneous requests", async () => {
    await subscribe();
    const responses = await Promise.all(Array.from({ length: 5 }, () => buySeats(2, "a")));
    expect(responses).toEqual(responses.map(() => [200, { extra_seats: 2, seat_limit: 12 }]));
    expect(await seatsAtStripe()).toBe(2);
  });

  it("returns 409 for another body or another operation [D-11.22]", async () => {
    await subscribe();
    await buySeats(2, "a");
    const keyUsed = [
      409,
      { detail: "This Idempotency-Key was used for another request.", code: "idempotency_key_used" },
    ];
    expect(await buySeats(3, "a")).toEqual(keyUsed);
    const headers = idempotencyHeaders("a");
    expect(await send(removeSeats, { body: { removed_seats: 2 }, headers })).toEqual(keyUsed);
    expect(await seatsAtStripe()).toBe(2);
  });

  it.each([
    ["stored", 2],
    ["collected", 2],
    ["stored", 3],
  ])(
    "expires after a day, with the response %s: %i more seats are bought [D-11.21]",
    async (response, seats) => {
      await subscribe();
      await buySeats(2, "a");
      const { now } = service().shared;
      service().shared.now = () => new Date(Date.now() + 24 * 60 * 60 * 1000);
      const ctx = {
        ...service().shared,
        ...workspace().scope,
        actor: { type: "system" } as const,
        requestId: "test",
      };
      if (response === "collected") await collectWorkspace(ctx);
      const again = await buySeats(seats, "a");
      service().shared.now = now;
      expect(again).toEqual([200, { extra_seats: 2 + seats, seat_limit: 12 + seats }]);
      expect(await seatsAtStripe()).toBe(2 + seats);
    },
  );

  it("does not store a declined payment: the same request succeeds with a valid card", async () => {
    await subscribe();
    const { customer } = await stripeIds();
    stripe().people.setDecline(customer, "expired_card");
    expect(await buySeats(2, "a")).toMatchObject([402, {}]);
    stripe().people.setDecline(customer, null);
    expect(await buySeats(2, "a")).toEqual([200, { extra_seats: 2, seat_limit: 12 }]);
  });

  it("buys once if the response is lost and the event arrives before the retry [D-11.20]", async () => {
    await subscribe();
    stripe().losesAnswerOf = ({ method, path }) => method === "POST" && path.startsWith("/v1/subscriptions/");
    expect(await buySeats(2, "a")).toMatchObject([503, {}]);
    stripe().losesAnswerOf = () => false;
    await deliverAll();
    expect(await buySeats(2, "a")).toEqual([200, { extra_seats: 2, seat_limit: 12 }]);
    expect(await seatsAtStripe()).toBe(2);
  });

  it.each(["", "x".repeat(256)])("returns 422 for the key %j", async (key) => {
    expect(await buySeats(2, key)).toMatchObject([422, { detail: [{ loc: ["header", "Idempotency-Key"] }] }]);
  });
});
