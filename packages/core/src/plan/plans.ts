import { type Feature, FEATURES } from "@knockon/contract/vocabulary/billing";
import type { Context } from "../context.ts";

/** A plan's limits and features; null means unlimited. */
export interface Plan {
  key: string;
  maxOrgConnections: number | null;
  maxRepositories: number | null;
  includedSeats: number | null;
  /** Plans with `api_production` have no limit. */
  maxApiKeys: number | null;
  features: readonly Feature[];
}

export const FREE: Plan = {
  key: "free",
  maxOrgConnections: 1,
  maxRepositories: 25,
  includedSeats: 3,
  maxApiKeys: 2,
  features: [],
};

/** To add a plan, add an entry. */
export const PLANS: readonly Plan[] = [
  FREE,
  {
    key: "pro",
    maxOrgConnections: 5,
    maxRepositories: 500,
    includedSeats: 10,
    maxApiKeys: null,
    features: ["scheduled_scans", "api_production", "artifact_dashboard", "multi_org"],
  },
  {
    key: "enterprise",
    maxOrgConnections: null,
    maxRepositories: null,
    includedSeats: null,
    maxApiKeys: null,
    features: FEATURES,
  },
];

/** Returns a plan by its key, or the free plan for an unknown key. */
export const planOf = (key: string): Plan => PLANS.find((plan) => plan.key === key) ?? FREE;

/** Returns the features a plan includes; all of them if plans are not enforced. */
export function planFeatures({ settings }: Pick<Context, "settings">, { features }: Plan) {
  const has = (feature: Feature): boolean => !settings.billingEnforced || features.includes(feature);
  return {
    scheduledScans: has("scheduled_scans"),
    continuousScans: has("continuous_scans"),
    apiProduction: has("api_production"),
    artifactDashboard: has("artifact_dashboard"),
    multiOrg: has("multi_org"),
  };
}
