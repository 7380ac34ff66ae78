import { inWorkspace } from "@knockon/db/in-workspace";
import type { Context } from "../context.ts";
import { countSeats } from "../plan/count-seats.ts";
import { planFeatures } from "../plan/plan-features.ts";
import { planOf } from "../plan/plans.ts";
import { allowedBy, SEATS } from "../plan/require-plan.ts";
import { getWorkspaceRow } from "./workspace-row.ts";

/** What the plan includes. Where plans are not enforced, everything is. */
export const getEntitlements = (ctx: Context) =>
  inWorkspace(ctx, async (tx) => {
    const row = await getWorkspaceRow(tx, ctx.workspaceId);
    return {
      plan: row.plan,
      features: planFeatures(ctx, planOf(row.plan)),
      seatCount: await countSeats(tx),
      seatLimit: allowedBy(ctx, row, SEATS),
      billingEnforced: ctx.settings.billingEnforced,
    };
  });
