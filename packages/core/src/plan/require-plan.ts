import type { Feature } from "@knockon/contract/vocabulary/billing";
import type { Transaction } from "@knockon/db/database";
import { inWorkspace } from "@knockon/db/in-workspace";
import { workspace } from "@knockon/db/schema/workspace.sql";
import { eq } from "drizzle-orm";
import type { Context } from "../context.ts";
import { PaymentRequiredError } from "../errors.ts";
import { getWorkspaceRow } from "../workspace/workspace-row.ts";
import { planOf, type Plan } from "./plans.ts";

/** Throws PaymentRequiredError if plans are enforced and the workspace's plan lacks the feature. */
export async function requireFeature(ctx: Context, feature: Feature): Promise<void> {
  const plan = await inWorkspace(ctx, (tx) => findLackingPlan(ctx, tx, feature));
  if (plan === undefined) return;
  throw new PaymentRequiredError(`The ${plan} plan does not include ${feature}.`, {
    code: "plan_feature_required",
    feature,
  });
}

/** Returns whether the workspace's plan includes the feature, or plans are not enforced. */
export const includesFeature = async (ctx: Context, tx: Transaction, feature: Feature): Promise<boolean> =>
  (await findLackingPlan(ctx, tx, feature)) === undefined;

/** Returns the workspace's plan if plans are enforced and it lacks the feature. */
async function findLackingPlan(
  { settings, workspaceId }: Context,
  tx: Transaction,
  feature: Feature,
): Promise<string | undefined> {
  if (!settings.billingEnforced) return undefined;
  const { plan } = await getWorkspaceRow(tx, workspaceId);
  return planOf(plan).features.includes(feature) ? undefined : plan;
}

/** A workspace's plan and extra seats, which determine its limits. */
export type Bought = Pick<typeof workspace.$inferSelect, "plan" | "extraSeats">;

/** A limit of a plan, with its error code and its noun in error messages. */
export interface PlanLimit {
  code: string;
  noun: string;
  of: (plan: Plan, extraSeats: number) => number | null;
}

export const ORG_CONNECTIONS: PlanLimit = {
  code: "org_connection_limit",
  noun: "connected orgs",
  of: (plan) => plan.maxOrgConnections,
};
export const SEATS: PlanLimit = {
  code: "seat_limit",
  noun: "seats",
  of: ({ includedSeats }, extraSeats) => (includedSeats === null ? null : includedSeats + extraSeats),
};
export const REPOSITORIES: PlanLimit = {
  code: "plan_limit",
  noun: "repositories",
  of: (plan) => plan.maxRepositories,
};
export const API_KEYS: PlanLimit = { code: "api_key_limit", noun: "API keys", of: (plan) => plan.maxApiKeys };

/** Returns the allowed number, or null if unlimited. */
export const allowedBy = (
  { settings }: Pick<Context, "settings">,
  { plan, extraSeats }: Bought,
  limit: PlanLimit,
): number | null => (settings.billingEnforced ? limit.of(planOf(plan), extraSeats) : null);

export interface Limit {
  /** The plan's key. */
  plan: string;
  allowed: number;
}

/** Returns the workspace's limit, or null if unlimited. */
export async function findLimit(
  ctx: Pick<Context, "settings" | "workspaceId">,
  tx: Transaction,
  limit: PlanLimit,
  isLocking = false,
): Promise<Limit | null> {
  if (!ctx.settings.billingEnforced) return null;
  const found = tx
    .select({ plan: workspace.plan, extraSeats: workspace.extraSeats })
    .from(workspace)
    .where(eq(workspace.id, ctx.workspaceId));
  const [row = { plan: "", extraSeats: 0 }] = await (isLocking ? found.for("no key update") : found);
  const allowed = allowedBy(ctx, row, limit);
  return allowed === null ? null : { plan: planOf(row.plan).key, allowed };
}

/**
 * Throws PaymentRequiredError if one more would exceed the plan's limit. Locks the workspace's row, so that concurrent requests cannot
 * both take the last place.
 */
export async function requireRoom(
  ctx: Pick<Context, "settings" | "workspaceId">,
  tx: Transaction,
  limit: PlanLimit,
  countUsed: () => Promise<number>,
): Promise<void> {
  const locked = await findLimit(ctx, tx, limit, true);
  if (!locked) return;
  const { plan, allowed } = locked;
  const used = await countUsed();
  if (used < allowed) return;
  throw new PaymentRequiredError(`The ${plan} plan includes ${allowed} ${limit.noun}.`, {
    code: limit.code,
    limit: allowed,
    used,
  });
}
