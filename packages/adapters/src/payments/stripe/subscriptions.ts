import {
  entitles,
  type PaidPlan,
  type PaidSubscription,
  type PaymentMethod,
  type PlanPrices,
  type Price,
} from "@knockon/core/ports/payments";
import type { Stripe } from "stripe";
import { soldBy } from "./prices.ts";

/** Subscription metadata key: the last operation that wrote it. */
export const OPERATION = "knockon_operation";

const partOf = ({ items }: Stripe.Subscription, part: "base" | "seat") =>
  items.data.find(({ price }) => soldBy(price)?.part === part);

const instantOf = (seconds: number): Date => new Date(seconds * 1000);

/** With flexible billing, periods belong to items. Uses the plan's item if there is one. */
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

/** Returns the payment method of the subscription or of its customer. Both must be expanded. */
export function presentPaymentMethod(found: Stripe.Subscription | null | undefined): PaymentMethod | null {
  const method = found?.default_payment_method ?? ofCustomer(found?.customer);
  if (typeof method !== "object" || method === null) return null;
  const { type, card } = method;
  return {
    type,
    brand: card?.brand ?? null,
    last4: card?.last4 ?? null,
    expMonth: card?.exp_month ?? null,
    expYear: card?.exp_year ?? null,
  };
}

const ofCustomer = (customer: Stripe.Subscription["customer"] | undefined) =>
  typeof customer === "object" && customer.deleted !== true
    ? customer.invoice_settings.default_payment_method
    : null;

/** Prefers subscriptions that grant the plan, then the newest. */
export const mostRelevant = (found: readonly Stripe.Subscription[]): Stripe.Subscription | undefined =>
  found.toSorted(
    (a, b) => Number(entitles(b.status)) - Number(entitles(a.status)) || b.created - a.created,
  )[0];

/** Parameters that revert a cancellation: `cancel_at_period_end`, or `cancel_at` if set in the dashboard. Stripe accepts only one. */
export const neverEnding = ({
  cancel_at,
  cancel_at_period_end,
}: Stripe.Subscription): Stripe.SubscriptionUpdateParams =>
  cancel_at !== null && !cancel_at_period_end ? { cancel_at: "" } : { cancel_at_period_end: false };

/** Returns the item changes that give a subscription this plan and number of seats. An unchanged plan keeps its price. */
export function itemsFor(
  found: Stripe.Subscription,
  { planKey, extraSeats }: PaidPlan,
  catalog: readonly PlanPrices[],
): Stripe.SubscriptionUpdateParams.Item[] {
  const base = partOf(found, "base");
  const seat = partOf(found, "seat");
  const prices = catalog.find((one) => one.planKey === planKey);
  const idOf = (price: Price | null | undefined): string => {
    if (!price) throw new Error(`Stripe has no active price for the plan ${planKey} or its seats.`);
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
