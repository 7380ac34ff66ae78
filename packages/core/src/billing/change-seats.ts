import type { Context } from "../context.ts";
import { ConflictError } from "../errors.ts";
import type { PaidPlan } from "../ports/payments.ts";
import { applySubscription } from "./apply-subscription.ts";
import { getCurrent, type Current } from "./get-current.ts";
import { readPrices } from "./prices.ts";
import { requireFit } from "./require-fit.ts";
import { writeBilling, type BillingRequest } from "./write-billing.ts";

/** Buys seats beside those of the plan. They are charged at once; throws PaymentDeclinedError, and then there are none. */
export const addSeats = (ctx: Context, request: BillingRequest<{ additionalSeats: number }>) =>
  changeSeats(ctx, request, request.body.additionalSeats, "subscription.seats_added");

/** Gives seats back that nobody uses; what is left of their period is credited. */
export const removeSeats = (ctx: Context, request: BillingRequest<{ removedSeats: number }>) =>
  changeSeats(ctx, request, -request.body.removedSeats, "subscription.seats_removed");

const changeSeats = (
  ctx: Context,
  request: BillingRequest<object>,
  difference: number,
  action: `subscription.${string}`,
) =>
  writeBilling(ctx, request, async ({ tx, row, name }) => {
    const current = await getCurrent(ctx, row);
    let { found } = current;
    if (found.lastOperation !== name) {
      const target = await targetOf(ctx, current, difference);
      if (difference < 0) await requireFit(ctx, tx, target);
      found = await ctx.ports.payments.changePlan(found.id, target, name);
    }
    const { extraSeats } = await applySubscription(ctx, tx, row, found, action);
    return { extraSeats, seatLimit: (current.plan.includedSeats ?? 0) + extraSeats };
  });

/** The plan with so many seats more or less. Throws ConflictError where it sells none, or has not so many. */
export async function targetOf(
  ctx: Context,
  { found, plan }: Current,
  difference: number,
): Promise<PaidPlan> {
  const extraSeats = found.extraSeats + difference;
  if (extraSeats < 0)
    throw new ConflictError(`Only ${found.extraSeats} seats were bought beside the plan.`, {
      code: "too_few_seats",
    });
  const prices = (await readPrices(ctx)).find(({ planKey }) => planKey === plan.key);
  if (plan.includedSeats === null || (found.extraSeats === 0 && !prices?.seat))
    throw new ConflictError(`The plan ${plan.key} sells no seats.`, { code: "seats_not_sold" });
  return { planKey: plan.key, extraSeats };
}
