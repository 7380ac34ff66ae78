import { openCheckout } from "@knockon/contract/operations/billing";
import { ExternalLink } from "lucide-react";
import { useState } from "react";
import { useAct } from "../../api/use-act.ts";
import { useWorkspace } from "../../api/workspace-context.ts";
import { Button } from "../../components/button.tsx";
import { Dialog } from "../../components/dialog.tsx";
import { BillingError } from "./billing-error.tsx";
import { ChangePlan } from "./change-plan.tsx";
import { planName } from "./plan-words.ts";
import { isRunning, mayBegin, type SoldPlan, type Subscription } from "./subscription.ts";
import { useBillingParams } from "./use-billing.ts";

interface PlanActionProps {
  plan: SoldPlan;
  subscription: Subscription;
}

/** How this workspace gets the plan: it begins at the processor, and is changed here. */
export function PlanAction({ plan, subscription }: PlanActionProps) {
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

/** A plan that was given can still be bought. */
function BeginPlan({ planKey, isCurrent }: { planKey: string; isCurrent: boolean }) {
  const { api } = useWorkspace();
  const params = useBillingParams();
  const begin = useAct({
    act: () => api.call(openCheckout, { params, body: { plan_key: planKey } }),
    showsErrors: true,
    done: ({ url }) => globalThis.location.assign(url),
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
