import type { Transaction } from "@knockon/db/database";
import { inWorkspace } from "@knockon/db/in-workspace";
import type { Context } from "../context.ts";
import { ConflictError } from "../errors.ts";
import { planOf } from "../plan/plans.ts";
import type { PaidPlan } from "../ports/payments.ts";
import { applySubscription } from "./apply-subscription.ts";
import { getCurrent, type Current } from "./get-current.ts";
import { getPrices } from "./prices.ts";
import { requireFit } from "./require-fit.ts";
import { readSubscription } from "./subscription-row.ts";
import { writeBilling, type BillingRequest } from "./write-billing.ts";

/**
 * Changes to another plan now; the difference for the rest of the period is charged or credited at once. Seats that were
 * bought stay, where the plan sells any. Throws ConflictError where more is used than it allows.
 */
export const changePlan = (ctx: Context, request: BillingRequest<{ planKey: string }>) =>
  writeBilling(ctx, request, async ({ tx, row, name }) => {
    const current = await getCurrent(ctx, row);
    const found =
      current.found.lastOperation === name
        ? current.found
        : await ctx.ports.payments.changePlan(
            current.found.id,
            await targetPlan(ctx, tx, current, { planKey: request.body.planKey, loc: ["body", "plan_key"] }),
            name,
          );
    const { extraSeats, status } = await applySubscription(ctx, tx, row, found, "subscription.plan_changed");
    return { plan: found.planKey ?? "", extraSeats, status };
  });

/** What changing to a plan would cost now, with the refusals that the change would meet. Changes nothing. */
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
  if (planKey === plan.key) throw new ConflictError(`The plan is ${planKey} already.`, { code: "same_plan" });
  const sellsSeats = seat !== null && planOf(planKey).includedSeats !== null;
  const target = { planKey, extraSeats: sellsSeats ? found.extraSeats : 0 };
  await requireFit(ctx, tx, target);
  return target;
}
