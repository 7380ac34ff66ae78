import type { UserContext } from "../context.ts";
import { describeFault } from "../describe-fault.ts";
import { PLANS, type Plan } from "../plan/plans.ts";
import type { PlanPrices } from "../ports/payments.ts";
import { readPrices } from "./prices.ts";

/** The plans with their prices. Never fails: where the processor is absent or silent, there are no prices. */
export async function listPlans(ctx: UserContext) {
  const { isConfigured } = ctx.ports.payments;
  const prices = isConfigured ? await pricesOrNone(ctx) : [];
  return {
    plans: PLANS.map((plan) =>
      present(
        plan,
        prices.find(({ planKey }) => planKey === plan.key),
      ),
    ),
    paymentsEnabled: isConfigured,
  };
}

const pricesOrNone = (ctx: UserContext): Promise<PlanPrices[]> =>
  readPrices(ctx).catch((error: unknown) => {
    ctx.log.error("prices not read", { cause: describeFault(error) });
    return [];
  });

const present = (plan: Plan, prices: PlanPrices | undefined) => ({
  planKey: plan.key,
  basePriceAmount: prices?.base.amount ?? 0,
  basePriceCurrency: prices?.base.currency ?? "usd",
  basePriceId: prices?.base.id ?? null,
  includedSeats: plan.includedSeats,
  maxOrgConnections: plan.maxOrgConnections,
  maxRepos: plan.maxRepositories,
  seatAddonAmount: prices?.seat?.amount ?? 0,
  seatAddonCurrency: prices?.seat?.currency ?? "usd",
  seatAddonPriceId: prices?.seat?.id ?? null,
  features: plan.features.join(","),
});
