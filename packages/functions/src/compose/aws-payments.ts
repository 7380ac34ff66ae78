import { noPayments } from "@knockon/adapters/payments/none";
import { stripePayments } from "@knockon/adapters/payments/stripe/stripe-payments";
import type { ComposePort } from "./aws.ts";
import { parseStripeSettings } from "./settings.ts";

// Separate from the other ports, because tree shaking cannot drop Stripe's SDK.

export const composePayments: ComposePort = (env) => {
  const settings = parseStripeSettings(env);
  return { payments: settings ? stripePayments(settings) : noPayments };
};
