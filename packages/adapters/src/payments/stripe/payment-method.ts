import type { PaymentMethod } from "@knockon/core/ports/payments";
import type { Stripe } from "stripe";

/** Returns the payment method of the subscription or of its customer. Both must be expanded. */
export function presentPaymentMethod(found: Stripe.Subscription | null | undefined): PaymentMethod | null {
  const method = found?.default_payment_method ?? ofCustomer(found?.customer);
  if (typeof method !== "object" || method === null) return null;
  const { type, card } = method;
  return {
    type,
    brand: card?.brand ?? null,
    last4: card?.last4 ?? null,
    expMonth: card?.exp_month ?? null,
    expYear: card?.exp_year ?? null,
  };
}

const ofCustomer = (customer: Stripe.Subscription["customer"] | undefined) =>
  typeof customer === "object" && customer.deleted !== true
    ? customer.invoice_settings.default_payment_method
    : null;
