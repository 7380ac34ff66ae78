import type { Feature } from "@knockon/contract/vocabulary/plan";
import type { Transaction } from "@knockon/db/database";
import { inWorkspace } from "@knockon/db/in-workspace";
import { workspace } from "@knockon/db/schema/workspace.sql";
import { eq } from "drizzle-orm";
import type { Context } from "../context.ts";
import { PaymentRequiredError } from "../errors.ts";
import { getWorkspaceRow } from "../workspace/workspace-row.ts";
import { planOf, type Plan } from "./plans.ts";

/** Throws PaymentRequiredError where plans are enforced and the workspace's does not include the feature. */
export async function requireFeature(ctx: Context, feature: Feature): Promise<void> {
  const plan = await inWorkspace(ctx, (tx) => findLackingPlan(ctx, tx, feature));
  if (plan === undefined) return;
  throw new PaymentRequiredError(`The plan ${plan} does not include ${feature}.`, {
    code: "plan_feature_required",
    feature,
  });
}

/** Whether plans are not enforced, or the workspace's includes the feature. */
export const includesFeature = async (ctx: Context, tx: Transaction, feature: Feature): Promise<boolean> =>
  (await findLackingPlan(ctx, tx, feature)) === undefined;

/** The workspace's plan, where plans are enforced and it does not include the feature. */
async function findLackingPlan(
  { settings, workspaceId }: Context,
  tx: Transaction,
  feature: Feature,
): Promise<string | undefined> {
  if (!settings.billingEnforced) return undefined;
  const { plan } = await getWorkspaceRow(tx, workspaceId);
  return planOf(plan).features.includes(feature) ? undefined : plan;
}

/** A limit of the plan: how errors call it, and where it stands. */
export interface PlanLimit {
  code: string;
  noun: string;
  of: (plan: Plan) => number | null;
}

export const ORG_CONNECTIONS: PlanLimit = {
  code: "org_connection_limit",
  noun: "connected orgs",
  of: (plan) => plan.maxOrgConnections,
};
export const SEATS: PlanLimit = { code: "seat_limit", noun: "seats", of: (plan) => plan.includedSeats };
export const API_KEYS: PlanLimit = { code: "api_key_limit", noun: "API keys", of: (plan) => plan.maxApiKeys };

/**
 * Throws PaymentRequiredError where one more would be over the plan's limit. Locks the workspace's row: of two that come
 * at once for the last place, one gets it.
 */
export async function requireRoom(
  ctx: Pick<Context, "settings" | "workspaceId">,
  tx: Transaction,
  limit: PlanLimit,
  countUsed: () => Promise<number>,
): Promise<void> {
  if (!ctx.settings.billingEnforced) return;
  const [row] = await tx
    .select({ plan: workspace.plan })
    .from(workspace)
    .where(eq(workspace.id, ctx.workspaceId))
    .for("update");
  const plan = planOf(row?.plan ?? "");
  const allowed = limit.of(plan);
  if (allowed === null) return;
  const used = await countUsed();
  if (used < allowed) return;
  throw new PaymentRequiredError(`The plan ${plan.key} includes ${allowed} ${limit.noun}.`, {
    code: limit.code,
    limit: allowed,
    used,
  });
}
