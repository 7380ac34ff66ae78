import type { Stripe } from "stripe";
import { PART, PLAN_KEY } from "../../payments/stripe/prices.ts";
import type { Ledger } from "./ledger.ts";

export interface SoldPlans {
  pro: Stripe.Price;
  seat: Stripe.Price;
  enterprise: Stripe.Price;
}

/** Creates the catalog described in `docs/billing.md`, and an unrelated price. */
export function sellPlans(ledger: Ledger): SoldPlans {
  ledger.sell("Consulting", 100_000, {});
  return {
    pro: ledger.sell("Pro", 20_000, { [PLAN_KEY]: "pro", [PART]: "base" }),
    seat: ledger.sell("Pro seat", 1500, { [PLAN_KEY]: "pro", [PART]: "seat" }),
    enterprise: ledger.sell("Enterprise", 90_000, { [PLAN_KEY]: "enterprise", [PART]: "base" }),
  };
}
