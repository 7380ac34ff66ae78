import { FEATURES } from "@knockon/contract/vocabulary/billing";
import { Check, Minus } from "lucide-react";
import type { ReactNode } from "react";
import { Badge } from "../../components/badge.tsx";
import { cx } from "../../components/class-names.ts";
import { countOf } from "../../format/count.ts";
import { formatMoney } from "../../format/money.ts";
import { FEATURE_WORDS, planName, readFeatures } from "./plan-words.ts";
import type { SoldPlan } from "./subscription.ts";

interface PlanCardProps {
  plan: SoldPlan;
  isCurrent: boolean;
  /** How one gets it. */
  children: ReactNode;
}

/** What a plan includes and costs. The lines are in the same order in all of them, so that they compare. */
export function PlanCard({ plan, isCurrent, children }: PlanCardProps) {
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
            {FEATURE_WORDS[feature]}
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
