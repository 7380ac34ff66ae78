import type { Stripe } from "stripe";
import { planObject } from "./catalog-objects.ts";

export interface NewItem {
  id: string;
  subscription: string;
  created: number;
  start: number;
  end: number;
  price: Stripe.Price;
  quantity: number;
}

export const itemObject = ({ start, end, price, ...given }: NewItem): Stripe.SubscriptionItem => ({
  object: "subscription_item",
  billing_thresholds: null,
  current_period_end: end,
  current_period_start: start,
  current_trial: null,
  discounts: [],
  metadata: {},
  plan: planObject(price),
  price,
  tax_rates: [],
  ...given,
});

export const subscriptionObject = (
  given: Pick<Stripe.Subscription, "id" | "created" | "customer" | "currency" | "metadata" | "items"> & {
    default_payment_method: string;
  },
): Stripe.Subscription => ({
  object: "subscription",
  application: null,
  application_fee_percent: null,
  automatic_tax: { disabled_reason: null, enabled: false, liability: null },
  billing_cycle_anchor: given.created,
  billing_cycle_anchor_config: null,
  billing_mode: { type: "flexible", flexible: { proration_discounts: "included" } },
  billing_schedules: [],
  billing_thresholds: null,
  cancel_at: null,
  cancel_at_period_end: false,
  canceled_at: null,
  cancellation_details: { comment: null, feedback: null, feedback_option: null, reason: null },
  collection_method: "charge_automatically",
  customer_account: null,
  days_until_due: null,
  default_source: null,
  default_tax_rates: [],
  description: null,
  discounts: [],
  ended_at: null,
  invoice_settings: {
    account_tax_ids: null,
    custom_fields: null,
    description: null,
    footer: null,
    issuer: { type: "self" },
  },
  latest_invoice: null,
  livemode: false,
  managed_payments: null,
  next_pending_invoice_item_invoice: null,
  on_behalf_of: null,
  pause_collection: null,
  payment_settings: {
    payment_method_options: null,
    payment_method_types: null,
    save_default_payment_method: "off",
  },
  pending_invoice_item_interval: null,
  pending_setup_intent: null,
  pending_update: null,
  schedule: null,
  start_date: given.created,
  status: "active",
  test_clock: null,
  transfer_data: null,
  trial_end: null,
  trial_settings: null,
  trial_start: null,
  ...given,
});
