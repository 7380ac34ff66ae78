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
        <Notice tone="info" title="Checkout canceled">
          Your plan hasn't changed. You can choose a plan at any time.
        </Notice>
      )}
      {subscription_status === "past_due" && (
        <Notice
          tone="danger"
          title="Your last payment failed"
          actions={<PortalButton text="Update payment method" />}
        >
          Your plan stays active while we retry the payment. If it keeps failing, your plan ends.
        </Notice>
      )}
      {subscription_status === "unpaid" && (
        <Notice
          tone="danger"
          title="Your subscription is unpaid"
          actions={<PortalButton text="Pay open invoices" />}
        >
          Your workspace is on the free plan until you pay. No data was deleted.
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
    says: `${planName(plan)} will renew`,
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
        You keep full access until then. After that, your workspace moves to the free plan. No data is
        deleted.
      </Notice>
      {resume.isError && <BillingError error={resume.error} />}
    </>
  );
}
