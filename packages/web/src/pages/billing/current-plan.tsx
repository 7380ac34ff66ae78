import { getPaymentInfo } from "@knockon/contract/operations/billing";
import type { PaymentInfo } from "@knockon/contract/resources/billing";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { z } from "zod";
import { PortalButton } from "./billing-error.tsx";
import {
  isRunning,
  planName,
  type SoldPlan,
  STATUS_BADGES,
  type Subscription,
  type Usage,
  useBillingParams,
} from "./subscription.ts";
import { useWorkspace } from "../../api/workspace.ts";
import { Badge } from "../../components/badges.tsx";
import { cx } from "../../components/dom.ts";
import { Loaded, SkeletonBlock } from "../../components/loaded.tsx";
import { Section } from "../../components/page-header.tsx";
import { formatCount, formatDay, formatMoney } from "../../format/format.ts";
import { inWords } from "../../format/words.ts";

interface CurrentPlanProps {
  subscription: Subscription;
  usage: Usage;
  plans: readonly SoldPlan[];
}

/** The current plan and its usage. */
export function CurrentPlan({ subscription, usage, plans }: CurrentPlanProps) {
  const plan = plans.find(({ plan_key }) => plan_key === subscription.plan);
  const next = nextDay(subscription);
  const status = STATUS_BADGES[subscription.subscription_status];
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

/** The current list price. Existing subscriptions may have an older price, which is on their invoices. */
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

export const UsageBars = ({ usage: { repos, seats, org_connections } }: { usage: Usage }) => (
  <div className="divide-y divide-line">
    <UsageBar label="Repositories" {...repos} />
    <UsageBar label="Seats" {...seats} note="Includes pending invitations. Viewers don't use a seat." />
    <UsageBar label="Organizations" {...org_connections} />
  </div>
);

interface UsageBarProps {
  label: string;
  used: number;
  /** Null if unlimited. */
  limit: number | null;
  /** Explains what counts. */
  note?: string;
}

/** The usage of a limit. */
function UsageBar({ label, used, limit, note = "" }: UsageBarProps) {
  const left = limit === null ? null : limit - used;
  const text = `${left === null ? "" : describeRemaining(left)} ${note}`.trim();
  return (
    <div className="flex flex-col gap-1.5 py-3 first:pt-0 last:pb-0">
      <div className="flex items-baseline justify-between gap-4 text-13">
        <span className="font-medium">{label}</span>
        <span className="tabular text-muted">
          <span className="text-text">{formatCount(used)}</span>
          {limit !== null && ` of ${formatCount(limit)}`}
        </span>
      </div>
      {limit !== null && (
        <span aria-hidden className="h-1.5 overflow-hidden rounded-full bg-hover">
          <span
            className={cx(
              "block h-full rounded-full",
              left !== null && left < 0 ? "bg-danger" : left === 0 ? "bg-warning" : "bg-accent",
            )}
            style={{ width: `${Math.min(100, (used / Math.max(1, limit)) * 100)}%` }}
          />
        </span>
      )}
      {text !== "" && <p className="text-12 text-muted">{text}</p>}
    </div>
  );
}

function describeRemaining(left: number): string {
  if (left > 0) return `${formatCount(left)} left.`;
  return left === 0
    ? "Limit reached."
    : `${formatCount(-left)} over the limit. Existing items stay, but you can't add more.`;
}

/** The payment method. Only the payment processor stores the card. */
export function PaymentMethod() {
  const { api } = useWorkspace();
  const params = useBillingParams();
  const info = useQuery(api.query(getPaymentInfo, { params }));
  return (
    <Section title="Payment method">
      <Loaded query={info} skeleton={<SkeletonBlock className="h-16" />}>
        {({ payment_method }) => (
          <div className="flex min-h-16 flex-wrap items-center justify-between gap-3 rounded-md border px-4 py-3">
            <p className="text-13">
              {payment_method ? describe(payment_method) : "No payment method on file."}
            </p>
            <PortalButton text="Manage payment methods" />
          </div>
        )}
      </Loaded>
    </Section>
  );
}

type Method = NonNullable<z.output<typeof PaymentInfo>["payment_method"]>;

function describe({ type, brand, last4, exp_month, exp_year }: Method): string {
  const name = capital(inWords(brand ?? type));
  const ending = last4 === null ? "" : ` ending in ${last4}`;
  if (exp_month === null || exp_year === null) return `${name}${ending}`;
  return `${name}${ending}, expires ${String(exp_month).padStart(2, "0")}/${exp_year}`;
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
