import * as z from "zod";
import {
  BILLING_EVENT_TYPES,
  CANCELLATION_REASONS,
  MAX_SEATS_AT_ONCE,
  SUBSCRIPTION_STATUSES,
} from "../vocabulary/billing.ts";
import { count, instant, uuid } from "./fields.ts";
import { actor, Entitlements } from "./workspace.ts";

export const amount = z.int().meta({ description: "Amount in the currency's minor unit, such as cents." });
export const currency = z.string().meta({ description: "ISO 4217 code in lower case.", examples: ["usd"] });
const used = z.object({
  used: count,
  limit: count.nullable().meta({ description: "Null means unlimited." }),
});

export const BillingUsage = z
  .object({
    plan: z.string(),
    subscription_status: z.enum(SUBSCRIPTION_STATUSES),
    billing_period_end: instant.nullable(),
    extra_seats: count,
    features: Entitlements.shape.features,
    repos: used,
    seats: used,
    org_connections: used,
  })
  .meta({ id: "BillingUsage" });

export const BillingStatus = z
  .object({
    payments_enabled: z.boolean().meta({ description: "Whether a payment processor is configured." }),
    plan: z.string().meta({ description: "Current plan key." }),
    subscription_status: z.enum(SUBSCRIPTION_STATUSES),
    billing_period_end: instant.nullable(),
    cancel_at: instant
      .nullable()
      .meta({ description: "When the subscription ends, if cancellation is scheduled." }),
    extra_seats: count,
  })
  .meta({ id: "BillingStatus" });

export const Plan = z
  .object({
    plan_key: z.string(),
    base_price_amount: amount.default(0),
    base_price_currency: currency.default("usd"),
    base_price_id: z
      .string()
      .nullable()
      .meta({ description: "Price ID at the payment processor. Null if the plan cannot be purchased." }),
    included_seats: count.nullable(),
    max_org_connections: count.nullable(),
    max_repos: count.nullable(),
    seat_addon_amount: amount.default(0),
    seat_addon_currency: currency.default("usd"),
    seat_addon_price_id: z.string().nullable(),
    features: z.string().default("").meta({ description: "Comma-separated feature names." }),
  })
  .meta({ id: "Plan" });

export const PlanCatalog = z
  .object({ plans: z.array(Plan), payments_enabled: z.boolean() })
  .meta({ id: "PlanCatalog" });

const seats = z.int().min(1).max(MAX_SEATS_AT_ONCE);

export const NewSeats = z
  .strictObject({ additional_seats: seats.meta({ description: "Number of seats to add." }) })
  .meta({ id: "NewSeats" });

export const ReturnedSeats = z
  .strictObject({ removed_seats: seats.meta({ description: "Number of seats to remove." }) })
  .meta({ id: "ReturnedSeats" });

const seatCounts = {
  extra_seats: count.meta({
    description: "Total seats purchased in addition to those included in the plan.",
  }),
  seat_limit: count.meta({ description: "Included seats plus extra seats." }),
};

export const Seats = z.object(seatCounts).meta({ id: "Seats" });

const due = {
  amount_due: amount.meta({
    description: "Amount due now, in the currency's minor unit. Negative amounts are credited.",
  }),
  currency,
};

export const SeatsPreview = z
  .object({ additional_seats: z.int(), ...seatCounts, ...due })
  .meta({ id: "SeatsPreview" });

export const plan_key = z
  .string()
  .min(1)
  .max(50)
  .meta({ description: "Key of a plan in the catalog that has a price.", examples: ["pro"] });

export const PlanChoice = z.strictObject({ plan_key }).meta({ id: "PlanChoice" });

export const PlanChange = z
  .object({ plan: z.string(), extra_seats: count, status: z.enum(SUBSCRIPTION_STATUSES) })
  .meta({ id: "PlanChange" });

export const PlanChangePreview = z
  .object({ plan: z.string(), extra_seats: count, ...due })
  .meta({ id: "PlanChangePreview" });

export const Cancellation = z
  .strictObject({
    reason: z.enum(CANCELLATION_REASONS).optional(),
    reason_text: z.string().max(500).optional(),
    waive_pending_charges: z.boolean().default(false).meta({
      description: "Deletes the subscription's pending invoice items. Open invoices are unchanged.",
    }),
  })
  .meta({ id: "Cancellation" });

export const ScheduledCancellation = z
  .object({
    cancel_at: instant,
    status: z.enum(SUBSCRIPTION_STATUSES),
    waived_count: count.meta({ description: "Number of pending invoice items deleted." }),
    waived_total: amount,
  })
  .meta({ id: "ScheduledCancellation" });

export const CancellationRecord = z
  .object({
    id: uuid,
    workspace_id: uuid,
    external_subscription_id: z.string(),
    actor,
    reason: z.enum(CANCELLATION_REASONS).nullable(),
    reason_text: z.string().nullable(),
    waive_pending_charges: z.boolean(),
    waived_count: count,
    waived_total: amount,
    currency,
    cancel_at: instant,
    created_at: instant,
  })
  .meta({ id: "CancellationRecord" });

export const ResumedSubscription = z
  .object({ cancel_at: instant.nullable(), status: z.enum(SUBSCRIPTION_STATUSES) })
  .meta({ id: "ResumedSubscription" });

export const HostedPage = z
  .object({
    url: z.string().meta({ description: "Temporary URL of a page hosted by the payment processor." }),
  })
  .meta({ id: "HostedPage" });

export const PaymentInfo = z
  .object({
    payment_method: z
      .object({
        type: z.string().meta({ examples: ["card"] }),
        brand: z.string().nullable(),
        last4: z.string().nullable(),
        exp_month: z.int().nullable(),
        exp_year: z.int().nullable(),
      })
      .nullable(),
  })
  .meta({ id: "PaymentInfo" });

export const BillingHistoryEvent = z
  .object({
    id: z.string(),
    type: z.enum(BILLING_EVENT_TYPES),
    amount,
    currency,
    created: instant,
    description: z.string().meta({ description: "Line items, including prorations." }),
    status: z.string(),
    hosted_url: z.string().nullable(),
    pdf_url: z.string().nullable(),
  })
  .meta({ id: "BillingHistoryEvent" });

const cursor = z.string().nullable().meta({ description: "Null if there are no more pages." });

export const BillingHistory = z
  .object({
    events: z.array(BillingHistoryEvent),
    has_more: z.boolean(),
    next_invoice_cursor: cursor,
    next_credit_note_cursor: cursor,
  })
  .meta({ id: "BillingHistory" });

/** The fields read from a Stripe event. The current state is fetched from Stripe. */
export const PaymentEvent = z.looseObject({ id: z.string(), type: z.string() }).meta({ id: "PaymentEvent" });
