import type { Stripe } from "stripe";

/**
 * What the peer knows of Stripe's API: with what each operation is asked and what it answers, as Stripe generates it into
 * its library from the schema that it publishes. `schemas-of-types.ts` turns it back into that.
 */
export interface Operations {
  "GET /v1/prices": { params: Stripe.PriceListParams; answer: Stripe.ApiList<Stripe.Price> };
  "POST /v1/customers": { params: Stripe.CustomerCreateParams; answer: Stripe.Customer };
  "GET /v1/customers/{cus}": {
    params: Stripe.CustomerRetrieveParams;
    answer: Stripe.Customer | Stripe.DeletedCustomer;
  };
  "GET /v1/subscriptions": {
    params: Stripe.SubscriptionListParams;
    answer: Stripe.ApiList<Stripe.Subscription>;
  };
  "GET /v1/subscriptions/{sub}": {
    params: Stripe.SubscriptionRetrieveParams;
    answer: Stripe.Subscription;
  };
  "POST /v1/subscriptions/{sub}": { params: Stripe.SubscriptionUpdateParams; answer: Stripe.Subscription };
  "POST /v1/invoices/create_preview": {
    params: Stripe.InvoiceCreatePreviewParams;
    answer: Stripe.Invoice;
  };
  "GET /v1/invoices": { params: Stripe.InvoiceListParams; answer: Stripe.ApiList<Stripe.Invoice> };
  "GET /v1/credit_notes": {
    params: Stripe.CreditNoteListParams;
    answer: Stripe.ApiList<Stripe.CreditNote>;
  };
  "GET /v1/invoiceitems": {
    params: Stripe.InvoiceItemListParams;
    answer: Stripe.ApiList<Stripe.InvoiceItem>;
  };
  "DELETE /v1/invoiceitems/{ii}": { params: object; answer: Stripe.DeletedInvoiceItem };
  "POST /v1/checkout/sessions": {
    params: Stripe.Checkout.SessionCreateParams;
    answer: Stripe.Checkout.Session;
  };
  "GET /v1/checkout/sessions": {
    params: Stripe.Checkout.SessionListParams;
    answer: Stripe.ApiList<Stripe.Checkout.Session>;
  };
  "GET /v1/checkout/sessions/{cs_test}": {
    params: Stripe.Checkout.SessionRetrieveParams;
    answer: Stripe.Checkout.Session;
  };
  "POST /v1/checkout/sessions/{cs_test}/expire": {
    params: Stripe.Checkout.SessionExpireParams;
    answer: Stripe.Checkout.Session;
  };
  "POST /v1/billing_portal/sessions": {
    params: Stripe.BillingPortal.SessionCreateParams;
    answer: Stripe.BillingPortal.Session;
  };
}

export type Operation = keyof Operations;

/** The error response of every operation. */
export interface Refused {
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
