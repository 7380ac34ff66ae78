/** The payment processor's own words, and one for a workspace that never had a subscription. */
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

/** In these, a workspace has what it pays for. */
export const ENTITLED_STATUSES: readonly SubscriptionStatus[] = ["active", "trialing", "past_due"];

export const CANCELLATION_REASONS = [
  "too_expensive",
  "missing_feature",
  "switching_competitor",
  "no_longer_needed",
  "other",
] as const;
export type CancellationReason = (typeof CANCELLATION_REASONS)[number];

/** What was taken back beside what was charged. */
export const BILLING_EVENT_TYPES = ["invoice", "credit_note"] as const;

/** Seats that are bought or given back at once. */
export const MAX_SEATS_AT_ONCE = 1000;
