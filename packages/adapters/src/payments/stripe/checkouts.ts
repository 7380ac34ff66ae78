import type { Stripe } from "stripe";
import { isMissing } from "./translate-errors.ts";

/** Expires open checkout sessions. Ignores sessions that were paid or have expired in the meantime. */
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

/** Returns the customer's open checkout sessions. */
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
