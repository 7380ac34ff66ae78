import type { Stripe } from "stripe";
import { decimal, listObject } from "./wire-format.ts";

type GivenItem = Pick<Stripe.InvoiceItem, "id" | "amount" | "currency" | "customer" | "date" | "description">;

/** A pending invoice item. */
export const invoiceItemObject = (given: GivenItem, subscription: string): Stripe.InvoiceItem => ({
  object: "invoiceitem",
  customer_account: null,
  discountable: false,
  discounts: [],
  invoice: null,
  livemode: false,
  metadata: {},
  parent: { type: "subscription_details", subscription_details: { subscription } },
  period: { start: given.date, end: given.date },
  pricing: null,
  proration: true,
  quantity: 1,
  quantity_decimal: decimal(1),
  tax_rates: [],
  test_clock: null,
  ...given,
});

export interface Charge {
  description: string;
  amount: number;
  proration: boolean;
}

export interface NewInvoice {
  id: string;
  number: string;
  created: number;
  currency: string;
  customer: string;
  subscription: string;
  billingReason: Stripe.Invoice.BillingReason;
  charges: readonly Charge[];
  /** The customer's balance: positive is owed, negative is credit. */
  balance: number;
}

const lineObject = (
  { description, amount, proration }: Charge,
  index: number,
  { id, created, currency, subscription }: NewInvoice,
): Stripe.InvoiceLineItem => ({
  id: `il_${id}${index}`,
  object: "line_item",
  amount,
  currency,
  description,
  discount_amounts: [],
  discountable: !proration,
  discounts: [],
  invoice: id,
  livemode: false,
  metadata: {},
  parent: {
    type: "subscription_item_details",
    invoice_item_details: null,
    subscription_item_details: {
      invoice_item: null,
      proration,
      proration_details: null,
      subscription,
      subscription_item: `si_of_${id}${index}`,
    },
  },
  period: { start: created, end: created },
  pretax_credit_amounts: [],
  pricing: null,
  quantity: 1,
  quantity_decimal: decimal(1),
  subscription,
  subtotal: amount,
  taxes: [],
});

/** An open invoice. Uses the credit of the customer first. A negative total becomes credit. */
export function invoiceObject(given: NewInvoice): Stripe.Invoice {
  const { id, number, created, currency, customer, subscription, billingReason, charges, balance } = given;
  const total = charges.reduce((sum, { amount }) => sum + amount, 0);
  const due = Math.max(0, total + balance);
  return {
    id,
    object: "invoice",
    account_country: "US",
    account_name: "Knockon",
    account_tax_ids: null,
    amount_due: due,
    amount_overpaid: 0,
    amount_paid: 0,
    amount_remaining: due,
    amount_shipping: 0,
    application: null,
    attempt_count: 0,
    attempted: false,
    auto_advance: true,
    automatic_tax: { disabled_reason: null, enabled: false, liability: null, provider: null, status: null },
    automatically_finalizes_at: null,
    billing_reason: billingReason,
    collection_method: "charge_automatically",
    created,
    currency,
    custom_fields: null,
    customer,
    customer_account: null,
    customer_address: null,
    customer_email: null,
    customer_name: null,
    customer_phone: null,
    customer_shipping: null,
    customer_tax_exempt: "none",
    customer_tax_ids: [],
    default_payment_method: null,
    default_source: null,
    default_tax_rates: [],
    description: null,
    discounts: [],
    due_date: null,
    effective_at: created,
    ending_balance: Math.min(0, total + balance),
    footer: null,
    from_invoice: null,
    hosted_invoice_url: `https://invoice.stripe.example/${id}`,
    invoice_pdf: `https://invoice.stripe.example/${id}/pdf`,
    issuer: { type: "self" },
    last_finalization_error: null,
    latest_revision: null,
    lines: listObject(
      charges.map((charge, index) => lineObject(charge, index, given)),
      `/v1/invoices/${id}/lines`,
    ),
    livemode: false,
    metadata: {},
    next_payment_attempt: null,
    number,
    on_behalf_of: null,
    parent: {
      type: "subscription_details",
      quote_details: null,
      subscription_details: { metadata: {}, subscription },
    },
    payment_settings: { default_mandate: null, payment_method_options: null, payment_method_types: null },
    period_end: created,
    period_start: created,
    post_payment_credit_notes_amount: 0,
    pre_payment_credit_notes_amount: 0,
    receipt_number: null,
    rendering: null,
    shipping_cost: null,
    shipping_details: null,
    starting_balance: balance,
    statement_descriptor: null,
    status: "open",
    status_transitions: {
      finalized_at: created,
      marked_uncollectible_at: null,
      paid_at: null,
      voided_at: null,
    },
    subtotal: total,
    subtotal_excluding_tax: total,
    test_clock: null,
    total,
    total_discount_amounts: [],
    total_excluding_tax: total,
    total_pretax_credit_amounts: [],
    total_taxes: [],
    webhooks_delivered_at: created,
  };
}

export const creditNoteObject = (
  given: Pick<
    Stripe.CreditNote,
    "id" | "number" | "amount" | "created" | "currency" | "customer" | "invoice" | "memo"
  >,
): Stripe.CreditNote => ({
  object: "credit_note",
  amount_shipping: 0,
  customer_account: null,
  customer_balance_transaction: null,
  discount_amount: 0,
  discount_amounts: [],
  effective_at: given.created,
  lines: listObject([], `/v1/credit_notes/${given.id}/lines`),
  livemode: false,
  metadata: {},
  out_of_band_amount: null,
  pdf: `https://invoice.stripe.example/${given.id}/pdf`,
  post_payment_amount: given.amount,
  pre_payment_amount: 0,
  pretax_credit_amounts: [],
  reason: null,
  refunds: [],
  shipping_cost: null,
  status: "issued",
  subtotal: given.amount,
  subtotal_excluding_tax: given.amount,
  total: given.amount,
  total_excluding_tax: given.amount,
  total_taxes: [],
  type: "post_payment",
  voided_at: null,
  ...given,
});
