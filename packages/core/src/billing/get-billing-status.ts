import { inWorkspace } from "@knockon/db/in-workspace";
import type { Context } from "../context.ts";
import { getWorkspaceRow } from "../workspace/workspace-row.ts";
import { readSubscription } from "./subscription-row.ts";

/** How the subscription stands, as far as it is known here. */
export const getBillingStatus = (ctx: Context) =>
  inWorkspace(ctx, async (tx) => {
    const { plan, extraSeats } = await getWorkspaceRow(tx, ctx.workspaceId);
    const { status, periodEnd, cancelAt } = await readSubscription(tx, ctx.workspaceId);
    return {
      paymentsEnabled: ctx.settings.billingEnforced,
      plan,
      extraSeats,
      subscriptionStatus: status,
      billingPeriodEnd: periodEnd,
      cancelAt,
    };
  });
