export const FEATURES = [
  "scheduled_scans",
  "continuous_scans",
  "api_production",
  "artifact_dashboard",
  "multi_org",
] as const;
export type Feature = (typeof FEATURES)[number];

/** Stripe's subscription statuses, and `none` for a workspace that never had a subscription. */
export const SUBSCRIPTION_STATUSES = [
  "none",
  "incomplete",
  "incomplete_expired",
  "trialing",
  "active",
  "past_due",
  "canceled",
  "unpaid",
  "paused",
] as const;
export type SubscriptionStatus = (typeof SUBSCRIPTION_STATUSES)[number];

/** The statuses that grant the plan's features. */
export const ENTITLED_STATUSES: readonly SubscriptionStatus[] = ["active", "trialing", "past_due"];

export const CANCELLATION_REASONS = [
  "too_expensive",
  "missing_feature",
  "switching_competitor",
  "no_longer_needed",
  "other",
] as const;
export type CancellationReason = (typeof CANCELLATION_REASONS)[number];

export const BILLING_EVENT_TYPES = ["invoice", "credit_note"] as const;

/** Maximum number of seats to add or remove in one request. */
export const MAX_SEATS_AT_ONCE = 1000;
