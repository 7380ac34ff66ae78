import type { z } from "zod";
import type { BillingStatus, BillingUsage, PlanCatalog } from "../resources/billing.ts";
import { entitlements } from "./access.ts";

const PERIOD_END = "2026-06-02T09:14:00.000Z";

export const billingUsage: z.infer<typeof BillingUsage> = {
  plan: "pro",
  subscription_status: "active",
  billing_period_end: PERIOD_END,
  extra_seats: 2,
  features: entitlements.features,
  repos: { used: 212, limit: 500 },
  seats: { used: 11, limit: 12 },
  org_connections: { used: 2, limit: 5 },
};

export const billingStatus: z.infer<typeof BillingStatus> = {
  payments_enabled: true,
  plan: "pro",
  subscription_status: "active",
  billing_period_end: PERIOD_END,
  cancel_at: null,
  extra_seats: 2,
};

export const planCatalog: z.infer<typeof PlanCatalog> = {
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
