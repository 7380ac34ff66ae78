import type { Stripe } from "stripe";

/** Decimals are strings on the wire. */
export const decimal = (amount: number): Stripe.Decimal => String(amount) as unknown as Stripe.Decimal;
