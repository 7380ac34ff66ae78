import { getPaymentInfo, openCheckout, openPortal } from "@knockon/contract/operations/billing";
import { getWorkspace } from "@knockon/contract/operations/workspace";
import { describe, expect, it } from "vitest";
import { useBilling } from "../testing/use-billing.ts";

const {
  stripe,
  call,
  send,
  subscribe,
  deliverAll,
  stripeIds,
  status,
  entitlements,
  idempotencyHeaders,
  amountPaid,
} = useBilling();

describe("POST …/billing/checkout", () => {
  it("returns a checkout URL; payment there starts the plan and its features [IF-1.9 D-11.29]", async () => {
    expect(await entitlements()).toMatchObject({
      plan: "free",
      seat_limit: 3,
      features: { multi_org: false },
    });
    await subscribe();
    expect(await entitlements()).toMatchObject({
      plan: "pro",
      seat_limit: 10,
      features: { multi_org: true },
    });
    expect(await status()).toMatchObject({ subscription_status: "active", cancel_at: null });
    expect(await call(getWorkspace)).toMatchObject({ plan: "pro" });
  });

  it("changes nothing if the user leaves the page or the card is declined", async () => {
    const { url } = await call(openCheckout, { body: { plan_key: "pro" } });
    const { customer } = await stripeIds();
    stripe().people.setDecline(customer, "generic_decline");
    expect(stripe().people.completeCheckout(url)).toBe(false);
    await deliverAll();
    expect(await entitlements()).toMatchObject({ plan: "free" });
  });

  it("closes the previous page, so a workspace cannot pay twice", async () => {
    const body = { plan_key: "pro" };
    const first = await call(openCheckout, { body });
    const second = await call(openCheckout, { body });
    expect(() => stripe().people.completeCheckout(first.url)).toThrow(first.url);
    expect(stripe().people.completeCheckout(second.url)).toBe(true);
    await deliverAll();
    expect(await amountPaid()).toBe(20_000);
  });

  it("returns 409 if the user pays on the previous page at the same time", async () => {
    const { url } = await call(openCheckout, { body: { plan_key: "pro" } });
    stripe().interfere = ({ path }) => {
      if (path.endsWith("/expire")) stripe().people.completeCheckout(url);
      return undefined;
    };
    expect(await send(openCheckout, { body: { plan_key: "pro" } })).toMatchObject([
      409,
      { code: "subscription_exists" },
    ]);
    await deliverAll();
    expect(await status()).toMatchObject({ subscription_status: "active" });
  });

  it("returns 409 if there is a subscription, and 422 for a plan that is not sold", async () => {
    await subscribe();
    expect(await send(openCheckout, { body: { plan_key: "pro" } })).toMatchObject([
      409,
      { code: "subscription_exists" },
    ]);
    for (const plan_key of ["free", "platinum"])
      expect(await send(openCheckout, { body: { plan_key } })).toMatchObject([
        422,
        { detail: [{ loc: ["body", "plan_key"] }] },
      ]);
  });

  it("redirects paid and abandoned checkouts to different URLs", async () => {
    await call(openCheckout, { body: { plan_key: "pro" } });
    const { session } = [...stripe().ledger.checkouts.values()].at(-1) ?? {};
    expect(session?.success_url).toMatch(/\/settings\/billing\?checkout=paid$/u);
    expect(session?.cancel_url).toMatch(/\/settings\/billing\?checkout=left$/u);
  });

  it("starts a new subscription after the previous one ended, and after the customer was deleted", async () => {
    await subscribe();
    const first = await stripeIds();
    stripe().people.end(first.subscription);
    await deliverAll();
    expect(await entitlements()).toMatchObject({ plan: "free", seat_limit: 3 });
    await subscribe();
    const second = await stripeIds();
    expect(second.customer).toBe(first.customer);
    stripe().people.deleteCustomer(second.customer);
    await deliverAll();
    expect(await status()).toMatchObject({ plan: "free", subscription_status: "canceled" });
    await subscribe();
    expect((await stripeIds()).customer).not.toBe(first.customer);
    expect(await entitlements()).toMatchObject({ plan: "pro" });
  });
});

describe("a retried request with the same Idempotency-Key", () => {
  const retry = () => send(openCheckout, { body: { plan_key: "pro" }, headers: idempotencyHeaders("a") });

  it("returns the same page while it is open, and a new one after it expired", async () => {
    const first = await retry();
    expect(await retry()).toEqual(first);
    stripe().people.passTime(24 * 60 * 60);
    const [code, { url }] = await retry();
    expect([code, url === first[1]["url"]]).toEqual([200, false]);
    expect(stripe().people.completeCheckout(String(url))).toBe(true);
    expect(await retry()).toMatchObject([409, { code: "subscription_exists" }]);
  });

  it("does not return a page that another request closed", async () => {
    const [, previous] = await retry();
    await call(openCheckout, { body: { plan_key: "enterprise" } });
    const [, { url }] = await retry();
    expect(url).not.toBe(previous["url"]);
    expect(stripe().people.completeCheckout(String(url))).toBe(true);
  });

  it("returns a new portal page, because portal pages are short-lived", async () => {
    await subscribe();
    const opened = await send(openPortal, { headers: idempotencyHeaders("b") });
    expect(opened).toMatchObject([200, {}]);
    expect(await send(openPortal, { headers: idempotencyHeaders("b") })).not.toEqual(opened);
  });
});

it("POST …/billing/portal returns the URL of cards and invoices, or 409 before the first purchase [D-11.30]", async () => {
  expect(await send(openPortal)).toMatchObject([409, { code: "no_customer" }]);
  await subscribe();
  expect(await send(openPortal)).toMatchObject([200, { url: expect.stringContaining("https://billing.") }]);
});

it("GET …/billing/payment-info returns the card, or null if there is none", async () => {
  expect(await send(getPaymentInfo)).toEqual([200, { payment_method: null }]);
  await subscribe();
  expect(await send(getPaymentInfo)).toEqual([
    200,
    { payment_method: { type: "card", brand: "visa", last4: "4242", exp_month: 12, exp_year: 2034 } },
  ]);
});
