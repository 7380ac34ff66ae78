import type { Stripe } from "stripe";
import { idOf } from "./objects/id-of.ts";
import { z } from "zod";
import type { Ledger } from "./ledger.ts";
import { expandSubscription } from "./expand-subscription.ts";
import { checkoutObject, portalObject } from "./objects/session-objects.ts";
import { listObject } from "./objects/list-object.ts";
import { prorate } from "./prorate.ts";
import { invoiceObject } from "./objects/invoice-objects.ts";
import { missing } from "./refusal.ts";
import { changedItems, changeSubscription, liveSubscription } from "./subscription-life.ts";

/** The parameters of a request: no others than the library knows, and of those the ones that are understood here. */
type Shape<Params> = { [Name in keyof Params]?: z.ZodType };

const declare =
  <Params>() =>
  <S extends Shape<Params>>(shape: S & Record<Exclude<keyof S, keyof Params>, never>) =>
    z.strictObject<S>(shape);

const flag = z.enum(["true", "false"]).transform((text) => text === "true");
const whole = z.string().regex(/^\d+$/u).transform(Number);
const limit = whole.pipe(z.int().min(1).max(100)).default(10);
const metadata = z.record(z.string(), z.string());
const url = z.url();
const after = z.string().optional();

const item = declare<Stripe.SubscriptionUpdateParams.Item>()({
  id: z.string().optional(),
  price: z.string().optional(),
  quantity: whole.optional(),
  deleted: flag.optional(),
});
const prorationBehavior = z.enum(["always_invoice", "create_prorations", "none"]).optional();

export interface Endpoint {
  method: "GET" | "POST" | "DELETE";
  path: RegExp;
  params: z.ZodObject;
  answer: (ledger: Ledger, params: never, id: string) => object;
}

const endpoint = <S extends z.ZodObject>(
  method: Endpoint["method"],
  path: RegExp,
  params: S,
  answer: (ledger: Ledger, params: z.output<S>, id: string) => object,
): Endpoint => ({ method, path, params, answer });

/** Newest first, from behind a cursor on. */
function page<T extends { id: string; created: number }>(
  items: Iterable<T>,
  path: string,
  params: { limit: number; starting_after?: string | undefined },
  what: string,
) {
  const sorted = [...items].toSorted((a, b) => b.created - a.created || (a.id < b.id ? 1 : -1));
  const last = params.starting_after;
  const index = last === undefined ? -1 : sorted.findIndex(({ id }) => id === last);
  if (last !== undefined && index === -1) throw missing(what, last, "starting_after");
  const data = sorted.slice(index + 1, index + 1 + params.limit);
  return listObject(data, path, index + 1 + params.limit < sorted.length);
}

const ofCustomer = <T extends { customer: unknown }>(items: Map<string, T>, customer: string): T[] =>
  [...items.values()].filter((one) => one.customer === customer);

/** Everything that is known here of Stripe's API; whatever else is asked is refused. */
export const ENDPOINTS: readonly Endpoint[] = [
  endpoint(
    "GET",
    /^\/v1\/prices$/u,
    declare<Stripe.PriceListParams>()({
      active: flag,
      type: z.literal("recurring"),
      limit,
      starting_after: after,
    }),
    ({ prices }, params) => {
      const active = [...prices.values()].filter((price) => price.active === params.active);
      return page(active, "/v1/prices", params, "price");
    },
  ),
  endpoint(
    "POST",
    /^\/v1\/customers$/u,
    declare<Stripe.CustomerCreateParams>()({ metadata }),
    (ledger, params) => ledger.createCustomer(params.metadata),
  ),
  endpoint(
    "GET",
    /^\/v1\/customers\/(cus_\w+)$/u,
    declare<Stripe.CustomerRetrieveParams>()({}),
    (ledger, _params, id) => {
      const found = ledger.customers.get(id);
      if (!found) throw missing("customer", id, "id");
      return found;
    },
  ),
  endpoint(
    "GET",
    /^\/v1\/subscriptions$/u,
    declare<Stripe.SubscriptionListParams>()({
      customer: z.string(),
      status: z.literal("all"),
      limit,
      expand: z
        .array(
          z.enum(["data.default_payment_method", "data.customer.invoice_settings.default_payment_method"]),
        )
        .optional(),
    }),
    (ledger, params) => {
      if (!ledger.customers.has(params.customer)) throw missing("customer", params.customer, "customer");
      const found = ofCustomer(ledger.subscriptions, params.customer);
      const expanded = params.expand ? found.map((one) => expandSubscription(ledger, one)) : found;
      return page(expanded, "/v1/subscriptions", params, "subscription");
    },
  ),
  endpoint(
    "GET",
    /^\/v1\/subscriptions\/(sub_\w+)$/u,
    declare<Stripe.SubscriptionRetrieveParams>()({}),
    ({ subscriptions }, _params, id) => {
      const found = subscriptions.get(id);
      if (!found) throw missing("subscription", id, "id");
      return found;
    },
  ),
  endpoint(
    "POST",
    /^\/v1\/subscriptions\/(sub_\w+)$/u,
    declare<Stripe.SubscriptionUpdateParams>()({
      items: z.array(item).optional(),
      proration_behavior: prorationBehavior,
      payment_behavior: z.enum(["allow_incomplete", "error_if_incomplete"]).optional(),
      cancel_at_period_end: flag.optional(),
      metadata: metadata.optional(),
    }),
    (ledger, params, id) => {
      const found = liveSubscription(ledger, id);
      changeSubscription(ledger, found, params);
      return found;
    },
  ),
  endpoint(
    "POST",
    /^\/v1\/invoices\/create_preview$/u,
    declare<Stripe.InvoiceCreatePreviewParams>()({
      subscription: z.string(),
      subscription_details: declare<Stripe.InvoiceCreatePreviewParams.SubscriptionDetails>()({
        items: z.array(item).default([]),
        proration_behavior: prorationBehavior,
      }),
    }),
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
    "GET",
    /^\/v1\/invoices$/u,
    declare<Stripe.InvoiceListParams>()({ customer: z.string(), limit, starting_after: after }),
    ({ invoices }, params) => page(ofCustomer(invoices, params.customer), "/v1/invoices", params, "invoice"),
  ),
  endpoint(
    "GET",
    /^\/v1\/credit_notes$/u,
    declare<Stripe.CreditNoteListParams>()({ customer: z.string(), limit, starting_after: after }),
    ({ creditNotes }, params) =>
      page(ofCustomer(creditNotes, params.customer), "/v1/credit_notes", params, "credit note"),
  ),
  endpoint(
    "GET",
    /^\/v1\/invoiceitems$/u,
    declare<Stripe.InvoiceItemListParams>()({
      customer: z.string(),
      pending: flag,
      limit,
      starting_after: after,
    }),
    ({ invoiceItems }, params) => {
      const found = ofCustomer(invoiceItems, params.customer).map((one) => ({ ...one, created: one.date }));
      const { data, ...list } = page(found, "/v1/invoiceitems", params, "invoiceitem");
      return { ...list, data: data.map(({ created: _, ...one }) => one) };
    },
  ),
  endpoint(
    "DELETE",
    /^\/v1\/invoiceitems\/(ii_\w+)$/u,
    declare<object>()({}),
    ({ invoiceItems }, _params, id): Stripe.DeletedInvoiceItem => {
      if (!invoiceItems.delete(id)) throw missing("invoiceitem", id, "id");
      return { id, object: "invoiceitem", deleted: true };
    },
  ),
  endpoint(
    "POST",
    /^\/v1\/checkout\/sessions$/u,
    declare<Stripe.Checkout.SessionCreateParams>()({
      mode: z.literal("subscription"),
      customer: z.string(),
      client_reference_id: z.string(),
      line_items: z.array(
        declare<Stripe.Checkout.SessionCreateParams.LineItem>()({ price: z.string(), quantity: whole }),
      ),
      subscription_data: declare<Stripe.Checkout.SessionCreateParams.SubscriptionData>()({
        billing_mode: z.strictObject({ type: z.literal("flexible") }),
        metadata,
      }),
      success_url: url,
      cancel_url: url,
    }),
    (ledger, params) => {
      const customer = ledger.customer(params.customer, "customer");
      const unknown = params.line_items.find(({ price }) => ledger.prices.get(price)?.active !== true);
      if (unknown) throw missing("price", unknown.price, "line_items[0][price]");
      const session = checkoutObject({
        id: ledger.newId("cs_test"),
        created: ledger.now,
        currency: ledger.prices.get(params.line_items[0]?.price ?? "")?.currency ?? null,
        customer: customer.id,
        client_reference_id: params.client_reference_id,
        success_url: params.success_url,
        cancel_url: params.cancel_url,
      });
      const { line_items: bought, subscription_data } = params;
      ledger.checkouts.set(session.id, { session, bought, metadata: subscription_data.metadata });
      return session;
    },
  ),
  endpoint(
    "POST",
    /^\/v1\/billing_portal\/sessions$/u,
    declare<Stripe.BillingPortal.SessionCreateParams>()({ customer: z.string(), return_url: url }),
    (ledger, { customer, return_url }) =>
      portalObject({
        id: ledger.newId("bps"),
        created: ledger.now,
        customer: ledger.customer(customer, "customer").id,
        return_url,
      }),
  ),
];
