import type { Context } from "../context.ts";
import { ConflictError } from "../errors.ts";
import { planOf, type Plan } from "../plan/plans.ts";
import { entitles, NoProcessorError, type PaidSubscription } from "../ports/payments.ts";
import type { SubscriptionRow } from "./subscription-row.ts";

export interface Current {
  customerId: string;
  found: PaidSubscription;
  plan: Plan;
}

/** What the processor has now, not what is known of it here. Throws ConflictError where there is nothing to change. */
export async function getCurrent(
  { ports }: Context,
  { externalCustomerId: customerId }: Pick<SubscriptionRow, "externalCustomerId">,
): Promise<Current> {
  if (!ports.payments.isConfigured) throw new NoProcessorError();
  const found = customerId === null ? null : await ports.payments.findSubscription(customerId);
  if (customerId === null || !found || !entitles(found.status))
    throw new ConflictError("The workspace has no subscription.", { code: "no_subscription" });
  if (found.planKey === null)
    throw new ConflictError("The subscription is of no plan that is sold here.", { code: "unknown_plan" });
  return { customerId, found, plan: planOf(found.planKey) };
}
