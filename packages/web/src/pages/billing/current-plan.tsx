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
  const status = STATUS_WORDS[subscription.subscription_status];
  return (
    <div className="grid gap-x-4 gap-y-8 lg:grid-cols-2">
      <Section title="Plan">
        <div className="flex h-full min-h-44 flex-col justify-between gap-4 rounded-md border p-4">
          <div>
            <p className="flex items-center gap-2 text-20 font-semibold">
              {planName(subscription.plan)}
              {status && <Badge tone={status.tone}>{status.word}</Badge>}
            </p>
            <p className="mt-1 text-13 text-muted">
              <Price subscription={subscription} plan={plan} />
            </p>
          </div>
          <p className="text-13 text-muted">{nextDay(subscription)}</p>
        </div>
      </Section>
      <Section title="Usage">
        <div className="rounded-md border p-4">
          <UsageBars usage={usage} />
        </div>
      </Section>
    </div>
  );
}

interface PriceProps {
  subscription: Subscription;
  plan: SoldPlan | undefined;
}

/** At today's prices, which new buyers pay: whoever bought earlier keeps theirs, and reads it on the invoice. */
function Price({ subscription, plan }: PriceProps): ReactNode {
  if (!isRunning(subscription)) {
    return subscription.plan === "free" ? "Free of charge." : "Given to this workspace free of charge.";
  }
  if (plan?.base_price_id == null) return "The price stands on your invoices.";
  const { base_price_amount, base_price_currency, seat_addon_amount, seat_addon_currency } = plan;
  const base = `${formatMoney(base_price_amount, base_price_currency)} a month`;
  const { extra_seats: seats } = subscription;
  if (seats === 0) return `${base}, before tax.`;
  return `${base}, and ${seats} × ${formatMoney(seat_addon_amount, seat_addon_currency)} for seats, before tax.`;
}

function nextDay({ billing_period_end: end, cancel_at, subscription_status }: Subscription): string | null {
  if (cancel_at !== null) return `Ends on ${formatDay(cancel_at)}.`;
  if (end === null) return null;
  switch (subscription_status) {
    case "active":
      return `Renews on ${formatDay(end)}.`;
    case "trialing":
      return `The trial ends on ${formatDay(end)}; the first payment is due then.`;
    case "past_due":
      return `The period ends on ${formatDay(end)}.`;
    default:
      return null;
  }
}
