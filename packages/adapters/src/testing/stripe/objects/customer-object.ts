import type { Stripe } from "stripe";

export const customerObject = (
  given: Pick<Stripe.Customer, "id" | "created" | "metadata">,
): Stripe.Customer => ({
  object: "customer",
  balance: 0,
  default_source: null,
  description: null,
  email: null,
  invoice_settings: {
    custom_fields: null,
    default_payment_method: null,
    footer: null,
    rendering_options: null,
  },
  livemode: false,
  shipping: null,
  ...given,
});

/** A card entered on a hosted page. */
export const cardObject = (
  given: Pick<Stripe.PaymentMethod, "id" | "created" | "customer">,
): Stripe.PaymentMethod => ({
  object: "payment_method",
  billing_details: { address: null, email: null, name: null, phone: null, tax_id: null },
  card: {
    brand: "visa",
    checks: null,
    country: "US",
    display_brand: "visa",
    exp_month: 12,
    exp_year: 2034,
    funding: "credit",
    generated_from: null,
    last4: "4242",
    networks: null,
    regulated_status: null,
    three_d_secure_usage: null,
    wallet: null,
  },
  customer_account: null,
  livemode: false,
  metadata: {},
  type: "card",
  ...given,
});
