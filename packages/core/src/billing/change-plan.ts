import type { Transaction } from "@knockon/db/database";
import { inWorkspace } from "@knockon/db/in-workspace";
import type { Context } from "../context.ts";
import { ConflictError } from "../errors.ts";
import { planOf } from "../plan/plans.ts";
import { ORG_CONNECTIONS, type PlanLimit, SEATS } from "../plan/require-plan.ts";
import { countOrgConnections, countSeats } from "../plan/usage.ts";
import type { PaidPlan } from "../ports/payments.ts";
import { lockWorkspaceRow } from "../workspace/workspace-row.ts";
import { getPrices, readPrices } from "./plan-prices.ts";
import { applySubscription, type Current, getCurrent, readSubscription } from "./subscription.ts";
import { type BillingRequest, writeBilling } from "./write-billing.ts";

/**
 * Changes the plan immediately and charges or credits the difference for the rest of the period. Extra seats are kept if the new plan
 * sells seats. Throws ConflictError if the workspace exceeds the new plan's limits.
 */
export const changePlan = (ctx: Context, request: BillingRequest<{ planKey: string }>) =>
  writeBilling(ctx, request, async ({ tx, row, name, wasDone }) => {
    const current = await getCurrent(ctx, row);
    const found = wasDone(current.found)
      ? current.found
      : await ctx.ports.payments.changePlan(
          current.found.id,
          await targetPlan(ctx, tx, current, { planKey: request.body.planKey, loc: ["body", "plan_key"] }),
          name,
        );
    const { extraSeats, status } = await applySubscription(ctx, tx, row, found, "subscription.plan_changed");
    return { plan: found.planKey ?? "", extraSeats, status };
  });

/** Returns what a plan change would cost now. Throws the errors that the change would throw; changes nothing. */
export const previewPlanChange = (ctx: Context, { planKey }: { planKey: string }) =>
  inWorkspace(ctx, async (tx) => {
    const current = await getCurrent(ctx, await readSubscription(tx, ctx.workspaceId));
    const target = await targetPlan(ctx, tx, current, { planKey, loc: ["query", "plan_key"] });
    const { amount, currency } = await ctx.ports.payments.previewPlan(current.found.id, target);
    return { plan: planKey, extraSeats: target.extraSeats, amountDue: amount, currency };
  });

async function targetPlan(
  ctx: Context,
  tx: Transaction,
  { found, plan }: Current,
  { planKey, loc }: { planKey: string; loc: string[] },
): Promise<PaidPlan> {
  const { seat } = await getPrices(ctx, planKey, loc);
  if (planKey === plan.key)
    throw new ConflictError(`The workspace is already on the ${planKey} plan.`, { code: "same_plan" });
  const sellsSeats = seat !== null && planOf(planKey).includedSeats !== null;
  const target = { planKey, extraSeats: sellsSeats ? found.extraSeats : 0 };
  await requireFit(ctx, tx, target);
  return target;
}

/** Buys extra seats, which are charged immediately. Throws PaymentDeclinedError, and then nothing has changed. */
export const addSeats = (ctx: Context, request: BillingRequest<{ additionalSeats: number }>) =>
  changeSeats(ctx, request, request.body.additionalSeats, "subscription.seats_added");

/** Removes unused extra seats and credits the rest of their period. */
export const removeSeats = (ctx: Context, request: BillingRequest<{ removedSeats: number }>) =>
  changeSeats(ctx, request, -request.body.removedSeats, "subscription.seats_removed");

const changeSeats = (
  ctx: Context,
  request: BillingRequest<object>,
  difference: number,
  action: `subscription.${string}`,
) =>
  writeBilling(ctx, request, async ({ tx, row, name, wasDone }) => {
    const current = await getCurrent(ctx, row);
    let { found } = current;
    if (!wasDone(found)) {
      const target = await targetSeats(ctx, current, difference);
      if (difference < 0) await requireFit(ctx, tx, target);
      found = await ctx.ports.payments.changePlan(found.id, target, name);
    }
    const { extraSeats } = await applySubscription(ctx, tx, row, found, action);
    return { extraSeats, seatLimit: (current.plan.includedSeats ?? 0) + extraSeats };
  });

/** Returns the current plan with extra seats added or removed. Throws ConflictError if it sells none or has too few. */
export async function targetSeats(
  ctx: Context,
  { found, plan }: Current,
  difference: number,
): Promise<PaidPlan> {
  const extraSeats = found.extraSeats + difference;
  if (extraSeats < 0)
    throw new ConflictError(`The subscription has only ${found.extraSeats} extra seats.`, {
      code: "too_few_seats",
    });
  const prices = (await readPrices(ctx)).find(({ planKey }) => planKey === plan.key);
  if (plan.includedSeats === null || (found.extraSeats === 0 && !prices?.seat))
    throw new ConflictError(`The ${plan.key} plan does not offer extra seats.`, { code: "seats_not_sold" });
  return { planKey: plan.key, extraSeats };
}

/** Returns what adding or removing seats would cost now. Changes nothing. */
export async function previewSeats(ctx: Context, { additionalSeats }: { additionalSeats: number }) {
  const row = await inWorkspace(ctx, (tx) => readSubscription(tx, ctx.workspaceId));
  const current = await getCurrent(ctx, row);
  const target = await targetSeats(ctx, current, additionalSeats);
  const { amount, currency } = await ctx.ports.payments.previewPlan(current.found.id, target);
  const { extraSeats } = target;
  const seatLimit = (current.plan.includedSeats ?? 0) + extraSeats;
  return { additionalSeats, extraSeats, seatLimit, amountDue: amount, currency };
}

/**
 * Throws ConflictError with every limit of the plan that the workspace exceeds. Locks the workspace, so usage cannot grow until the
 * transaction ends.
 */
export async function requireFit(
  ctx: Context,
  tx: Transaction,
  { planKey, extraSeats }: PaidPlan,
): Promise<void> {
  await lockWorkspaceRow(tx, ctx.workspaceId);
  const plan = planOf(planKey);
  const over = (limit: PlanLimit, name: string, used: number) => {
    const allowed = limit.of(plan, extraSeats);
    return allowed === null || used <= allowed ? [] : [{ limit: name, noun: limit.noun, allowed, used }];
  };
  const exceeded = [
    ...over(SEATS, "seats", await countSeats(tx)),
    ...over(ORG_CONNECTIONS, "org_connections", await countOrgConnections(tx)),
  ];
  if (exceeded.length === 0) return;
  const details = exceeded.map(({ noun, allowed, used }) => `${used} of ${allowed} ${noun}`);
  throw new ConflictError(`The ${planKey} plan's limits are exceeded: ${details.join("; ")} in use.`, {
    code: "plan_limits_exceeded",
    exceeded: exceeded.map(({ limit, allowed, used }) => ({ limit, allowed, used })),
  });
}
