import type { Stripe } from "stripe";
import * as z from "zod";
import { after, declare, endpoint, flag, limit, metadata, page, whole, type Endpoint } from "./endpoint.ts";
import type { Ledger } from "./ledger.ts";
import { invoiceObject } from "./objects/invoice-objects.ts";
import { idOf } from "./objects/wire-format.ts";
import { prorate } from "./prorate.ts";
import { missing, StripeError } from "./stripe-error.ts";
import { SESSION_ENDPOINTS } from "./session-endpoints.ts";
import { changedItems, changeSubscription, liveSubscription } from "./subscription-life.ts";

const item = declare<Stripe.SubscriptionUpdateParams.Item>()({
  id: z.string().optional(),
  price: z.string().optional(),
  quantity: whole.optional(),
  deleted: flag.optional(),
});
const prorationBehavior = z.enum(["always_invoice", "create_prorations", "none"]).optional();

const ofCustomer = <T extends { customer: unknown }>(items: Map<string, T>, customer: string): T[] =>
  [...items.values()].filter((one) => one.customer === customer);

/** The supported endpoints. Other requests are rejected. */
export const ENDPOINTS: readonly Endpoint[] = [
  endpoint(
    "GET /v1/prices",
    {
      active: flag,
      type: z.literal("recurring"),
      limit,
      starting_after: after,
    },
    ({ prices }, params) => {
      const active = [...prices.values()].filter((price) => price.active === params.active);
      return page(active, "/v1/prices", params, "price");
    },
  ),
  endpoint("POST /v1/customers", { metadata }, (ledger, params) => ledger.createCustomer(params.metadata)),
  endpoint("GET /v1/customers/{cus}", {}, (ledger, _params, id) => {
    const found = ledger.customers.get(id);
    if (!found) throw missing("customer", id, "id");
    return found;
  }),
  endpoint(
    "GET /v1/subscriptions",
    {
      customer: z.string(),
      status: z.literal("all"),
      limit,
      expand: z
        .array(
          z.enum(["data.default_payment_method", "data.customer.invoice_settings.default_payment_method"]),
        )
        .optional(),
    },
    (ledger, params) => {
      if (!ledger.customers.has(params.customer)) throw missing("customer", params.customer, "customer");
      const found = ofCustomer(ledger.subscriptions, params.customer);
      const expanded = params.expand ? found.map((one) => expandSubscription(ledger, one)) : found;
      return page(expanded, "/v1/subscriptions", params, "subscription");
    },
  ),
  endpoint("GET /v1/subscriptions/{sub}", {}, ({ subscriptions }, _params, id) => {
    const found = subscriptions.get(id);
    if (!found) throw missing("subscription", id, "id");
    return found;
  }),
  endpoint(
    "POST /v1/subscriptions/{sub}",
    {
      items: z.array(item).optional(),
      proration_behavior: prorationBehavior,
      payment_behavior: z.enum(["allow_incomplete", "error_if_incomplete"]).optional(),
      cancel_at: z.literal("").optional(),
      cancel_at_period_end: flag.optional(),
      metadata: metadata.optional(),
    },
    (ledger, params, id) => {
      if (params.cancel_at !== undefined && params.cancel_at_period_end !== undefined)
        throw new StripeError(400, {
          type: "invalid_request_error",
          message: "You may only specify one of these parameters: cancel_at, cancel_at_period_end.",
        });
      const found = liveSubscription(ledger, id);
      changeSubscription(ledger, found, params);
      return found;
    },
  ),
  endpoint(
    "POST /v1/invoices/create_preview",
    {
      subscription: z.string(),
      subscription_details: declare<Stripe.InvoiceCreatePreviewParams.SubscriptionDetails>()({
        items: z.array(item).default([]),
        proration_behavior: prorationBehavior,
      }),
    },
    (ledger, params) => {
      const found = liveSubscription(ledger, params.subscription);
      const items = changedItems(ledger, found, params.subscription_details.items);
      const customer = ledger.customer(idOf(found.customer), "customer");
      return invoiceObject({
        id: ledger.newId("upcoming_in"),
        number: "",
        created: ledger.now,
        currency: found.currency,
        customer: customer.id,
        subscription: found.id,
        billingReason: "upcoming",
        charges: prorate(found.items.data, items, ledger.now),
        balance: customer.balance,
      });
    },
  ),
  endpoint(
    "GET /v1/invoices",
    { customer: z.string(), limit, starting_after: after },
    ({ invoices }, params) => page(ofCustomer(invoices, params.customer), "/v1/invoices", params, "invoice"),
  ),
  endpoint(
    "GET /v1/credit_notes",
    { customer: z.string(), limit, starting_after: after },
    ({ creditNotes }, params) =>
      page(ofCustomer(creditNotes, params.customer), "/v1/credit_notes", params, "credit note"),
  ),
  endpoint(
    "GET /v1/invoiceitems",
    {
      customer: z.string(),
      pending: flag,
      limit,
      starting_after: after,
    },
    ({ invoiceItems }, params) => {
      const found = ofCustomer(invoiceItems, params.customer).map((one) => ({ ...one, created: one.date }));
      const { data, ...list } = page(found, "/v1/invoiceitems", params, "invoiceitem");
      return { ...list, data: data.map(({ created: _, ...one }) => one) };
    },
  ),
  endpoint("DELETE /v1/invoiceitems/{ii}", {}, ({ invoiceItems }, _params, id): Stripe.DeletedInvoiceItem => {
    if (!invoiceItems.delete(id)) throw missing("invoiceitem", id, "id");
    return { id, object: "invoiceitem", deleted: true };
  }),
  ...SESSION_ENDPOINTS,
];

/** Expands the payment methods of a subscription and its customer. */
function expandSubscription(
  { paymentMethods, customers }: Ledger,
  found: Stripe.Subscription,
): Stripe.Subscription {
  const methodOf = (id: string | { id: string } | null): Stripe.PaymentMethod | null =>
    paymentMethods.get(idOf(id)) ?? null;
  const customer = customers.get(idOf(found.customer));
  if (!customer) throw new Error("The subscription has no customer.");
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
