import { getPaymentInfo, openCheckout, openPortal } from "@knockon/contract/operations/billing";
import { getWorkspace } from "@knockon/contract/operations/workspace";
import { describe, expect, it } from "vitest";
import { useBilling } from "../testing/use-billing.ts";

const { stripe, call, answer, subscribe, deliverAll, names, status, entitlements, named, paid } =
  useBilling();

describe("POST …/billing/checkout", () => {
  it("leads to a page on which the plan begins, and its features with it [IF-1.9 D-11.29]", async () => {
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

  it("changes nothing for whoever leaves the page, or whose card is declined there", async () => {
    const { url } = await call(openCheckout, { body: { plan_key: "pro" } });
    const { customer } = await names();
    stripe().people.setDecline(customer, "generic_decline");
    expect(stripe().people.completeCheckout(url)).toBe(false);
    await deliverAll();
    expect(await entitlements()).toMatchObject({ plan: "free" });
  });

  it("closes the page that was opened before: nobody pays twice", async () => {
    const body = { plan_key: "pro" };
    const first = await call(openCheckout, { body });
    const second = await call(openCheckout, { body });
    expect(() => stripe().people.completeCheckout(first.url)).toThrow("Nobody can pay");
    expect(stripe().people.completeCheckout(second.url)).toBe(true);
    await deliverAll();
    expect(await paid()).toBe(20_000);
  });

  it("409 where somebody pays on the former page at that moment", async () => {
    const { url } = await call(openCheckout, { body: { plan_key: "pro" } });
    stripe().interfere = ({ path }) => {
      if (path.endsWith("/expire")) stripe().people.completeCheckout(url);
      return undefined;
    };
    expect(await answer(openCheckout, { body: { plan_key: "pro" } })).toMatchObject([
      409,
      { code: "subscription_exists" },
    ]);
    await deliverAll();
    expect(await status()).toMatchObject({ subscription_status: "active" });
  });

  it("409 where there is a subscription, 422 for a plan that is not sold", async () => {
    await subscribe();
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

  it("leads whoever paid elsewhere than whoever left without", async () => {
    await call(openCheckout, { body: { plan_key: "pro" } });
    const { session } = [...stripe().ledger.checkouts.values()].at(-1) ?? {};
    expect(session?.success_url).toMatch(/\/settings\/billing\?checkout=paid$/u);
    expect(session?.cancel_url).toMatch(/\/settings\/billing\?checkout=left$/u);
  });

  it("begins again after a subscription ended, and after the customer was deleted", async () => {
    await subscribe();
    const first = await names();
    stripe().people.end(first.subscription);
    await deliverAll();
    expect(await entitlements()).toMatchObject({ plan: "free", seat_limit: 3 });
    await subscribe();
    const second = await names();
    expect(second.customer).toBe(first.customer);
    stripe().people.deleteCustomer(second.customer);
    await deliverAll();
    expect(await status()).toMatchObject({ plan: "free", subscription_status: "canceled" });
    await subscribe();
    expect((await names()).customer).not.toBe(first.customer);
    expect(await entitlements()).toMatchObject({ plan: "pro" });
  });
});

describe("a request for a page that is tried again", () => {
  const again = () => answer(openCheckout, { body: { plan_key: "pro" }, headers: named("a") });

  it("leads to the same page while that is open, and to another once its time is over", async () => {
    const first = await again();
    expect(await again()).toEqual(first);
    stripe().people.passTime(24 * 60 * 60);
    const [code, { url }] = await again();
    expect([code, url === first[1]["url"]]).toEqual([200, false]);
    expect(stripe().people.completeCheckout(String(url))).toBe(true);
    expect(await again()).toMatchObject([409, { code: "subscription_exists" }]);
  });

  it("does not lead to a page that another request closed", async () => {
    const [, former] = await again();
    await call(openCheckout, { body: { plan_key: "enterprise" } });
    const [, { url }] = await again();
    expect(url).not.toBe(former["url"]);
    expect(stripe().people.completeCheckout(String(url))).toBe(true);
  });

  it("leads to a new page of the portal, for none lasts", async () => {
    await subscribe();
    const opened = await answer(openPortal, { headers: named("b") });
    expect(opened).toMatchObject([200, {}]);
    expect(await answer(openPortal, { headers: named("b") })).not.toEqual(opened);
  });
});

it("POST …/billing/portal leads to the page of cards and invoices; 409 before anything was bought [D-11.30]", async () => {
  expect(await answer(openPortal)).toMatchObject([409, { code: "no_customer" }]);
  await subscribe();
  expect(await answer(openPortal)).toMatchObject([200, { url: expect.stringContaining("https://billing.") }]);
});

it("GET …/billing/payment-info shows the card, and null before there is one", async () => {
  expect(await answer(getPaymentInfo)).toEqual([200, { payment_method: null }]);
  await subscribe();
  expect(await answer(getPaymentInfo)).toEqual([
    200,
    { payment_method: { type: "card", brand: "visa", last4: "4242", exp_month: 12, exp_year: 2034 } },
  ]);
});
