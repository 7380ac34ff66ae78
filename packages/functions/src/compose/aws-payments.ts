import { noPayments } from "@knockon/adapters/payments/none";
import { stripePayments } from "@knockon/adapters/payments/stripe/stripe-payments";
import type { Payments } from "@knockon/core/ports/payments";
import { parseStripeSettings } from "./stripe-settings.ts";

/** Apart from `composeAws`, so that only the bundles of those who ask the processor have its SDK. */
export function composePayments(env: NodeJS.ProcessEnv): Payments {
  const settings = parseStripeSettings(env);
  return settings ? stripePayments(settings) : noPayments;
}
