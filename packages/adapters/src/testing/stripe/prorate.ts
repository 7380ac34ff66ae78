import type { Stripe } from "stripe";
import type { Charge } from "./objects/invoice-objects.ts";

const nameOf = ({ metadata, id }: Stripe.Price): string =>
  metadata["knockon_part"] === undefined ? id : `${metadata["knockon_plan"]} ${metadata["knockon_part"]}`;

const costOf = ({ price, quantity = 1 }: Stripe.SubscriptionItem): number =>
  (price.unit_amount ?? 0) * quantity;

const isSame = (a: Stripe.SubscriptionItem, b: Stripe.SubscriptionItem): boolean =>
  a.price.id === b.price.id && a.quantity === b.quantity;

/** Calculates prorations: credits the unused time of the old items and charges the remaining time of the new ones. */
export function prorate(
  before: readonly Stripe.SubscriptionItem[],
  after: readonly Stripe.SubscriptionItem[],
  now: number,
): Charge[] {
  const charge = (item: Stripe.SubscriptionItem, sign: 1 | -1): Charge => {
    const { current_period_start: start, current_period_end: end, price, quantity } = item;
    const amount = sign * Math.round((costOf(item) * (end - now)) / (end - start));
    const what = sign === 1 ? "Remaining time on" : "Unused time on";
    return { amount, proration: true, description: `${what} ${quantity} × ${nameOf(price)}` };
  };
  const unused = before.filter((item) => !after.some((one) => one.id === item.id && isSame(one, item)));
  const remaining = after.filter((item) => !before.some((one) => one.id === item.id && isSame(one, item)));
  return [...unused.map((item) => charge(item, -1)), ...remaining.map((item) => charge(item, 1))];
}

/** A whole period of each item. */
export const wholePeriod = (items: readonly Stripe.SubscriptionItem[]): Charge[] =>
  items.map((item) => ({
    amount: costOf(item),
    proration: false,
    description: `${item.quantity} × ${nameOf(item.price)}`,
  }));
