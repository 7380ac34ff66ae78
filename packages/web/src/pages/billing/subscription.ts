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

/** It gives what it is for, and can be changed. */
export const isRunning = ({ subscription_status }: Pick<Subscription, "subscription_status">): boolean =>
  ENTITLED_STATUSES.includes(subscription_status);

/** In these, there is none any more, and another may begin. */
const OVER: ReadonlySet<Subscription["subscription_status"]> = new Set([
  "none",
  "canceled",
  "incomplete_expired",
]);
export const mayBegin = ({ subscription_status }: Subscription): boolean => OVER.has(subscription_status);

/** What is out of date once money has moved. */
export const MONEY_MOVED = [
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

/**
 * Names what a person asks for in an open dialog: the same while they ask for the same, so that trying again after a lost
 * answer charges nothing twice.
 */
export function useRequestKey(asked: string | number): string {
  // Not `randomUUID`, which browsers keep from pages without TLS.
  const [opened] = useState(() => crypto.getRandomValues(new Uint32Array(4)).join("-"));
  return `${opened}-${asked}`;
}

const ASKED_EVERY_MS = 2000;
const PATIENCE_MS = 60_000;

const route = getRouteApi("/w/$slug/settings/billing");

type Answer = Pick<Subscription, "subscription_status">;

/**
 * For queries that tell how the subscription stands: whoever is back from paying sees the plan begin, of which the service
 * hears a moment later.
 */
export function useCheckoutReturn() {
  const { checkout } = route.useSearch();
  const [until] = useState(() => (checkout === "paid" ? Date.now() + PATIENCE_MS : 0));
  return {
    refetchInterval: ({ state }: { state: { data: Answer | undefined } }) =>
      Date.now() < until && !(state.data && isRunning(state.data)) && ASKED_EVERY_MS,
  };
}

/** `pro` as people read it. */
export const planName = (key: string): string => key.charAt(0).toUpperCase() + key.slice(1);

export const FEATURE_WORDS: Record<Feature, string> = {
  scheduled_scans: "Scheduled scans",
  continuous_scans: "Scan on push",
  api_production: "Unlimited API keys",
  artifact_dashboard: "Artifact versions and consumers",
  multi_org: "Multiple organizations",
};

/** Those of the catalog's list that the application knows, in one order for all plans. */
export function readFeatures(listed: string): Feature[] {
  const names = listed.split(",");
  return FEATURES.filter((feature) => names.includes(feature));
}

/** What the processor calls it, in a word; null where there is nothing to say. */
export const STATUS_WORDS: Record<SubscriptionStatus, { word: string; tone: Tone } | null> = {
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
