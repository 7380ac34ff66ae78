import type { Feature } from "@knockon/contract/vocabulary/billing";
import type { Context } from "../context.ts";
import type { Plan } from "./plans.ts";

/** Which features a plan includes. Where plans are not enforced, all are. */
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
