import type { SubscriptionStatus } from "@knockon/contract/vocabulary/billing";
import { FEATURES, type Feature } from "@knockon/contract/vocabulary/plan";
import type { Tone } from "../../components/badge.tsx";

/** `pro` as people read it. */
export const planName = (key: string): string => key.charAt(0).toUpperCase() + key.slice(1);

export const FEATURE_WORDS: Record<Feature, string> = {
  scheduled_scans: "Scans on a schedule",
  continuous_scans: "Scans at every push",
  api_production: "API keys without limit",
  artifact_dashboard: "Versions and consumers of artifacts",
  multi_org: "Several organizations",
};

/** Those of the catalog's list that the application knows, in one order for all plans. */
export function readFeatures(listed: string): Feature[] {
  const names = listed.split(",");
  return FEATURES.filter((feature) => names.includes(feature));
}

/** What the processor calls it, in a word; null where there is nothing to say. */
export const STATUS_WORDS: Record<SubscriptionStatus, { word: string; tone: Tone } | null> = {
  none: null,
  incomplete: { word: "not paid yet", tone: "warning" },
  incomplete_expired: { word: "never paid", tone: "neutral" },
  trialing: { word: "trial", tone: "accent" },
  active: { word: "active", tone: "success" },
  past_due: { word: "payment failed", tone: "danger" },
  canceled: { word: "ended", tone: "neutral" },
  unpaid: { word: "unpaid", tone: "danger" },
  paused: { word: "paused", tone: "neutral" },
};
