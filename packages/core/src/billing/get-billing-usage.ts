import { inWorkspace } from "@knockon/db/in-workspace";
import type { Context } from "../context.ts";
import { countSeats } from "../plan/count-seats.ts";
import { countOrgConnections, countRepositories } from "../plan/count-used.ts";
import { planFeatures } from "../plan/plan-features.ts";
import { planOf } from "../plan/plans.ts";
import { allowedBy, ORG_CONNECTIONS, REPOSITORIES, SEATS } from "../plan/require-plan.ts";
import { getWorkspaceRow } from "../workspace/workspace-row.ts";
import { readSubscription } from "./subscription-row.ts";

/** What is used of each limit, counted now. Where plans are not enforced there is none. */
export const getBillingUsage = (ctx: Context) =>
  inWorkspace(ctx, async (tx) => {
    const row = await getWorkspaceRow(tx, ctx.workspaceId);
    const { status, periodEnd } = await readSubscription(tx, ctx.workspaceId);
    return {
      plan: row.plan,
      subscriptionStatus: status,
      billingPeriodEnd: periodEnd,
      extraSeats: row.extraSeats,
      features: planFeatures(ctx, planOf(row.plan)),
      repos: { used: await countRepositories(tx), limit: allowedBy(ctx, row, REPOSITORIES) },
      seats: { used: await countSeats(tx), limit: allowedBy(ctx, row, SEATS) },
      orgConnections: { used: await countOrgConnections(tx), limit: allowedBy(ctx, row, ORG_CONNECTIONS) },
    };
  });
