import type { Stripe } from "stripe";
import { idOf } from "./objects/id-of.ts";
import type { Ledger } from "./ledger.ts";

/** Expands the payment methods of a subscription and its customer. */
export function expandSubscription(
  { paymentMethods, customers }: Ledger,
  found: Stripe.Subscription,
): Stripe.Subscription {
  const methodOf = (id: string | { id: string } | null): Stripe.PaymentMethod | null =>
    paymentMethods.get(idOf(id)) ?? null;
  const customer = customers.get(idOf(found.customer));
  if (!customer) throw new Error("A subscription has a customer, if only a deleted one.");
  const settings = customer.deleted !== true && {
    invoice_settings: {
      ...customer.invoice_settings,
      default_payment_method: methodOf(customer.invoice_settings.default_payment_method),
    },
  };
  return {
    ...found,
    default_payment_method: methodOf(found.default_payment_method),
    customer: { ...customer, ...settings },
  };
}
