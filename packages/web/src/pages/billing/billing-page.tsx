import { getBillingStatus, getBillingUsage, listPlans } from "@knockon/contract/operations/billing";
import { useQuery } from "@tanstack/react-query";
import { useWorkspace } from "../../api/workspace-context.ts";
import { ForRole } from "../../components/for-role.tsx";
import { Loaded } from "../../components/loaded.tsx";
import { PageHeader } from "../../components/page-header.tsx";
import { SkeletonBlock } from "../../components/skeleton.tsx";
import { BillingHistorySection } from "./billing-history.tsx";
import { BillingNotices } from "./billing-notices.tsx";
import { CancelSubscription } from "./cancel-subscription.tsx";
import { useCheckoutReturn } from "./checkout-return.ts";
import { CurrentPlan } from "./current-plan.tsx";
import { EverythingIncluded } from "./everything-included.tsx";
import { PaymentMethod } from "./payment-method.tsx";
import { Plans } from "./plans.tsx";
import { SeatsSection } from "./seats.tsx";
import { isRunning } from "./subscription.ts";
import { useBillingParams } from "./use-billing.ts";

/** What the workspace has, what it uses of it, and what that costs. Money is the Owner's. */
export function BillingPage() {
  return (
    <>
      <PageHeader title="Billing" description="Plan, usage, payment method and invoices." />
      <ForRole
        least="owner"
        title="Only the owner can view billing"
        reason="The owner manages plans, seats and invoices."
      >
        <Billing />
      </ForRole>
    </>
  );
}

function Billing() {
  const { api } = useWorkspace();
  const params = useBillingParams();
  const untilPaid = useCheckoutReturn();
  const status = useQuery({ ...api.ask(getBillingStatus, { params }), ...untilPaid });
  const usage = useQuery({ ...api.ask(getBillingUsage, { params }), ...untilPaid });
  const catalog = useQuery({ ...api.ask(listPlans, {}), staleTime: 5 * 60_000 });
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
