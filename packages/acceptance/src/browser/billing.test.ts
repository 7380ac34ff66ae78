import { sellPlans } from "@knockon/adapters/testing/stripe/sell-plans";
import {
  SECRET_KEY,
  startFakeStripe,
  WEBHOOK_SECRET,
  type FakeStripe,
} from "@knockon/adapters/testing/stripe/fake-stripe";
import { API_PREFIX } from "@knockon/contract/operation";
import { receivePaymentsWebhook } from "@knockon/contract/operations/webhook";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { useApplication } from "./test-application.ts";
import type { Visitor } from "./visitor.ts";

let stripe: FakeStripe;

const { application, account, visitAsOwner } = useApplication(async () => {
  stripe = await startFakeStripe();
  sellPlans(stripe.ledger);
  return {
    STRIPE_SECRET_KEY: SECRET_KEY,
    STRIPE_WEBHOOK_SECRET: WEBHOOK_SECRET,
    STRIPE_API_URL: stripe.url.href,
  };
});

let owner: Visitor;
let billing: string;

beforeAll(async () => {
  owner = await visitAsOwner();
  billing = `${account().home}/settings/billing`;
  await owner.page.route("https://checkout.stripe.example/**", (route) =>
    route.fulfill({ body: "Pay here" }),
  );
});

afterAll(() => stripe.close());

/** Delivers Stripe's pending webhook events to the application. */
async function deliverEvents(): Promise<void> {
  for (const event of stripe.ledger.events.splice(0)) {
    const { body, signature } = stripe.deliver(event);
    const headers = { "Stripe-Signature": signature };
    await fetch(application().url + API_PREFIX + receivePaymentsWebhook.path, {
      method: "POST",
      headers,
      body,
    });
  }
}

const customer = (): string => [...stripe.ledger.customers.keys()][0] ?? "";
const sold = () => [...stripe.ledger.subscriptions.values()][0];
const seatsSold = () =>
  sold()?.items.data.find(({ price }) => price.metadata["knockon_part"] === "seat")?.quantity;
const endsWithPeriod = () => sold()?.cancel_at !== null;
const paid = (): number =>
  [...stripe.ledger.invoices.values()].reduce((sum, { amount_paid }) => sum + amount_paid, 0);

/** The return path of the last checkout session. */
function returnPath(which: "success_url" | "cancel_url"): string {
  const { pathname, search } = new URL([...stripe.ledger.checkouts.values()].at(-1)?.session[which] ?? "");
  return pathname + search;
}

describe("billing", () => {
  it("reports a canceled checkout", async () => {
    const { page, load } = owner;
    await load(billing);
    await page.getByRole("button", { name: "Choose Pro" }).click();
    await page.waitForURL(/checkout\.stripe\.example/u);
    await load(returnPath("cancel_url"));
    await page.getByText("Checkout canceled").waitFor();
    expect(stripe.ledger.subscriptions.size).toBe(0);
  });

  it("shows the new plan after checkout without a reload", async () => {
    const { page, load, barriers } = owner;
    await load(billing);
    await page.getByRole("button", { name: "Choose Pro" }).click();
    await page.waitForURL(/checkout\.stripe\.example/u);
    expect(stripe.people.completeCheckout(page.url())).toBe(true);
    await load(returnPath("success_url"));
    await deliverEvents();
    await page.getByText(/^Renews on/u).waitFor();
    await page.getByText("Visa ending in 4242").waitFor();
    expect(await barriers()).toEqual([]);
  });

  it("previews a charge, and a retry after a lost response does not charge twice", async () => {
    const { page, load } = owner;
    await load(billing);
    await page.getByRole("button", { name: "Add seats" }).click();
    await page.getByLabel("Number of seats").fill("2");
    await page.getByText("New total: 12 seats.").waitFor();
    const [, preview = ""] = /charged \$([\d.]+) now/u.exec(await page.getByRole("dialog").innerText()) ?? [];
    const before = paid();
    stripe.losesAnswerOf = ({ method, path }) => method === "POST" && path.startsWith("/v1/subscriptions/");
    await page.getByRole("button", { name: "Buy 2 seats" }).click();
    await page.getByText("Service unavailable").waitFor();
    stripe.losesAnswerOf = () => false;
    await page.getByRole("button", { name: "Buy 2 seats" }).click();
    await page.getByText("You now have 12 seats").waitFor();
    expect(paid() - before).toBe(Math.round(Number(preview) * 100));
    await page.getByText("10 included in your plan and 2 purchased.").waitFor();
  });

  it("explains a declined card", async () => {
    const { page, load } = owner;
    stripe.people.setDecline(customer(), "insufficient_funds");
    await load(billing);
    await page.getByRole("button", { name: "Add seats" }).click();
    await page.getByRole("button", { name: "Buy 1 seat" }).click();
    await page.getByText("Insufficient funds. You weren't charged.").waitFor();
    stripe.people.setDecline(customer(), null);
    expect(seatsSold()).toBe(2);
  });

  it("cancels with a reason and resumes", async () => {
    const { page, load } = owner;
    await load(billing);
    await page.getByRole("button", { name: "Cancel subscription" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByText("No data is deleted.").waitFor();
    await dialog.getByLabel("Reason (optional)").selectOption("missing_feature");
    await dialog.getByRole("button", { name: "Cancel subscription" }).click();
    await page
      .getByText(/^Pro ends on/u)
      .first()
      .waitFor();
    expect(endsWithPeriod()).toBe(true);
    await page.getByRole("button", { name: "Keep Pro" }).click();
    await page.getByText(/^Renews on/u).waitFor();
    expect(endsWithPeriod()).toBe(false);
  });

  it("lists charges with their documents", async () => {
    const { page, load, barriers, faults } = owner;
    await load(billing);
    await page.getByRole("table", { name: "Charges and credits" }).waitFor();
    expect(await page.getByRole("row").count()).toBeGreaterThan(2);
    expect(await page.getByRole("link", { name: /^PDF/u }).first().getAttribute("href")).toMatch(/^https:/u);
    expect(await barriers()).toEqual([]);
    expect(faults().filter((fault) => !/stripe\.example|status of (402|503)/u.test(fault))).toEqual([]);
  });
});
