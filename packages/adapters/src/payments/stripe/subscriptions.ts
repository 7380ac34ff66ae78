import {
  entitles,
  type PaidPlan,
  type PaidSubscription,
  type PlanPrices,
  type Price,
} from "@knockon/core/ports/payments";
import type { Stripe } from "stripe";
import { soldBy } from "./prices.ts";

/** Where a subscription keeps which write of ours was its last. */
export const OPERATION = "knockon_operation";

const partOf = ({ items }: Stripe.Subscription, part: "base" | "seat") =>
  items.data.find(({ price }) => soldBy(price)?.part === part);

const instantOf = (seconds: number): Date => new Date(seconds * 1000);

/** Since flexible billing, a period is an item's: that of the plan, where there is one. */
export function presentSubscription(found: Stripe.Subscription): PaidSubscription {
  const base = partOf(found, "base") ?? found.items.data[0];
  const periodEnd = base?.current_period_end ?? found.ended_at ?? found.created;
  const cancelAt = found.cancel_at ?? (found.cancel_at_period_end ? periodEnd : null);
  return {
    id: found.id,
    status: found.status as PaidSubscription["status"],
    planKey: (base && soldBy(base.price)?.planKey) ?? null,
    extraSeats: partOf(found, "seat")?.quantity ?? 0,
    currency: found.currency,
    periodEnd: instantOf(periodEnd),
    cancelAt: cancelAt === null ? null : instantOf(cancelAt),
    lastOperation: found.metadata[OPERATION] || null,
  };
}

/** One that entitles before any other, then the newest. */
export const mostRelevant = (found: readonly Stripe.Subscription[]): Stripe.Subscription | undefined =>
  found.toSorted(
    (a, b) => Number(entitles(b.status)) - Number(entitles(a.status)) || b.created - a.created,
  )[0];

/** What makes a subscription exactly that plan with so many seats beside it. Whoever stays with a plan stays with its price. */
export function itemsFor(
  found: Stripe.Subscription,
  { planKey, extraSeats }: PaidPlan,
  catalog: readonly PlanPrices[],
): Stripe.SubscriptionUpdateParams.Item[] {
  const base = partOf(found, "base");
  const seat = partOf(found, "seat");
  const prices = catalog.find((one) => one.planKey === planKey);
  const idOf = (price: Price | null | undefined): string => {
    if (!price) throw new Error(`Stripe has no active price for what is asked of ${planKey}.`);
    return price.id;
  };
  const isSamePlan = base !== undefined && soldBy(base.price)?.planKey === planKey;
  const items: Stripe.SubscriptionUpdateParams.Item[] = [];
  if (!isSamePlan) items.push({ ...(base && { id: base.id }), price: idOf(prices?.base), quantity: 1 });
  if (seat && extraSeats === 0) items.push({ id: seat.id, deleted: true });
  if (seat && extraSeats > 0 && isSamePlan) items.push({ id: seat.id, quantity: extraSeats });
  if (extraSeats > 0 && !(seat && isSamePlan))
    items.push({ ...(seat && { id: seat.id }), price: idOf(prices?.seat), quantity: extraSeats });
  return items;
}
