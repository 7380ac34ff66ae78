import { z } from "zod";
import { SUBSCRIPTION_STATUSES } from "../vocabulary/billing.ts";
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
