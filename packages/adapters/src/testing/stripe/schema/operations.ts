import type { Stripe } from "stripe";

/**
 * The operations of Stripe's API that the fake supports, with the parameter and response types of Stripe's library. Stripe
 * generates these types from its published schema, and `schemas-of-types.ts` converts them back to schemas.
 */
export interface Operations {
  "GET /v1/prices": { params: Stripe.PriceListParams; response: Stripe.ApiList<Stripe.Price> };
  "POST /v1/customers": { params: Stripe.CustomerCreateParams; response: Stripe.Customer };
  "GET /v1/customers/{cus}": {
    params: Stripe.CustomerRetrieveParams;
    response: Stripe.Customer | Stripe.DeletedCustomer;
  };
  "GET /v1/subscriptions": {
    params: Stripe.SubscriptionListParams;
    response: Stripe.ApiList<Stripe.Subscription>;
  };
  "GET /v1/subscriptions/{sub}": {
    params: Stripe.SubscriptionRetrieveParams;
    response: Stripe.Subscription;
  };
  "POST /v1/subscriptions/{sub}": { params: Stripe.SubscriptionUpdateParams; response: Stripe.Subscription };
  "POST /v1/invoices/create_preview": {
    params: Stripe.InvoiceCreatePreviewParams;
    response: Stripe.Invoice;
  };
  "GET /v1/invoices": { params: Stripe.InvoiceListParams; response: Stripe.ApiList<Stripe.Invoice> };
  "GET /v1/credit_notes": {
    params: Stripe.CreditNoteListParams;
    response: Stripe.ApiList<Stripe.CreditNote>;
  };
  "GET /v1/invoiceitems": {
    params: Stripe.InvoiceItemListParams;
    response: Stripe.ApiList<Stripe.InvoiceItem>;
  };
  "DELETE /v1/invoiceitems/{ii}": { params: object; response: Stripe.DeletedInvoiceItem };
  "POST /v1/checkout/sessions": {
    params: Stripe.Checkout.SessionCreateParams;
    response: Stripe.Checkout.Session;
  };
  "GET /v1/checkout/sessions": {
    params: Stripe.Checkout.SessionListParams;
    response: Stripe.ApiList<Stripe.Checkout.Session>;
  };
  "GET /v1/checkout/sessions/{cs_test}": {
    params: Stripe.Checkout.SessionRetrieveParams;
    response: Stripe.Checkout.Session;
  };
  "POST /v1/checkout/sessions/{cs_test}/expire": {
    params: Stripe.Checkout.SessionExpireParams;
    response: Stripe.Checkout.Session;
  };
  "POST /v1/billing_portal/sessions": {
    params: Stripe.BillingPortal.SessionCreateParams;
    response: Stripe.BillingPortal.Session;
  };
}

export type Operation = keyof Operations;

/** The error response of every operation. */
export interface ErrorResponse {
  error: Stripe.Invoice.LastFinalizationError;
}

/** Webhook events. */
export interface Events {
  "checkout.session.completed": Stripe.CheckoutSessionCompletedEvent;
  "checkout.session.expired": Stripe.CheckoutSessionExpiredEvent;
  "credit_note.created": Stripe.CreditNoteCreatedEvent;
  "customer.created": Stripe.CustomerCreatedEvent;
  "customer.deleted": Stripe.CustomerDeletedEvent;
  "customer.subscription.created": Stripe.CustomerSubscriptionCreatedEvent;
  "customer.subscription.deleted": Stripe.CustomerSubscriptionDeletedEvent;
  "customer.subscription.updated": Stripe.CustomerSubscriptionUpdatedEvent;
  "invoice.paid": Stripe.InvoicePaidEvent;
  "invoice.payment_failed": Stripe.InvoicePaymentFailedEvent;
}

export type EventType = keyof Events;
