import type { Stripe } from "stripe";

/** A page of a list. */
export const listObject = <T>(data: T[], url: string, hasMore = false): Stripe.ApiList<T> => ({
  object: "list",
  data,
  has_more: hasMore,
  url,
});

/** Decimals are strings on the wire. */
export const decimal = (amount: number): Stripe.Decimal => String(amount) as unknown as Stripe.Decimal;

/** Returns the ID of an object that may be expanded. */
export function idOf(reference: string | { id: string } | null): string {
  if (reference === null) return "";
  return typeof reference === "string" ? reference : reference.id;
}
