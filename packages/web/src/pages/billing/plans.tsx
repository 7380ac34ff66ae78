import { Notice } from "../../components/notice.tsx";
import { Section } from "../../components/section.tsx";
import { PlanAction } from "./plan-action.tsx";
import { PlanCard } from "./plan-card.tsx";
import type { SoldPlan, Subscription } from "./subscription.ts";

interface PlansProps {
  subscription: Subscription;
  plans: readonly SoldPlan[];
}

/** All of them side by side. */
export function Plans({ subscription, plans }: PlansProps) {
  return (
    <Section title="Plans">
      {plans.every(({ base_price_id }) => base_price_id === null) && (
        <div className="mb-3">
          <Notice tone="info" title="Prices are unavailable">
            The payment processor isn't responding. Your current plan isn't affected.
          </Notice>
        </div>
      )}
      <ul className="grid gap-4 md:grid-cols-3">
        {plans.map((plan) => (
          <PlanCard key={plan.plan_key} plan={plan} isCurrent={plan.plan_key === subscription.plan}>
            <PlanAction plan={plan} subscription={subscription} />
          </PlanCard>
        ))}
      </ul>
    </Section>
  );
}
