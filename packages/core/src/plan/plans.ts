import { FEATURES, type Feature } from "@knockon/contract/vocabulary/billing";

/** What a plan includes; null is unlimited. */
export interface Plan {
  key: string;
  maxOrgConnections: number | null;
  maxRepositories: number | null;
  includedSeats: number | null;
  /** Of a plan without `api_production`, which has any number. */
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

/** Configuration, not code: another plan is another entry. */
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

/** A plan that is not configured any more gives what the free one gives. */
export const planOf = (key: string): Plan => PLANS.find((plan) => plan.key === key) ?? FREE;
