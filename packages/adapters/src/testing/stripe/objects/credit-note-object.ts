import type { Stripe } from "stripe";
import { listObject } from "./list-object.ts";

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
