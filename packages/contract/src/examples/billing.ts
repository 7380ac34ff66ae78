import type { z } from "zod";
import type * as money from "../resources/billing.ts";
import { entitlements } from "./access.ts";

const PERIOD_END = "2026-06-02T09:14:00.000Z";

export const billingUsage: z.infer<typeof money.BillingUsage> = {
  plan: "pro",
  subscription_status: "active",
  billing_period_end: PERIOD_END,
  extra_seats: 2,
  features: entitlements.features,
  repos: { used: 212, limit: 500 },
  seats: { used: 11, limit: 12 },
  org_connections: { used: 2, limit: 5 },
};

export const billingStatus: z.infer<typeof money.BillingStatus> = {
  payments_enabled: true,
  plan: "pro",
  subscription_status: "active",
  billing_period_end: PERIOD_END,
  cancel_at: null,
  extra_seats: 2,
};

export const planCatalog: z.infer<typeof money.PlanCatalog> = {
  plans: [
    {
      plan_key: "pro",
      base_price_amount: 19900,
      base_price_currency: "usd",
      base_price_id: "price_EXAMPLEpro",
      included_seats: 10,
      max_org_connections: 5,
      max_repos: 500,
      seat_addon_amount: 1500,
      seat_addon_currency: "usd",
      seat_addon_price_id: "price_EXAMPLEseat",
      features: "scheduled_scans,api_production,artifact_dashboard,multi_org",
    },
  ],
  payments_enabled: true,
};

export const billingHistory: z.infer<typeof money.BillingHistory> = {
  events: [
    {
      id: "in_EXAMPLE",
      type: "invoice",
      amount: 22900,
      currency: "usd",
      created: "2026-05-02T09:14:00.000Z",
      description: "1 × Pro; 2 × Pro seat",
      status: "paid",
      hosted_url: "https://invoice.stripe.com/i/EXAMPLE",
      pdf_url: "https://invoice.stripe.com/i/EXAMPLE/pdf",
    },
  ],
  has_more: false,
  next_invoice_cursor: null,
  next_credit_note_cursor: null,
};

export const paymentInfo: z.infer<typeof money.PaymentInfo> = {
  payment_method: { type: "card", brand: "visa", last4: "4242", exp_month: 12, exp_year: 2030 },
};

export const hostedPage: z.infer<typeof money.HostedPage> = { url: "https://checkout.stripe.com/c/EXAMPLE" };

export const seats: z.infer<typeof money.Seats> = { extra_seats: 2, seat_limit: 12 };

export const seatsPreview: z.infer<typeof money.SeatsPreview> = {
  additional_seats: 2,
  ...seats,
  amount_due: 1500,
  currency: "usd",
};

export const planChange: z.infer<typeof money.PlanChange> = {
  plan: "enterprise",
  extra_seats: 0,
  status: "active",
};

export const planChangePreview: z.infer<typeof money.PlanChangePreview> = {
  plan: "enterprise",
  extra_seats: 0,
  amount_due: 35000,
  currency: "usd",
};

export const scheduledCancellation: z.infer<typeof money.ScheduledCancellation> = {
  cancel_at: PERIOD_END,
  status: "active",
  waived_count: 0,
  waived_total: 0,
};

export const resumedSubscription: z.infer<typeof money.ResumedSubscription> = {
  cancel_at: null,
  status: "active",
};
