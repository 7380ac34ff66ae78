import { inWorkspace } from "@knockon/db/in-workspace";
import type { Context } from "../context.ts";
import { planFeatures, planOf } from "../plan/plans.ts";
import { allowedBy, ORG_CONNECTIONS, REPOSITORIES, SEATS } from "../plan/require-plan.ts";
import { countOrgConnections, countRepositories, countSeats } from "../plan/usage.ts";
import { getWorkspaceRow } from "../workspace/workspace-row.ts";
import { readSubscription } from "./subscription.ts";

/** Returns the subscription's state as last read from the payment processor. */
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

/** Returns current usage and limits. Limits are null if plans are not enforced. */
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

/** Returns the payment method, or null without a customer or a payment processor. */
export async function getPaymentInfo(ctx: Context) {
  const { payments } = ctx.ports;
  const { externalCustomerId } = await inWorkspace(ctx, (tx) => readSubscription(tx, ctx.workspaceId));
  if (externalCustomerId === null || !payments.isConfigured) return { paymentMethod: null };
  return { paymentMethod: await payments.findPaymentMethod(externalCustomerId) };
}
