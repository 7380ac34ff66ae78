import type { PlanPrices, Price } from "@knockon/core/ports/payments";
import type { Stripe } from "stripe";

/** Price metadata key: the plan that the price or seat add-on belongs to. */
export const PLAN_KEY = "knockon_plan";
export const PART = "knockon_part";

/** Returns undefined for prices of other products. */
export function soldBy({ metadata }: Stripe.Price): { planKey: string; part: "base" | "seat" } | undefined {
  const { [PLAN_KEY]: planKey, [PART]: part } = metadata;
  if (planKey === undefined || (part !== "base" && part !== "seat")) return undefined;
  return { planKey, part };
}

/** If several prices are active, new subscriptions use the newest. */
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
