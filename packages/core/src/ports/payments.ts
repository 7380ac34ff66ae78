import { ENTITLED_STATUSES, type SubscriptionStatus } from "@knockon/contract/vocabulary/billing";
import { DomainError } from "../errors.ts";

/** Amounts are integers in the currency's minor unit, currencies in lower case. */
export interface Money {
  amount: number;
  currency: string;
}

export interface Price extends Money {
  id: string;
}

/** What is sold of a plan: the plan itself and, where it sells any, a seat beyond those that it includes. */
export interface PlanPrices {
  planKey: string;
  base: Price;
  seat: Price | null;
}

/** A subscription as the processor has it now. */
export interface PaidSubscription {
  id: string;
  status: Exclude<SubscriptionStatus, "none">;
  /** Null where its prices are no plan's. */
  planKey: string | null;
  extraSeats: number;
  currency: string;
  periodEnd: Date;
  /** When it ends, where that is decided. */
  cancelAt: Date | null;
  /** What the last write that named itself was: whoever tries again finds that it was done. */
  lastOperation: string | null;
}

/** Whether a subscription gives what it is for; a payment that is late does not end it at once. */
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

/** An invoice or a credit note, as a history shows it. */
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

/** The page of a customer's documents, newest first, that follows the one with the id `after`. */
export interface DocumentQuery {
  customerId: string;
  after: string | undefined;
  limit: number;
}

/** Something happened. What it came to is asked for: an event may come late, twice and out of order. */
export interface PaymentNotice {
  id: string;
  type: string;
  customerId: string | null;
}

/**
 * Whoever charges for the workspaces. Every call but `isConfigured` rejects with PaymentsUnavailableError where there is nobody, or
 * nobody answers; those that charge with PaymentDeclinedError, and then nothing has changed.
 */
export interface Payments {
  readonly isConfigured: boolean;
  listPrices(): Promise<PlanPrices[]>;
  /** The customer of a workspace. Asked again at once, it is the same one; `former` is one that was deleted. */
  createCustomer(workspaceId: string, former: string | null): Promise<string>;
  /** The one subscription that counts: one that entitles before any other, then the newest. Undefined where there is no customer. */
  findSubscription(customerId: string): Promise<PaidSubscription | null | undefined>;
  /** From now on nobody begins a subscription on a page that was opened before. */
  closeCheckouts(customerId: string): Promise<void>;
  /** The address of the page where a person begins a subscription. */
  openCheckout(input: {
    customerId: string;
    workspaceId: string;
    priceId: string;
    /** Where whoever paid comes back to, and whoever left without. */
    successUrl: string;
    cancelUrl: string;
  }): Promise<string>;
  /** Whether a person can still begin a subscription on the customer's page at that address. */
  isCheckoutOpen(customerId: string, url: string): Promise<boolean>;
  /** The address of the page where a person changes cards and reads invoices. */
  openPortal(input: { customerId: string; returnUrl: string }): Promise<string>;
  /** Changes plan and seats to exactly these, and charges the difference for the rest of the period at once. */
  changePlan(subscriptionId: string, plan: PaidPlan, operation: string): Promise<PaidSubscription>;
  /** What `changePlan` would charge now; less than nothing is credited. */
  previewPlan(subscriptionId: string, plan: PaidPlan): Promise<Money>;
  /** Lets a subscription end with its period, or go on after all, whoever decided when it ends. */
  setEnding(subscriptionId: string, ends: boolean, operation: string): Promise<PaidSubscription>;
  /** Deletes what the next invoice of a subscription would charge beside it. Invoices that are open stay. */
  waivePendingCharges(of: {
    customerId: string;
    subscriptionId: string;
  }): Promise<{ count: number; total: number }>;
  findPaymentMethod(customerId: string): Promise<PaymentMethod | null>;
  listInvoices(query: DocumentQuery): Promise<DocumentPage>;
  listCreditNotes(query: DocumentQuery): Promise<DocumentPage>;
  /** Undefined for what the processor has not signed, or not within the last 300 seconds. Throws OtherModeError. */
  readNotice(
    delivery: { signature: string; body: Uint8Array },
    now: Date,
  ): Promise<PaymentNotice | undefined>;
}

/** Nobody can be asked, or nobody answers: trying again later may help. */
export class PaymentsUnavailableError extends DomainError {}

/** This deployment sells nothing. */
export class NoProcessorError extends PaymentsUnavailableError {
  constructor() {
    super("This deployment has no payment processor: nothing can be bought.");
  }
}

/** The charge was refused by whoever holds the money. */
export class PaymentDeclinedError extends DomainError {
  constructor(declineCode: string) {
    super("The payment was declined. Nothing was changed; update the payment method and try again.", {
      code: "payment_declined",
      declineCode,
    });
  }
}

/** A list has no such place; `loc` as in the validation error shape is the caller's business. */
export class UnknownCursorError extends Error {}

/** A test event where money is real, or a real one where it is not. */
export class OtherModeError extends DomainError {
  constructor(isLive: boolean) {
    super(`This stage takes no ${isLive ? "live" : "test"} events.`);
  }
}
