import { idOf } from "./objects/wire-format.ts";
import type { Ledger } from "./ledger.ts";
import { StripeError } from "./stripe-error.ts";
import {
  beginSubscription,
  changeSubscription,
  endSubscription,
  liveSubscription,
  passTime,
  type SubscriptionChange,
} from "./subscription-life.ts";

/** Actions of users and operators on Stripe's pages, and the passage of time. */
export interface People {
  /** Pays a checkout page. False if the card is declined. */
  completeCheckout(url: string): boolean;
  /** Creates a subscription in the dashboard. Returns its ID. */
  sell(customerId: string, priceId: string): string;
  /** Changes a subscription in the portal or dashboard. */
  change(subscriptionId: string, change: SubscriptionChange): void;
  /** Ends a subscription immediately. */
  end(subscriptionId: string): void;
  deleteCustomer(customerId: string): void;
  /** Declines the customer's card with this code. Null accepts it again. */
  setDecline(customerId: string, declineCode: string | null): void;
  /** Pays the open invoices. */
  payOpenInvoices(customerId: string): void;
  passTime(seconds: number): void;
}

export function people(ledger: Ledger): People {
  return {
    completeCheckout(url) {
      const checkout = ledger.checkouts.get(url.split("/").at(-1) ?? "");
      if (checkout?.session.status !== "open") throw new Error(`The checkout page ${url} is not open.`);
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
      ledger.emit("checkout.session.completed", session);
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
      ledger.emit("customer.deleted", customer);
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
        ledger.emit("customer.subscription.updated", found);
      }
    },
    passTime: (seconds) => passTime(ledger, seconds),
  };
}

/** Returns undefined if the page shows an error. */
function tryTo<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch (error) {
    if (error instanceof StripeError) return undefined;
    throw error;
  }
}
