import type { Stripe } from "stripe";
import type { Ledger } from "./ledger.ts";
import { listObject } from "./objects/wire-format.ts";
import { itemObject, subscriptionObject } from "./objects/subscription-object.ts";
import type { Charge } from "./objects/invoice-objects.ts";
import { prorate, wholePeriod } from "./prorate.ts";
import { missing } from "./stripe-error.ts";

const MONTH_SECONDS = 30 * 24 * 60 * 60;

/** Throws if the subscription is missing or ended. */
export function liveSubscription(ledger: Ledger, id: string): Stripe.Subscription {
  const found = ledger.subscriptions.get(id);
  if (!found || found.status === "canceled") throw missing("subscription", id, "id");
  return found;
}

/** Starts a subscription with its first payment. A declined card changes nothing. */
export function beginSubscription(
  ledger: Ledger,
  customer: Stripe.Customer,
  bought: readonly { price: string; quantity: number }[],
  metadata: Stripe.Metadata,
): Stripe.Subscription {
  const id = ledger.newId("sub");
  const items = bought.map(({ price, quantity }) => newItem(ledger, id, price, quantity));
  const begun = subscriptionObject({
    id,
    created: ledger.now,
    customer: customer.id,
    currency: items[0]?.price.currency ?? "usd",
    metadata,
    items: listObject(items, `/v1/subscription_items?subscription=${id}`),
    default_payment_method: ledger.giveCard(customer).id,
  });
  ledger.invoice(begun, "subscription_create", wholePeriod(items), true);
  ledger.subscriptions.set(id, begun);
  ledger.emit("customer.subscription.created", begun);
  return begun;
}

function newItem(ledger: Ledger, subscription: string, priceId: string, quantity: number, end?: number) {
  const price = ledger.prices.get(priceId);
  if (!price?.active) throw missing("price", priceId, "items[0][price]");
  const given = { id: ledger.newId("si"), subscription, created: ledger.now, price, quantity };
  return itemObject({ ...given, start: ledger.now, end: end ?? ledger.now + MONTH_SECONDS });
}

export interface ItemChange {
  id?: string | undefined;
  price?: string | undefined;
  quantity?: number | undefined;
  deleted?: boolean | undefined;
}

/** Returns the items after a change. Unnamed items stay. */
export function changedItems(
  ledger: Ledger,
  { id, items }: Stripe.Subscription,
  changes: readonly ItemChange[],
): Stripe.SubscriptionItem[] {
  const after = items.data.map((item) => structuredClone(item));
  for (const change of changes) {
    if (change.id === undefined) {
      const end = items.data[0]?.current_period_end;
      const added = newItem(ledger, id, change.price ?? "", change.quantity ?? 1, end);
      added.current_period_start = items.data[0]?.current_period_start ?? added.current_period_start;
      after.push(added);
      continue;
    }
    const index = after.findIndex((item) => item.id === change.id);
    const item = after[index];
    if (!item) throw missing("subscription_item", change.id, "items[0][id]");
    if (change.deleted === true) after.splice(index, 1);
    else after[index] = revised(ledger, item, change);
  }
  return after;
}

function revised(ledger: Ledger, item: Stripe.SubscriptionItem, { price, quantity }: ItemChange) {
  const sold = price === undefined ? item.price : ledger.prices.get(price);
  if (!sold?.active && sold?.id !== item.price.id) throw missing("price", price ?? "", "items[0][price]");
  const { id, subscription, created, current_period_start: start, current_period_end: end } = item;
  const count = quantity ?? item.quantity ?? 1;
  return itemObject({ id, subscription, created, start, end, price: sold, quantity: count });
}

export interface SubscriptionChange {
  items?: readonly ItemChange[] | undefined;
  proration_behavior?: string | undefined;
  payment_behavior?: string | undefined;
  /** Time in seconds. An empty string removes it. */
  cancel_at?: number | "" | undefined;
  cancel_at_period_end?: boolean | undefined;
  metadata?: Record<string, string> | undefined;
}

/** Applies a change atomically. */
export function changeSubscription(
  ledger: Ledger,
  found: Stripe.Subscription,
  change: SubscriptionChange,
): void {
  const { items, proration_behavior: proration = "create_prorations" } = change;
  if (items) {
    const after = changedItems(ledger, found, items);
    const charges = proration === "none" ? [] : prorate(found.items.data, after, ledger.now);
    if (proration === "always_invoice" && charges.length > 0)
      settle(ledger, found, charges, change.payment_behavior === "error_if_incomplete");
    else for (const charge of charges) ledger.addPending(found, charge);
    found.items.data = after;
  }
  if (change.cancel_at !== undefined) endAt(ledger, found, change.cancel_at || null);
  if (change.cancel_at_period_end !== undefined) endWithPeriod(ledger, found, change.cancel_at_period_end);
  Object.assign(found.metadata, change.metadata);
  ledger.emit("customer.subscription.updated", found);
}

function settle(
  ledger: Ledger,
  found: Stripe.Subscription,
  charges: Charge[],
  failIfDeclined: boolean,
): void {
  const invoice = ledger.invoice(found, "subscription_update", charges, failIfDeclined);
  if (invoice.status !== "paid") found.status = "past_due";
}

function endAt(ledger: Ledger, found: Stripe.Subscription, instant: number | null): void {
  found.cancel_at_period_end = false;
  found.cancel_at = instant;
  found.canceled_at = instant === null ? null : ledger.now;
}

/** False does not remove an end that `cancel_at` set. */
function endWithPeriod(ledger: Ledger, found: Stripe.Subscription, ends: boolean): void {
  if (!ends && !found.cancel_at_period_end) return;
  endAt(ledger, found, ends ? periodEnd(found) : null);
  found.cancel_at_period_end = ends;
}

const periodEnd = ({ items }: Stripe.Subscription): number => items.data[0]?.current_period_end ?? 0;

export function endSubscription(ledger: Ledger, found: Stripe.Subscription): void {
  Object.assign(found, {
    status: "canceled",
    ended_at: ledger.now,
    canceled_at: found.canceled_at ?? ledger.now,
  });
  ledger.emit("customer.subscription.deleted", found);
}

/** Advances the clock: renews subscriptions, charges pending items and expires unpaid checkout sessions. */
export function passTime(ledger: Ledger, seconds: number): void {
  const until = ledger.now + seconds;
  for (let next = nextToRenew(ledger, until); next; next = nextToRenew(ledger, until)) {
    ledger.now = nextChange(next);
    renew(ledger, next);
  }
  ledger.now = until;
  for (const { session } of ledger.checkouts.values())
    if (session.status === "open" && session.expires_at <= until) ledger.expire(session);
}

const nextChange = (found: Stripe.Subscription): number =>
  Math.min(periodEnd(found), found.cancel_at ?? Infinity);

const nextToRenew = ({ subscriptions }: Ledger, until: number): Stripe.Subscription | undefined =>
  [...subscriptions.values()]
    .filter((one) => one.status !== "canceled" && nextChange(one) <= until)
    .toSorted((a, b) => nextChange(a) - nextChange(b))[0];

function renew(ledger: Ledger, found: Stripe.Subscription): void {
  if (found.cancel_at !== null && found.cancel_at <= ledger.now) {
    if (ledger.pendingOf(found.id).length > 0) ledger.invoice(found, "subscription_cycle", [], false);
    return endSubscription(ledger, found);
  }
  for (const item of found.items.data) {
    item.current_period_start = item.current_period_end;
    item.current_period_end += MONTH_SECONDS;
  }
  const invoice = ledger.invoice(found, "subscription_cycle", wholePeriod(found.items.data), false);
  found.status = invoice.status === "paid" ? "active" : "past_due";
  ledger.emit("customer.subscription.updated", found);
}
