import { resumeSubscription } from "@knockon/contract/operations/billing";
import { getRouteApi } from "@tanstack/react-router";
import { RotateCcw } from "lucide-react";
import { useAct } from "../../api/use-act.ts";
import { useWorkspace } from "../../api/workspace-context.ts";
import { Button } from "../../components/button.tsx";
import { Notice } from "../../components/notice.tsx";
import { formatDay } from "../../format/day.ts";
import { BillingError } from "./billing-error.tsx";
import { PortalButton } from "./portal-button.tsx";
import { planName } from "./plan-words.ts";
import { mayBegin, type Subscription } from "./subscription.ts";
import { MONEY_MOVED, useBillingParams } from "./use-billing.ts";

const route = getRouteApi("/w/$slug/settings/billing");

/** What the Owner has to know, or do something about. */
export function BillingNotices({ subscription }: { subscription: Subscription }) {
  const { subscription_status, cancel_at } = subscription;
  const { checkout } = route.useSearch();
  return (
    <>
      {checkout === "left" && mayBegin(subscription) && (
        <Notice tone="info" title="Nothing was changed">
          You left before paying. A plan can be chosen below at any time.
        </Notice>
      )}
      {subscription_status === "past_due" && (
        <Notice
          tone="danger"
          title="The last payment failed"
          actions={<PortalButton text="Change the card" />}
        >
          Everything stays for now, and the payment is tried again. If it fails for good, the plan ends.
        </Notice>
      )}
      {subscription_status === "unpaid" && (
        <Notice
          tone="danger"
          title="The subscription is not paid"
          actions={<PortalButton text="Pay what is open" />}
        >
          The free plan holds until it is. Nothing was deleted.
        </Notice>
      )}
      {cancel_at !== null && <Ending plan={subscription.plan} at={cancel_at} />}
    </>
  );
}

function Ending({ plan, at }: { plan: string; at: string }) {
  const { api } = useWorkspace();
  const params = useBillingParams();
  const resume = useAct({
    act: () => api.call(resumeSubscription, { params }),
    says: `${planName(plan)} goes on`,
    refreshes: MONEY_MOVED,
    showsErrors: true,
  });
  return (
    <>
      <Notice
        tone="warning"
        title={`${planName(plan)} ends on ${formatDay(at)}`}
        actions={
          <Button icon={RotateCcw} busy={resume.isPending} onClick={() => resume.mutate()}>
            Keep {planName(plan)}
          </Button>
        }
      >
        Until then everything stays. Afterwards the free plan holds; nothing is deleted.
      </Notice>
      {resume.isError && <BillingError error={resume.error} />}
    </>
  );
}
