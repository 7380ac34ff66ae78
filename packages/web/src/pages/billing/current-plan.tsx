import type { ReactNode } from "react";
import { Badge } from "../../components/badge.tsx";
import { Section } from "../../components/section.tsx";
import { formatDay } from "../../format/day.ts";
import { formatMoney } from "../../format/money.ts";
import { planName, STATUS_WORDS } from "./plan-words.ts";
import { isRunning, type SoldPlan, type Subscription, type Usage } from "./subscription.ts";
import { UsageBars } from "./usage-bars.tsx";

interface CurrentPlanProps {
  subscription: Subscription;
  usage: Usage;
  plans: readonly SoldPlan[];
}

/** The plan that holds, and what is used of it. */
export function CurrentPlan({ subscription, usage, plans }: CurrentPlanProps) {
  const plan = plans.find(({ plan_key }) => plan_key === subscription.plan);
  const next = nextDay(subscription);
  const status = STATUS_WORDS[subscription.subscription_status];
  return (
    <Section title="Plan and usage">
      <div className="grid divide-y divide-line rounded-md border lg:grid-cols-[2fr_3fr] lg:divide-x lg:divide-y-0">
        <div className="flex flex-col justify-between gap-4 p-4">
          <div>
            <p className="flex items-center gap-2 text-20 font-semibold">
              {planName(subscription.plan)}
              {status && <Badge tone={status.tone}>{status.word}</Badge>}
            </p>
            <p className="mt-1 text-13 text-muted">
              <Price subscription={subscription} plan={plan} />
            </p>
          </div>
          {next !== null && <p className="text-13 text-muted">{next}</p>}
        </div>
        <div className="p-4">
          <UsageBars usage={usage} />
        </div>
      </div>
    </Section>
  );
}

interface PriceProps {
  subscription: Subscription;
  plan: SoldPlan | undefined;
}

/** At today's prices, which new buyers pay: whoever bought earlier keeps theirs, and reads it on the invoice. */
function Price({ subscription, plan }: PriceProps): ReactNode {
  if (!isRunning(subscription)) {
    return subscription.plan === "free" ? "No charge." : "Complimentary plan. No charge.";
  }
  if (plan?.base_price_id == null) return "See your invoices for the price.";
  const { base_price_amount, base_price_currency, seat_addon_amount, seat_addon_currency } = plan;
  const base = `${formatMoney(base_price_amount, base_price_currency)} per month`;
  const { extra_seats: seats } = subscription;
  if (seats === 0) return `${base}, before tax.`;
  return `${base} plus ${seats} × ${formatMoney(seat_addon_amount, seat_addon_currency)} for additional seats, before tax.`;
}

function nextDay({ billing_period_end: end, cancel_at, subscription_status }: Subscription): string | null {
  if (cancel_at !== null) return `Ends on ${formatDay(cancel_at)}.`;
  if (end === null) return null;
  const day = formatDay(end);
  if (subscription_status === "active") return `Renews on ${day}.`;
  if (subscription_status === "trialing") return `Your trial ends on ${day}. The first payment is due then.`;
  return subscription_status === "past_due" ? `The billing period ends on ${day}.` : null;
}
