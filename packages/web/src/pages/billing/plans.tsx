import { openCheckout } from "@knockon/contract/operations/billing";
import { FEATURES } from "@knockon/contract/vocabulary/billing";
import { Check, ExternalLink, Minus } from "lucide-react";
import { type ReactNode, useState } from "react";
import { BillingError } from "./billing-error.tsx";
import { ChangePlan } from "./change-plan.tsx";
import {
  FEATURE_NAMES,
  isRunning,
  mayBegin,
  planName,
  readFeatures,
  type SoldPlan,
  type Subscription,
  useBillingParams,
} from "./subscription.ts";
import { useAction } from "../../api/use-action.ts";
import { useWorkspace } from "../../api/workspace.ts";
import { Badge } from "../../components/badges.tsx";
import { Button } from "../../components/button.tsx";
import { Dialog } from "../../components/dialog.tsx";
import { cx } from "../../components/dom.ts";
import { Notice } from "../../components/notice.tsx";
import { Section } from "../../components/page-header.tsx";
import { countOf, formatMoney } from "../../format/format.ts";

interface PlansProps {
  subscription: Subscription;
  plans: readonly SoldPlan[];
}

/** The plans side by side. */
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

interface PlanCardProps {
  plan: SoldPlan;
  isCurrent: boolean;
  /** The action of the plan. */
  children: ReactNode;
}

/** Price and features of a plan. All plans list features in the same order. */
function PlanCard({ plan, isCurrent, children }: PlanCardProps) {
  const included = readFeatures(plan.features);
  return (
    <li className={cx("flex flex-col rounded-md border p-4", isCurrent && "border-accent")}>
      <div className="flex min-h-5.5 items-center justify-between gap-2">
        <h3 className="text-14 font-semibold">{planName(plan.plan_key)}</h3>
        {isCurrent && <Badge tone="accent">Current plan</Badge>}
      </div>
      <p className="mt-2 text-13 text-muted">
        <PlanPrice plan={plan} />
      </p>
      <ul className="mt-4 mb-4 flex flex-col gap-1.5 border-t pt-4 text-13">
        <Line>{amountOf(plan.max_repos, "repository", "repositories")}</Line>
        <Line>{amountOf(plan.max_org_connections, "organization", "organizations")}</Line>
        <Line>
          {amountOf(plan.included_seats, "seat", "seats")}
          {plan.seat_addon_price_id !== null && (
            <span className="text-muted">
              {" "}
              (additional seats {formatMoney(plan.seat_addon_amount, plan.seat_addon_currency)} per month)
            </span>
          )}
        </Line>
        {FEATURES.map((feature) => (
          <Line key={feature} lacks={!included.includes(feature)}>
            {FEATURE_NAMES[feature]}
          </Line>
        ))}
      </ul>
      <div className="mt-auto">{children}</div>
    </li>
  );
}

function PlanPrice({
  plan: { plan_key, base_price_id, base_price_amount, base_price_currency },
}: {
  plan: SoldPlan;
}) {
  if (base_price_id === null)
    return plan_key === "free" ? (
      <Amount text={formatMoney(0, base_price_currency)} />
    ) : (
      "Currently unavailable"
    );
  return (
    <>
      <Amount text={formatMoney(base_price_amount, base_price_currency)} /> per month
    </>
  );
}

const Amount = ({ text }: { text: string }) => (
  <span className="tabular text-20 font-semibold text-text">{text}</span>
);

const amountOf = (count: number | null, one: string, many: string): string =>
  count === null ? `Unlimited ${many}` : countOf(count, one, many);

function Line({ lacks = false, children }: { lacks?: boolean; children: ReactNode }) {
  const Icon = lacks ? Minus : Check;
  return (
    <li className={cx("flex gap-2", lacks && "text-faint")}>
      <Icon aria-hidden className={cx("mt-0.5 size-4 shrink-0", lacks ? "text-faint" : "text-success")} />
      <span>
        {lacks && <span className="sr-only">Not included: </span>}
        {children}
      </span>
    </li>
  );
}

interface PlanActionProps {
  plan: SoldPlan;
  subscription: Subscription;
}

/** Starts a subscription on the processor's page, or changes the plan of an existing one. */
function PlanAction({ plan, subscription }: PlanActionProps) {
  const [changing, setChanging] = useState(false);
  const isCurrent = plan.plan_key === subscription.plan;
  if (plan.base_price_id === null) {
    return !isCurrent && plan.plan_key === "free" && isRunning(subscription) ? (
      <p className="text-12 text-muted">Applies when your subscription ends.</p>
    ) : null;
  }
  if (mayBegin(subscription)) return <BeginPlan planKey={plan.plan_key} isCurrent={isCurrent} />;
  if (isCurrent || !isRunning(subscription)) return null;
  const close = (): void => setChanging(false);
  return (
    <>
      <Button className="w-full" onClick={() => setChanging(true)}>
        Change to {planName(plan.plan_key)}
      </Button>
      <Dialog open={changing} onClose={close} title={`Change to ${planName(plan.plan_key)}`}>
        <ChangePlan planKey={plan.plan_key} subscription={subscription} onClose={close} />
      </Dialog>
    </>
  );
}

/** A complimentary plan can also be bought. */
function BeginPlan({ planKey, isCurrent }: { planKey: string; isCurrent: boolean }) {
  const { api } = useWorkspace();
  const params = useBillingParams();
  const begin = useAction({
    run: () => api.call(openCheckout, { params, body: { plan_key: planKey } }),
    showsErrors: true,
    onSuccess: ({ url }) => globalThis.location.assign(url),
  });
  return (
    <div className="flex flex-col gap-3">
      {begin.isError && <BillingError error={begin.error} />}
      <Button
        look={isCurrent ? "secondary" : "primary"}
        icon={ExternalLink}
        busy={begin.isPending}
        onClick={() => begin.mutate()}
      >
        {isCurrent ? "Subscribe to" : "Choose"} {planName(planKey)}
      </Button>
    </div>
  );
}
