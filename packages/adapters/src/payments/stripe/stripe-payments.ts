import { PaymentsUnavailableError, type PaidPlan, type Payments } from "@knockon/core/ports/payments";
import { Stripe } from "stripe";
import { closeCheckouts, findOpenCheckouts } from "./checkouts.ts";
import { listCreditNotes, listInvoices } from "./documents.ts";
import { listPrices } from "./prices.ts";
import { readNotice } from "./read-notice.ts";
import {
  itemsFor,
  mostRelevant,
  neverEnding,
  OPERATION,
  presentPaymentMethod,
  presentSubscription,
} from "./subscriptions.ts";
import { isMissing, translated } from "./translate-errors.ts";

/** Stripe credentials and endpoint. */
export interface StripeSettings {
  secretKey: string;
  /** Signing secret of webhook events. Undefined if events are not received. */
  webhookSecret: string | undefined;
  /** Whether to use Stripe's live mode. */
  isLive: boolean;
  /** Overrides Stripe's URL, for tests. */
  apiUrl?: URL | undefined;
}

/** Short, because a user waits and the workspace is locked. */
const TIMEOUTS = { timeout: 8000, maxNetworkRetries: 1, telemetry: false };

const PAYMENT_METHODS = [
  "data.default_payment_method",
  "data.customer.invoice_settings.default_payment_method",
];

/** Stripe, with the API version of the pinned library. */
export function stripePayments(settings: StripeSettings): Payments {
  const stripe = new Stripe(settings.secretKey, {
    ...TIMEOUTS,
    ...(settings.apiUrl && addressOf(settings.apiUrl)),
  });

  /** Returns undefined if the customer was deleted. */
  async function findCurrent(customer: string): Promise<Stripe.Subscription | null | undefined> {
    try {
      const { data } = await stripe.subscriptions.list({
        customer,
        status: "all",
        limit: 100,
        expand: PAYMENT_METHODS,
      });
      const found = mostRelevant(data);
      const owner = found ? found.customer : await stripe.customers.retrieve(customer);
      return typeof owner === "object" && owner.deleted === true ? undefined : (found ?? null);
    } catch (error) {
      if (isMissing(error, "customer") || isMissing(error, "id")) return undefined;
      throw error;
    }
  }

  /** Returns no items if the subscription already matches. */
  async function itemsOf(subscriptionId: string, plan: PaidPlan) {
    const [found, catalog] = await Promise.all([
      stripe.subscriptions.retrieve(subscriptionId),
      listPrices(stripe),
    ]);
    const items = itemsFor(found, plan, catalog);
    return items.length === 0 ? {} : { items };
  }

  return {
    isConfigured: true,
    listPrices: () => translated(() => listPrices(stripe)),
    createCustomer: (workspaceId, former) =>
      translated(async () => {
        const idempotencyKey = `knockon-customer-${workspaceId}-${former ?? "first"}`;
        const metadata = { knockon_workspace: workspaceId };
        return (await stripe.customers.create({ metadata }, { idempotencyKey })).id;
      }),
    findSubscription: (customerId) =>
      translated(async () => {
        const found = await findCurrent(customerId);
        return found && presentSubscription(found);
      }),
    closeCheckouts: (customerId) => translated(() => closeCheckouts(stripe, customerId)),
    openCheckout: ({ customerId, workspaceId, priceId, successUrl, cancelUrl }) =>
      translated(async () => {
        const { url } = await stripe.checkout.sessions.create({
          mode: "subscription",
          customer: customerId,
          client_reference_id: workspaceId,
          line_items: [{ price: priceId, quantity: 1 }],
          subscription_data: {
            billing_mode: { type: "flexible" },
            metadata: { knockon_workspace: workspaceId },
          },
          success_url: successUrl,
          cancel_url: cancelUrl,
        });
        if (url === null) throw new Error("Stripe returned no checkout URL.");
        return url;
      }),
    isCheckoutOpen: (customerId, address) =>
      translated(async () =>
        (await findOpenCheckouts(stripe, customerId)).some(({ url }) => url === address),
      ),
    openPortal: ({ customerId, returnUrl }) =>
      translated(async () => {
        const session = await stripe.billingPortal.sessions.create({
          customer: customerId,
          return_url: returnUrl,
        });
        return session.url;
      }),
    changePlan: (subscriptionId, plan, operation) =>
      translated(async () =>
        presentSubscription(
          await stripe.subscriptions.update(subscriptionId, {
            ...(await itemsOf(subscriptionId, plan)),
            proration_behavior: "always_invoice",
            payment_behavior: "error_if_incomplete",
            metadata: { [OPERATION]: operation },
          }),
        ),
      ),
    previewPlan: (subscriptionId, plan) =>
      translated(async () => {
        const items = await itemsOf(subscriptionId, plan);
        const preview = await stripe.invoices.createPreview({
          subscription: subscriptionId,
          subscription_details: { ...items, proration_behavior: "always_invoice" },
        });
        return { amount: preview.total, currency: preview.currency };
      }),
    setEnding: (subscriptionId, ends, operation) =>
      translated(async () =>
        presentSubscription(
          await stripe.subscriptions.update(subscriptionId, {
            ...(ends
              ? { cancel_at_period_end: true }
              : neverEnding(await stripe.subscriptions.retrieve(subscriptionId))),
            metadata: { [OPERATION]: operation },
          }),
        ),
      ),
    waivePendingCharges: ({ customerId, subscriptionId }) =>
      translated(async () => {
        const waived = { count: 0, total: 0 };
        const pending = { customer: customerId, pending: true, limit: 100 };
        const items = await stripe.invoiceItems.list(pending).autoPagingToArray({ limit: 10_000 });
        for (const { id, amount, parent } of items) {
          if (parent?.subscription_details?.subscription !== subscriptionId) continue;
          await stripe.invoiceItems.del(id);
          waived.count += 1;
          waived.total += amount;
        }
        return waived;
      }),
    findPaymentMethod: (customerId) =>
      translated(async () => presentPaymentMethod(await findCurrent(customerId))),
    listInvoices: (query) => translated(() => listInvoices(stripe, query)),
    listCreditNotes: (query) => translated(() => listCreditNotes(stripe, query)),
    async readNotice(delivery, now) {
      const { webhookSecret } = settings;
      if (webhookSecret === undefined)
        throw new PaymentsUnavailableError("STRIPE_WEBHOOK_SECRET is not configured.");
      return readNotice(stripe, { secret: webhookSecret, isLive: settings.isLive }, delivery, now);
    },
  };
}

/** Converts a URL to the library's options. */
const addressOf = ({ protocol, hostname: host, port }: URL): Stripe.StripeConfig => ({
  protocol: protocol === "http:" ? "http" : "https",
  host,
  ...(port !== "" && { port }),
});
