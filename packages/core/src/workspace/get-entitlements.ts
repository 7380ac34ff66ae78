import type { Feature } from "@knockon/contract/vocabulary/plan";
import { inWorkspace } from "@knockon/db/in-workspace";
import type { Context } from "../context.ts";
import { countSeats } from "../plan/count-seats.ts";
import { planOf } from "../plan/plans.ts";
import { getWorkspaceRow } from "./workspace-row.ts";

/** What the plan includes. Where plans are not enforced, everything is. */
export const getEntitlements = (ctx: Context) =>
  inWorkspace(ctx, async (tx) => {
    const { plan: key } = await getWorkspaceRow(tx, ctx.workspaceId);
    const { billingEnforced } = ctx.settings;
    const plan = planOf(key);
    const has = (feature: Feature): boolean => !billingEnforced || plan.features.includes(feature);
    return {
      plan: key,
      features: {
        scheduledScans: has("scheduled_scans"),
        continuousScans: has("continuous_scans"),
        apiProduction: has("api_production"),
        artifactDashboard: has("artifact_dashboard"),
        multiOrg: has("multi_org"),
      },
      seatCount: await countSeats(tx),
      seatLimit: billingEnforced ? plan.includedSeats : null,
      billingEnforced,
    };
  });
