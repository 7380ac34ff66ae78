import type { PlanPrices, Price } from "@knockon/core/ports/payments";
import type { Stripe } from "stripe";

/** What a price sells, as its metadata says: a plan itself, or a seat beside it. */
export const PLAN_KEY = "knockon_plan";
export const PART = "knockon_part";

/** Undefined for a price that is none of ours. */
export function soldBy({ metadata }: Stripe.Price): { planKey: string; part: "base" | "seat" } | undefined {
  const { [PLAN_KEY]: planKey, [PART]: part } = metadata;
  if (planKey === undefined || (part !== "base" && part !== "seat")) return undefined;
  return { planKey, part };
}

/** Of several active prices for the same, the newest is sold; whoever bought at another keeps it. */
export async function listPrices(stripe: Stripe): Promise<PlanPrices[]> {
  const bases = new Map<string, Price>();
  const seats = new Map<string, Price>();
  // Newest first.
  for await (const price of stripe.prices.list({ active: true, type: "recurring", limit: 100 })) {
    const sold = soldBy(price);
    if (!sold || price.unit_amount === null) continue;
    const found = sold.part === "base" ? bases : seats;
    if (found.has(sold.planKey)) continue;
    found.set(sold.planKey, { id: price.id, amount: price.unit_amount, currency: price.currency });
  }
  return Array.from(bases, ([planKey, base]) => ({ planKey, base, seat: seats.get(planKey) ?? null }));
}
