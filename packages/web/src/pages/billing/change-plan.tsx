import { changePlan, previewPlanChange } from "@knockon/contract/operations/billing";
import { useQuery } from "@tanstack/react-query";
import { BillingError } from "./billing-error.tsx";
import {
  BILLING_QUERIES,
  planName,
  type Subscription,
  useBillingParams,
  useIdempotencyKey,
} from "./subscription.ts";
import { useAction } from "../../api/use-action.ts";
import { useWorkspace } from "../../api/workspace.ts";
import { Button } from "../../components/button.tsx";
import { SkeletonBlock } from "../../components/loaded.tsx";
import { countOf, formatMoney } from "../../format/format.ts";

interface ChangePlanProps {
  planKey: string;
  subscription: Subscription;
  onClose: () => void;
}

/** Previews the cost of a plan change before it is made. */
export function ChangePlan({ planKey, subscription, onClose }: ChangePlanProps) {
  const { api } = useWorkspace();
  const params = useBillingParams();
  const idempotencyKey = useIdempotencyKey(planKey);
  const preview = useQuery({
    ...api.query(previewPlanChange, { params, query: { plan_key: planKey } }),
    staleTime: 0,
    gcTime: 0,
  });
  const change = useAction({
    run: () => api.call(changePlan, { params, body: { plan_key: planKey }, idempotencyKey }),
    successMessage: `Plan changed to ${planName(planKey)}`,
    invalidates: BILLING_QUERIES,
    showsErrors: true,
    onSuccess: onClose,
  });
  const error = change.error ?? preview.error;
  const { data } = preview;
  return (
    <div className="flex flex-col gap-4 text-14">
      {data ? (
        <p>
          <Charge amount={data.amount_due} currency={data.currency} /> The plan changes immediately.
          {seatsAfter(subscription.extra_seats, data.extra_seats)}
        </p>
      ) : (
        preview.isPending && <SkeletonBlock className="h-10" />
      )}
      {error && <BillingError error={error} />}
      <div className="flex justify-end gap-2">
        <Button onClick={onClose}>Keep {planName(subscription.plan)}</Button>
        <Button
          look="primary"
          disabled={!data || preview.isFetching}
          busy={change.isPending}
          onClick={() => change.mutate()}
        >
          Change to {planName(planKey)}
        </Button>
      </div>
    </div>
  );
}

function seatsAfter(before: number, after: number): string {
  if (before === 0) return "";
  const purchased = `Your ${countOf(before, "purchased seat", "purchased seats")}`;
  return after === before
    ? ` ${purchased} will carry over.`
    : ` ${purchased} will end. The new plan includes its own seats.`;
}

interface ChargeProps {
  /** In the currency's minor unit. Negative for a credit. */
  amount: number;
  currency: string;
}

/** Describes an immediate charge or credit. */
export function Charge({ amount, currency }: ChargeProps) {
  if (amount === 0) return <>You won't be charged now.</>;
  const money = <strong className="tabular font-semibold">{formatMoney(Math.abs(amount), currency)}</strong>;
  return amount > 0 ? (
    <>You'll be charged {money} now for the rest of the billing period.</>
  ) : (
    <>You'll get a {money} credit on your next invoice for the rest of the billing period.</>
  );
}
