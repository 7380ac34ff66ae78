import type { Stripe } from "stripe";
import { isMissing } from "./translate-errors.ts";

/** Only what is open can be closed: a page on which somebody has just paid, or whose time is over, is none any more. */
export async function closeCheckouts(stripe: Stripe, customer: string): Promise<void> {
  for (const { id } of await findOpenCheckouts(stripe, customer)) {
    try {
      await stripe.checkout.sessions.expire(id);
    } catch (error) {
      const { status } = await stripe.checkout.sessions.retrieve(id);
      if (status === "open") throw error;
    }
  }
}

/** Those on which the customer can still pay. */
export async function findOpenCheckouts(
  stripe: Stripe,
  customer: string,
): Promise<Stripe.Checkout.Session[]> {
  try {
    return (await stripe.checkout.sessions.list({ customer, status: "open", limit: 100 })).data;
  } catch (error) {
    if (isMissing(error, "customer")) return [];
    throw error;
  }
}
