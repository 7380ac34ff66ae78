import { idOf } from "./objects/id-of.ts";
import type { Ledger } from "./ledger.ts";
import { Refusal } from "./refusal.ts";
import {
  beginSubscription,
  changeSubscription,
  endSubscription,
  liveSubscription,
  passTime,
  type SubscriptionChange,
} from "./subscription-life.ts";

/** What happens on Stripe's own pages, and with time. */
export interface People {
  /** Somebody pays on the page at that address; false where the card is declined, and they may try again. */
  completeCheckout(url: string): boolean;
  /** An operator sells something in the dashboard; the subscription's id. */
  sell(customerId: string, priceId: string): string;
  /** Somebody changes a subscription in the portal, or an operator in the dashboard. */
  change(subscriptionId: string, change: SubscriptionChange): void;
  /** It ends now. */
  end(subscriptionId: string): void;
  deleteCustomer(customerId: string): void;
  /** From now on the customer's card is declined so; with null it is accepted again. */
  setDecline(customerId: string, declineCode: string | null): void;
  /** Pays what is open, as after a late payment. */
  payOpenInvoices(customerId: string): void;
  passTime(seconds: number): void;
}

export function people(ledger: Ledger): People {
  return {
    completeCheckout(url) {
      const checkout = ledger.checkouts.get(url.split("/").at(-1) ?? "");
      if (checkout?.session.status !== "open") throw new Error(`Nobody can pay at ${url}.`);
      const { session, bought, metadata } = checkout;
      const customer = ledger.customer(idOf(session.customer), "customer");
      const begun = tryTo(() => beginSubscription(ledger, customer, bought, metadata));
      if (!begun) return false;
      const { id: subscription, latest_invoice: invoice } = begun;
      Object.assign(session, {
        status: "complete",
        payment_status: "paid",
        subscription,
        invoice,
        url: null,
      });
      ledger.tell("checkout.session.completed", session);
      return true;
    },
    sell(customerId, price) {
      const customer = ledger.customer(customerId, "customer");
      return beginSubscription(ledger, customer, [{ price, quantity: 1 }], {}).id;
    },
    change: (subscriptionId, change) =>
      changeSubscription(ledger, liveSubscription(ledger, subscriptionId), change),
    end: (subscriptionId) => endSubscription(ledger, liveSubscription(ledger, subscriptionId)),
    deleteCustomer(customerId) {
      const customer = ledger.customer(customerId, "customer");
      const { id } = customer;
      for (const found of ledger.subscriptions.values())
        if (found.customer === id && found.status !== "canceled") endSubscription(ledger, found);
      ledger.customers.set(id, { id, object: "customer", deleted: true });
      ledger.tell("customer.deleted", customer);
    },
    setDecline(customerId, declineCode) {
      if (declineCode === null) ledger.declines.delete(customerId);
      else ledger.declines.set(customerId, declineCode);
    },
    payOpenInvoices(customerId) {
      for (const invoice of ledger.invoices.values())
        if (invoice.customer === customerId && invoice.status === "open") ledger.pay(invoice);
      for (const found of ledger.subscriptions.values()) {
        if (found.customer !== customerId || found.status !== "past_due") continue;
        found.status = "active";
        ledger.tell("customer.subscription.updated", found);
      }
    },
    passTime: (seconds) => passTime(ledger, seconds),
  };
}

/** Undefined where Stripe's page shows a refusal. */
function tryTo<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch (error) {
    if (error instanceof Refusal) return undefined;
    throw error;
  }
}
