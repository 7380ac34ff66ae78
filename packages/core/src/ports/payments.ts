import { ENTITLED_STATUSES, type SubscriptionStatus } from "@knockon/contract/vocabulary/billing";
import { DomainError } from "../errors.ts";

/** Amounts are integers in the currency's minor unit. Currencies are lowercase. */
export interface Money {
  amount: number;
  currency: string;
}

export interface Price extends Money {
  id: string;
}

/** The prices of a plan and, if it sells them, of an extra seat. */
export interface PlanPrices {
  planKey: string;
  base: Price;
  seat: Price | null;
}

/** A subscription's current state at the payment processor. */
export interface PaidSubscription {
  id: string;
  status: Exclude<SubscriptionStatus, "none">;
  /** Null if its prices belong to no known plan. */
  planKey: string | null;
  extraSeats: number;
  currency: string;
  periodEnd: Date;
  /** When the subscription ends if a cancellation is scheduled. */
  cancelAt: Date | null;
  /** The name of the last operation, so that a retry can detect that it succeeded. */
  lastOperation: string | null;
}

/** Returns whether a subscription in this status is entitled to its plan. A late payment does not end it immediately. */
export const entitles = (status: string): boolean => ENTITLED_STATUSES.some((one) => one === status);

export interface PaidPlan {
  planKey: string;
  extraSeats: number;
}

export interface PaymentMethod {
  type: string;
  brand: string | null;
  last4: string | null;
  expMonth: number | null;
  expYear: number | null;
}

/** An invoice or a credit note in the billing history. */
export interface BillingDocument extends Money {
  id: string;
  created: Date;
  description: string;
  status: string;
  hostedUrl: string | null;
  pdfUrl: string | null;
}

export interface DocumentPage {
  documents: BillingDocument[];
  hasMore: boolean;
}

/** A page of a customer's documents, newest first, after the document with the ID `after`. */
export interface DocumentQuery {
  customerId: string;
  after: string | undefined;
  limit: number;
}

/** An event. It says that something changed, not what: events can arrive late, twice and out of order. */
export interface PaymentNotice {
  id: string;
  type: string;
  customerId: string | null;
}

/**
 * The payment processor. Every method rejects with PaymentsUnavailableError if it is not configured or does not respond. Methods that
 * charge reject with PaymentDeclinedError, and then nothing has changed.
 */
export interface Payments {
  readonly isConfigured: boolean;
  listPrices(): Promise<PlanPrices[]>;
  /** Creates the workspace's customer and returns its ID. Retrying returns the same customer. `former` is a deleted customer. */
  createCustomer(workspaceId: string, former: string | null): Promise<string>;
  /** Returns the customer's relevant subscription: an entitled one first, then the newest. Undefined for an unknown customer. */
  findSubscription(customerId: string): Promise<PaidSubscription | null | undefined>;
  /** Closes the customer's open checkout pages. */
  closeCheckouts(customerId: string): Promise<void>;
  /** Returns the URL of a new checkout page. */
  openCheckout(input: {
    customerId: string;
    workspaceId: string;
    priceId: string;
    /** Where users return after paying, and after leaving without paying. */
    successUrl: string;
    cancelUrl: string;
  }): Promise<string>;
  /** Returns whether the checkout page can still be used. */
  isCheckoutOpen(customerId: string, url: string): Promise<boolean>;
  /** Returns the URL of the customer portal, for cards and invoices. */
  openPortal(input: { customerId: string; returnUrl: string }): Promise<string>;
  /** Sets plan and extra seats to these values and charges the difference for the rest of the period immediately. */
  changePlan(subscriptionId: string, plan: PaidPlan, operation: string): Promise<PaidSubscription>;
  /** Returns what `changePlan` would charge now. A negative amount is credited. */
  previewPlan(subscriptionId: string, plan: PaidPlan): Promise<Money>;
  /** Schedules or revokes a subscription's cancellation at the end of its period. */
  setEnding(subscriptionId: string, ends: boolean, operation: string): Promise<PaidSubscription>;
  /** Deletes the subscription's pending invoice items. Open invoices stay. */
  waivePendingCharges(of: {
    customerId: string;
    subscriptionId: string;
  }): Promise<{ count: number; total: number }>;
  findPaymentMethod(customerId: string): Promise<PaymentMethod | null>;
  listInvoices(query: DocumentQuery): Promise<DocumentPage>;
  listCreditNotes(query: DocumentQuery): Promise<DocumentPage>;
  /** Returns undefined if the signature is invalid or older than 300 seconds. Throws OtherModeError. */
  readNotice(
    delivery: { signature: string; body: Uint8Array },
    now: Date,
  ): Promise<PaymentNotice | undefined>;
}

/** The payment processor is not configured or did not respond. Retrying later may help. */
export class PaymentsUnavailableError extends DomainError {}

/** The deployment has no payment processor. */
export class NoProcessorError extends PaymentsUnavailableError {
  constructor() {
    super("This deployment has no payment processor, so purchases are unavailable.");
  }
}

/** The card issuer declined the charge. */
export class PaymentDeclinedError extends DomainError {
  constructor(declineCode: string) {
    super("The payment was declined. Nothing was changed; update the payment method and try again.", {
      code: "payment_declined",
      declineCode,
    });
  }
}

/** The list does not contain the cursor. */
export class UnknownCursorError extends Error {}

/** A test event on a live deployment, or a live event on a test deployment. */
export class OtherModeError extends DomainError {
  constructor(isLive: boolean) {
    super(`This stage does not accept ${isLive ? "live" : "test"} events.`);
  }
}
