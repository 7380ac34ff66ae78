import type { Stripe } from "stripe";
import * as z from "zod";
import { after, declare, endpoint, limit, metadata, page, url, whole, type Endpoint } from "./endpoint.ts";
import { checkoutObject, portalObject } from "./objects/session-objects.ts";
import { missing, StripeError } from "./stripe-error.ts";

/** Endpoints for checkout and portal sessions. */
export const SESSION_ENDPOINTS: readonly Endpoint[] = [
  endpoint(
    "POST /v1/checkout/sessions",
    {
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
    },
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
    "GET /v1/checkout/sessions",
    {
      customer: z.string(),
      status: z.literal("open"),
      limit,
      starting_after: after,
    },
    ({ checkouts, customers }, params) => {
      if (!customers.has(params.customer)) throw missing("customer", params.customer, "customer");
      const sessions = [...checkouts.values()].map(({ session }) => session);
      const found = sessions.filter(
        (one) => one.customer === params.customer && one.status === params.status,
      );
      return page(found, "/v1/checkout/sessions", params, "checkout.session");
    },
  ),
  endpoint("GET /v1/checkout/sessions/{cs_test}", {}, (ledger, _params, id) => ledger.checkout(id)),
  endpoint("POST /v1/checkout/sessions/{cs_test}/expire", {}, (ledger, _params, id) => {
    const session = ledger.checkout(id);
    if (session.status !== "open")
      throw new StripeError(400, {
        type: "invalid_request_error",
        message: `Only sessions that are open can be expired, and this one is ${session.status}.`,
      });
    ledger.expire(session);
    return session;
  }),
  endpoint(
    "POST /v1/billing_portal/sessions",
    { customer: z.string(), return_url: url },
    (ledger, { customer, return_url }) =>
      portalObject({
        id: ledger.newId("bps"),
        created: ledger.now,
        customer: ledger.customer(customer, "customer").id,
        return_url,
      }),
  ),
];
