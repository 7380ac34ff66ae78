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
  const until = end === null ? "the end of the period" : formatDay(end);
  return (
    <Section title="Cancel">
      <div className="flex flex-wrap items-center justify-between gap-3 rounded-md border border-danger p-4">
        <p className="max-w-140 text-13 text-muted">
          {planName(plan)} then ends on {until} and is not charged again. Nothing is deleted, and until then
          it can be taken back.
        </p>
        <Button look="danger" icon={Ban} onClick={() => setAsking(true)}>
          Cancel the subscription
        </Button>
      </div>
      <Dialog
        open={asking}
        onClose={close}
        title={`Cancel ${planName(plan)}?`}
        description={
          <>
            Everything stays until {until}. Then the free plan holds: what is beyond its limits stays
            readable, seats and orgs beyond them cannot be added, and bought seats end. Nothing is deleted.
          </>
        }
      >
        <CancelForm plan={plan} onClose={close} />
      </Dialog>
    </Section>
  );
}
