import type { Stripe } from "stripe";

export const listObject = <T>(data: T[], url: string, hasMore = false): Stripe.ApiList<T> => ({
  object: "list",
  data,
  has_more: hasMore,
  url,
});
