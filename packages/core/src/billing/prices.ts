import type { UserContext } from "../context.ts";
import { InvalidInputError } from "../errors.ts";
import type { Payments, PlanPrices } from "../ports/payments.ts";

const CACHED_MS = 60 * 60 * 1000;

/** What each processor last answered. In the cloud, of one container. */
const cache = new WeakMap<Payments, { prices: PlanPrices[]; until: number }>();

/** At most an hour old. Rejects where the processor is absent or silent. */
export async function readPrices({ ports, now }: Pick<UserContext, "ports" | "now">): Promise<PlanPrices[]> {
  const cached = cache.get(ports.payments);
  if (cached && now().getTime() < cached.until) return cached.prices;
  const prices = await ports.payments.listPrices();
  cache.set(ports.payments, { prices, until: now().getTime() + CACHED_MS });
  return prices;
}

/** Throws InvalidInputError for a plan that cannot be bought. */
export async function getPrices(ctx: UserContext, planKey: string, loc: string[]): Promise<PlanPrices> {
  const found = (await readPrices(ctx)).find((one) => one.planKey === planKey);
  if (!found) throw new InvalidInputError(loc, `The plan ${planKey} cannot be bought here.`);
  return found;
}
