import {
  getBillingStatus,
  getBillingUsage,
  listBillingHistory,
  listPlans,
} from "@knockon/contract/operations/billing";
import { getEntitlements } from "@knockon/contract/operations/workspace";
import type { BillingStatus, BillingUsage, Plan } from "@knockon/contract/resources/billing";
import {
  ENTITLED_STATUSES,
  FEATURES,
  type Feature,
  type SubscriptionStatus,
} from "@knockon/contract/vocabulary/billing";
import { getRouteApi } from "@tanstack/react-router";
import { useState } from "react";
import type { z } from "zod";
import { useWorkspace } from "../../api/workspace.ts";
import type { Tone } from "../../components/badges.tsx";

export type Subscription = z.output<typeof BillingStatus>;
export type Usage = z.output<typeof BillingUsage>;
export type SoldPlan = z.output<typeof Plan>;

/** Whether the subscription is active and can be changed. */
export const isRunning = ({ subscription_status }: Pick<Subscription, "subscription_status">): boolean =>
  ENTITLED_STATUSES.includes(subscription_status);

/** Statuses that allow a new subscription. */
const ENDED_STATUSES: ReadonlySet<Subscription["subscription_status"]> = new Set([
  "none",
  "canceled",
  "incomplete_expired",
]);
export const mayBegin = ({ subscription_status }: Subscription): boolean =>
  ENDED_STATUSES.has(subscription_status);

/** Operations whose responses become stale after a billing change. */
export const BILLING_QUERIES = [
  getBillingStatus,
  getBillingUsage,
  listBillingHistory,
  listPlans,
  getEntitlements,
] as const;

export function useBillingParams() {
  const { workspace } = useWorkspace();
  return { workspace_id: workspace.id };
}

/** An idempotency key for one request of an open dialog, so that a retry after a lost response does not charge twice. */
export function useIdempotencyKey(request: string | number): string {
  // `randomUUID` is not available without TLS.
  const [opened] = useState(() => crypto.getRandomValues(new Uint32Array(4)).join("-"));
  return `${opened}-${request}`;
}

const POLL_MS = 2000;
const POLL_TIMEOUT_MS = 60_000;

const route = getRouteApi("/w/$slug/settings/billing");

type Answer = Pick<Subscription, "subscription_status">;

/** Query options that poll after checkout, since the server learns about the payment a moment later. */
export function useCheckoutPolling() {
  const { checkout } = route.useSearch();
  const [until] = useState(() => (checkout === "paid" ? Date.now() + POLL_TIMEOUT_MS : 0));
  return {
    refetchInterval: ({ state }: { state: { data: Answer | undefined } }) =>
      Date.now() < until && !(state.data && isRunning(state.data)) && POLL_MS,
  };
}

/** `pro` → `Pro`. */
export const planName = (key: string): string => key.charAt(0).toUpperCase() + key.slice(1);

export const FEATURE_NAMES: Record<Feature, string> = {
  scheduled_scans: "Scheduled scans",
  continuous_scans: "Scan on push",
  api_production: "Unlimited API keys",
  artifact_dashboard: "Artifact versions and consumers",
  multi_org: "Multiple organizations",
};

/** Parses the comma-separated features of a plan. Skips unknown ones. */
export function readFeatures(listed: string): Feature[] {
  const names = listed.split(",");
  return FEATURES.filter((feature) => names.includes(feature));
}

/** Badges by the payment processor's status. */
export const STATUS_BADGES: Record<SubscriptionStatus, { word: string; tone: Tone } | null> = {
  none: null,
  incomplete: { word: "Payment pending", tone: "warning" },
  incomplete_expired: { word: "Expired", tone: "neutral" },
  trialing: { word: "Trial", tone: "accent" },
  active: { word: "Active", tone: "success" },
  past_due: { word: "Payment failed", tone: "danger" },
  canceled: { word: "Canceled", tone: "neutral" },
  unpaid: { word: "Unpaid", tone: "danger" },
  paused: { word: "Paused", tone: "neutral" },
};
