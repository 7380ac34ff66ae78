import {
  getBillingStatus,
  getBillingUsage,
  listPlans,
  resumeSubscription,
} from "@knockon/contract/operations/billing";
import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { RotateCcw } from "lucide-react";
import { BillingError, PortalButton } from "./billing-error.tsx";
import { BillingHistorySection } from "./billing-history.tsx";
import { CancelSubscription } from "./cancel-subscription.tsx";
import { CurrentPlan, PaymentMethod, UsageBars } from "./current-plan.tsx";
import { Plans } from "./plans.tsx";
import { SeatsSection } from "./seats.tsx";
import {
  isRunning,
  mayBegin,
  BILLING_QUERIES,
  planName,
  type Subscription,
  type Usage,
  useBillingParams,
  useCheckoutPolling,
} from "./subscription.ts";
import { useAction } from "../../api/use-action.ts";
import { useEntitlements, useWorkspace } from "../../api/workspace.ts";
import { RequireRole } from "../../components/access.tsx";
import { Button } from "../../components/button.tsx";
import { Loaded, SkeletonBlock } from "../../components/loaded.tsx";
import { Notice } from "../../components/notice.tsx";
import { PageHeader } from "../../components/page-header.tsx";
import { formatDay } from "../../format/format.ts";

/** Plan, usage and invoices. Only the owner can view them. */
export function BillingPage() {
  const enforced = useEntitlements()?.billing_enforced;
  return (
    <>
      <PageHeader
        title={enforced === false ? "Usage" : "Billing"}
        description={
          enforced === false ? "What this workspace contains." : "Plan, usage, payment method and invoices."
        }
      />
      <RequireRole
        least="owner"
        title="Only the owner can view billing"
        reason="The owner manages plans, seats and invoices."
      >
        <Billing />
      </RequireRole>
    </>
  );
}

function Billing() {
  const { api } = useWorkspace();
  const params = useBillingParams();
  const polling = useCheckoutPolling();
  const status = useQuery({ ...api.query(getBillingStatus, { params }), ...polling });
  const usage = useQuery({ ...api.query(getBillingUsage, { params }), ...polling });
  const catalog = useQuery({ ...api.query(listPlans, {}), staleTime: 5 * 60_000 });
  return (
    <Loaded query={status} skeleton={<BillingSkeleton />}>
      {(subscription) => (
        <Loaded query={usage} skeleton={<BillingSkeleton />}>
          {(used) => (
            <Loaded query={catalog} skeleton={<BillingSkeleton />}>
              {({ plans }) =>
                subscription.payments_enabled ? (
                  <div className="flex flex-col gap-8">
                    <BillingNotices subscription={subscription} />
                    <CurrentPlan subscription={subscription} usage={used} plans={plans} />
                    <Plans subscription={subscription} plans={plans} />
                    {isRunning(subscription) && (
                      <>
                        <SeatsSection subscription={subscription} usage={used} plans={plans} />
                        <PaymentMethod />
                      </>
                    )}
                    {subscription.subscription_status !== "none" && <BillingHistorySection />}
                    {isRunning(subscription) && subscription.cancel_at === null && (
                      <CancelSubscription subscription={subscription} />
                    )}
                  </div>
                ) : (
                  <EverythingIncluded usage={used} />
                )
              }
            </Loaded>
          )}
        </Loaded>
      )}
    </Loaded>
  );
}

const BillingSkeleton = () => (
  <div className="flex flex-col gap-8">
    <SkeletonBlock className="mt-10 h-62" />
    <SkeletonBlock className="mt-10 h-94" />
  </div>
);

const route = getRouteApi("/w/$slug/settings/billing");

/** Problems with the subscription that the owner can fix. */
function BillingNotices({ subscription }: { subscription: Subscription }) {
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
  const resume = useAction({
    run: () => api.call(resumeSubscription, { params }),
    successMessage: `${planName(plan)} will renew`,
    invalidates: BILLING_QUERIES,
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

/** Shown if the deployment has no payment processor. */
function EverythingIncluded({ usage }: { usage: Usage }) {
  return (
    <div className="flex max-w-180 flex-col gap-8">
      <p className="text-14">
        Billing is disabled on this deployment. All features are included, without limits.
      </p>
      <div className="rounded-md border p-4">
        <UsageBars usage={usage} />
      </div>
    </div>
  );
}
