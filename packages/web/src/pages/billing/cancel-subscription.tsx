import { Ban } from "lucide-react";
import { useState } from "react";
import { Button } from "../../components/button.tsx";
import { Dialog } from "../../components/dialog.tsx";
import { Section } from "../../components/section.tsx";
import { formatDay } from "../../format/day.ts";
import { CancelForm } from "./cancel-form.tsx";
import { planName } from "./plan-words.ts";
import type { Subscription } from "./subscription.ts";

/** The way out is as plain as the way in. */
export function CancelSubscription({ subscription }: { subscription: Subscription }) {
  const [asking, setAsking] = useState(false);
  const { plan, billing_period_end: end } = subscription;
  const close = (): void => setAsking(false);
  const until = end === null ? "the end of the billing period" : formatDay(end);
  return (
    <Section title="Cancel subscription">
      <div className="flex flex-wrap items-center justify-between gap-3 rounded-md border border-danger p-4">
        <p className="max-w-140 text-13 text-muted">
          {planName(plan)} stays active until {until}, and you won't be charged again. No data is deleted. You
          can resume the subscription until then.
        </p>
        <Button look="danger" icon={Ban} onClick={() => setAsking(true)}>
          Cancel subscription
        </Button>
      </div>
      <Dialog
        open={asking}
        onClose={close}
        title={`Cancel ${planName(plan)}?`}
        description={
          <>
            You keep full access until {until}. After that, your workspace moves to the free plan: data beyond
            its limits stays readable, you can't add seats or organizations beyond the limits, and purchased
            seats end. No data is deleted.
          </>
        }
      >
        <CancelForm plan={plan} onClose={close} />
      </Dialog>
    </Section>
  );
}
