import type { Stripe } from "stripe";

/** On the wire a decimal is a string, which the library reads as a number of its own. */
export const decimal = (amount: number): Stripe.Decimal => String(amount) as unknown as Stripe.Decimal;
