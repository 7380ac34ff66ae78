import type { Stripe } from "stripe";

const DAY_SECONDS = 24 * 60 * 60;

type GivenCheckout = Pick<
  Stripe.Checkout.Session,
  "id" | "created" | "currency" | "cancel_url" | "success_url" | "client_reference_id" | "customer"
>;

/** A hosted page on which a user starts a subscription. */
export const checkoutObject = (given: GivenCheckout): Stripe.Checkout.Session => ({
  object: "checkout.session",
  adaptive_pricing: null,
  after_expiration: null,
  allow_promotion_codes: null,
  allowed_payment_method_types: null,
  amount_subtotal: null,
  amount_total: null,
  automatic_tax: { enabled: false, liability: null, provider: null, status: null },
  billing_address_collection: null,
  client_secret: null,
  collected_information: null,
  consent: null,
  consent_collection: null,
  currency_conversion: null,
  custom_fields: [],
  custom_text: {
    after_submit: null,
    shipping_address: null,
    submit: null,
    terms_of_service_acceptance: null,
  },
  customer_account: null,
  customer_creation: null,
  customer_details: null,
  customer_email: null,
  discounts: [],
  expires_at: given.created + DAY_SECONDS,
  integration_identifier: null,
  invoice: null,
  invoice_creation: null,
  livemode: false,
  locale: null,
  managed_payments: null,
  metadata: {},
  mode: "subscription",
  origin_context: null,
  payment_intent: null,
  payment_link: null,
  payment_method_collection: "always",
  payment_method_configuration_details: null,
  payment_method_options: null,
  payment_method_types: ["card"],
  payment_status: "unpaid",
  permissions: null,
  recovered_from: null,
  saved_payment_method_options: null,
  setup_intent: null,
  shipping_address_collection: null,
  shipping_cost: null,
  shipping_options: [],
  status: "open",
  submit_type: null,
  subscription: null,
  total_details: null,
  ui_mode: "hosted_page",
  url: `https://checkout.stripe.example/${given.id}`,
  wallet_options: null,
  ...given,
});

/** A hosted page on which a user changes cards and reads invoices. */
export const portalObject = (
  given: Pick<Stripe.BillingPortal.Session, "id" | "created" | "customer" | "return_url">,
): Stripe.BillingPortal.Session => ({
  object: "billing_portal.session",
  configuration: "bpc_1",
  customer_account: null,
  flow: null,
  livemode: false,
  locale: null,
  on_behalf_of: null,
  url: `https://billing.stripe.example/${given.id}`,
  ...given,
});
