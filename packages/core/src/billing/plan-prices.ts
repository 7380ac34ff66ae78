import type { UserContext } from "../context.ts";
import { describeFault } from "../describe-fault.ts";
import { InvalidInputError } from "../errors.ts";
import { type Plan, PLANS } from "../plan/plans.ts";
import type { Payments, PlanPrices } from "../ports/payments.ts";

/** Returns all plans with their prices. Never fails: without the payment processor, amounts are 0 and price IDs null. */
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

const CACHED_MS = 60 * 60 * 1000;

/** The last prices per payment processor. In the cloud, the cache belongs to one container. */
const cache = new WeakMap<Payments, { prices: PlanPrices[]; until: number }>();

/** Returns prices that are at most an hour old. Rejects if the payment processor is unavailable. */
export async function readPrices({ ports, now }: Pick<UserContext, "ports" | "now">): Promise<PlanPrices[]> {
  const cached = cache.get(ports.payments);
  if (cached && now().getTime() < cached.until) return cached.prices;
  const prices = await ports.payments.listPrices();
  cache.set(ports.payments, { prices, until: now().getTime() + CACHED_MS });
  return prices;
}

/** Returns the prices of a plan. Throws InvalidInputError for a plan that is not for sale. */
export async function getPrices(ctx: UserContext, planKey: string, loc: string[]): Promise<PlanPrices> {
  const found = (await readPrices(ctx)).find((one) => one.planKey === planKey);
  if (!found) throw new InvalidInputError(loc, `The ${planKey} plan is not for sale.`);
  return found;
}
