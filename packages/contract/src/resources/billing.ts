import { z } from "zod";
import {
  BILLING_EVENT_TYPES,
  CANCELLATION_REASONS,
  MAX_SEATS_AT_ONCE,
  SUBSCRIPTION_STATUSES,
} from "../vocabulary/billing.ts";
import { count, instant } from "./fields.ts";
import { Entitlements } from "./workspace.ts";

export const amount = z.int().meta({ description: "In the currency's minor unit: cents." });
export const currency = z.string().meta({ description: "ISO 4217, in lower case.", examples: ["usd"] });
const used = z.object({
  used: count,
  limit: count.nullable().meta({ description: "Null is unlimited." }),
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
    payments_enabled: z.boolean().meta({ description: "Whether there is a payment processor." }),
    plan: z.string().meta({ description: "The plan that holds now." }),
    subscription_status: z.enum(SUBSCRIPTION_STATUSES),
    billing_period_end: instant.nullable(),
    cancel_at: instant.nullable().meta({ description: "When the subscription ends, where that is decided." }),
    extra_seats: count,
  })
  .meta({ id: "BillingStatus" });

export const Plan = z
  .object({
    plan_key: z.string(),
    base_price_amount: amount.default(0),
    base_price_currency: currency.default("usd"),
    base_price_id: z.string().nullable().meta({ description: "Null of a plan that cannot be bought here." }),
    included_seats: count.nullable(),
    max_org_connections: count.nullable(),
    max_repos: count.nullable(),
    seat_addon_amount: amount.default(0),
    seat_addon_currency: currency.default("usd"),
    seat_addon_price_id: z.string().nullable(),
    features: z.string().default("").meta({ description: "Their names, joined by commas." }),
  })
  .meta({ id: "Plan" });

export const PlanCatalog = z
  .object({ plans: z.array(Plan), payments_enabled: z.boolean() })
  .meta({ id: "PlanCatalog" });

const seats = z.int().min(1).max(MAX_SEATS_AT_ONCE);

export const NewSeats = z
  .strictObject({ additional_seats: seats.meta({ description: "How many more." }) })
  .meta({ id: "NewSeats" });

export const ReturnedSeats = z
  .strictObject({ removed_seats: seats.meta({ description: "How many fewer." }) })
  .meta({ id: "ReturnedSeats" });

const seatCounts = {
  extra_seats: count.meta({ description: "Seats bought beside those of the plan, all together." }),
  seat_limit: count,
};

export const Seats = z.object(seatCounts).meta({ id: "Seats" });

const due = {
  amount_due: amount.meta({
    description: "What would be charged now, in the currency's minor unit; less than nothing is credited.",
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
  .meta({ description: "One of the catalog that has a price.", examples: ["pro"] });

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
      description: "Deletes what the next invoice would charge beside the subscription. Open invoices stay.",
    }),
  })
  .meta({ id: "Cancellation" });

export const ScheduledCancellation = z
  .object({
    cancel_at: instant,
    status: z.enum(SUBSCRIPTION_STATUSES),
    waived_count: count,
    waived_total: amount,
  })
  .meta({ id: "ScheduledCancellation" });

export const ResumedSubscription = z
  .object({ cancel_at: instant.nullable(), status: z.enum(SUBSCRIPTION_STATUSES) })
  .meta({ id: "ResumedSubscription" });

export const HostedPage = z
  .object({
    url: z.string().meta({ description: "A page of the payment processor's, for one person, for a while." }),
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
    description: z.string().meta({ description: "What was charged, prorations among it." }),
    status: z.string(),
    hosted_url: z.string().nullable(),
    pdf_url: z.string().nullable(),
  })
  .meta({ id: "BillingHistoryEvent" });

const cursor = z.string().nullable().meta({ description: "Null where there is no more of them." });

export const BillingHistory = z
  .object({
    events: z.array(BillingHistoryEvent),
    has_more: z.boolean(),
    next_invoice_cursor: cursor,
    next_credit_note_cursor: cursor,
  })
  .meta({ id: "BillingHistory" });

/** What is read of an event of Stripe's; the rest is asked for. */
export const PaymentEvent = z.looseObject({ id: z.string(), type: z.string() }).meta({ id: "PaymentEvent" });
