import { removeSeats } from "@knockon/contract/operations/billing";
import { collectWorkspace } from "@knockon/core/garbage/collect-garbage";
import { describe, expect, it } from "vitest";
import { useBilling } from "../testing/use-billing.ts";

const { stripe, service, workspace, answer, subscribe, deliverAll, names, named, buy, seatsSold } =
  useBilling();

describe("Idempotency-Key", () => {
  it("buys once what is asked twice, and answers the same [D-11.21]", async () => {
    await subscribe();
    const first = await buy(2, "a");
    expect(await buy(2, "a")).toEqual(first);
    expect(await seatsSold()).toBe(2);
    expect(await buy(2, "b")).toEqual([200, { extra_seats: 4, seat_limit: 14 }]);
  });

  it("buys once what is asked at the same time", async () => {
    await subscribe();
    const answers = await Promise.all(Array.from({ length: 5 }, () => buy(2, "a")));
    expect(answers).toEqual(answers.map(() => [200, { extra_seats: 2, seat_limit: 12 }]));
    expect(await seatsSold()).toBe(2);
  });

  it("409 with another body, or of another operation [D-11.22]", async () => {
    await subscribe();
    await buy(2, "a");
    const refusal = [
      409,
      { detail: "This Idempotency-Key was used for another request.", code: "idempotency_key_used" },
    ];
    expect(await buy(3, "a")).toEqual(refusal);
    const headers = named("a");
    expect(await answer(removeSeats, { body: { removed_seats: 2 }, headers })).toEqual(refusal);
    expect(await seatsSold()).toBe(2);
  });

  it.each([
    ["kept", 2],
    ["collected", 2],
    ["kept", 3],
  ])("is forgotten after a day, the answer %s: %i seats are bought [D-11.21]", async (answerIs, seats) => {
    await subscribe();
    await buy(2, "a");
    const { now } = service().shared;
    service().shared.now = () => new Date(Date.now() + 24 * 60 * 60 * 1000);
    const ctx = {
      ...service().shared,
      ...workspace().scope,
      actor: { type: "system" } as const,
      requestId: "test",
    };
    if (answerIs === "collected") await collectWorkspace(ctx);
    const again = await buy(seats, "a");
    service().shared.now = now;
    expect(again).toEqual([200, { extra_seats: 2 + seats, seat_limit: 12 + seats }]);
    expect(await seatsSold()).toBe(2 + seats);
  });

  it("does not keep a refusal: once the card is good, the same request is", async () => {
    await subscribe();
    const { customer } = await names();
    stripe().people.setDecline(customer, "expired_card");
    expect(await buy(2, "a")).toMatchObject([402, {}]);
    stripe().people.setDecline(customer, null);
    expect(await buy(2, "a")).toEqual([200, { extra_seats: 2, seat_limit: 12 }]);
  });

  it("buys once although the answer was lost on its way, and the event came before the retry [D-11.20]", async () => {
    await subscribe();
    stripe().losesAnswerOf = ({ method, path }) => method === "POST" && path.startsWith("/v1/subscriptions/");
    expect(await buy(2, "a")).toMatchObject([503, {}]);
    stripe().losesAnswerOf = () => false;
    await deliverAll();
    expect(await buy(2, "a")).toEqual([200, { extra_seats: 2, seat_limit: 12 }]);
    expect(await seatsSold()).toBe(2);
  });

  it.each(["", "x".repeat(256)])("422 for %j", async (key) => {
    expect(await buy(2, key)).toMatchObject([422, { detail: [{ loc: ["header", "Idempotency-Key"] }] }]);
  });
});
