import type { SubscriptionStatus } from "@knockon/contract/vocabulary/billing";
import { FEATURES, type Feature } from "@knockon/contract/vocabulary/billing";
import type { Tone } from "../../components/badge.tsx";

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
