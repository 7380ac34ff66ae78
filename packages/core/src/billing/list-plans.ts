import type { UserContext } from "../context.ts";
import { describeFault } from "../describe-fault.ts";
import { PLANS, type Plan } from "../plan/plans.ts";
import type { PlanPrices, Payments } from "../ports/payments.ts";

const CACHED_MS = 60 * 60 * 1000;

/** What each processor last answered. In the cloud, of one container. */
const cache = new WeakMap<Payments, { prices: PlanPrices[]; until: number }>();

/** The plans with their prices, at most an hour old. Never fails: where the processor is absent or silent, there are no prices. */
export async function listPlans(ctx: UserContext) {
  const prices = (await findPrices(ctx)) ?? [];
  return {
    plans: PLANS.map((plan) =>
      present(
        plan,
        prices.find(({ planKey }) => planKey === plan.key),
      ),
    ),
    paymentsEnabled: ctx.ports.payments.isConfigured,
  };
}

/** Undefined where the processor is absent or silent. */
async function findPrices({ ports, now, log }: UserContext): Promise<PlanPrices[] | undefined> {
  const { payments } = ports;
  if (!payments.isConfigured) return undefined;
  const cached = cache.get(payments);
  if (cached && now().getTime() < cached.until) return cached.prices;
  try {
    const prices = await payments.listPrices();
    cache.set(payments, { prices, until: now().getTime() + CACHED_MS });
    return prices;
  } catch (error) {
    log.error("prices not read", { cause: describeFault(error) });
    return undefined;
  }
}

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
