import { cancelSubscription } from "@knockon/contract/operations/billing";
import { CANCELLATION_REASONS, type CancellationReason } from "@knockon/contract/vocabulary/billing";
import { Ban } from "lucide-react";
import { type SyntheticEvent, useId, useState } from "react";
import { BillingError } from "./billing-error.tsx";
import { BILLING_QUERIES, planName, type Subscription, useBillingParams } from "./subscription.ts";
import { useAction } from "../../api/use-action.ts";
import { useWorkspace } from "../../api/workspace.ts";
import { Button } from "../../components/button.tsx";
import { Dialog } from "../../components/dialog.tsx";
import { Select } from "../../components/fields.tsx";
import { Section } from "../../components/page-header.tsx";
import { formatDay } from "../../format/format.ts";

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

const REASONS: Record<CancellationReason, string> = {
  too_expensive: "Too expensive",
  missing_feature: "Missing a feature",
  switching_competitor: "Switching to another product",
  no_longer_needed: "No longer needed",
  other: "Other",
};
const MAX_TEXT = 500;

/** All fields are optional. */
function CancelForm({ plan, onClose }: { plan: string; onClose: () => void }) {
  const { api } = useWorkspace();
  const params = useBillingParams();
  const id = useId();
  const [reason, setReason] = useState<CancellationReason | "">("");
  const [text, setText] = useState("");
  const [waives, setWaives] = useState(false);
  const cancel = useAction({
    run: () =>
      api.call(cancelSubscription, {
        params,
        body: {
          ...(reason !== "" && { reason }),
          ...(text.trim() !== "" && { reason_text: text.trim() }),
          waive_pending_charges: waives,
        },
      }),
    successMessage: ({ cancel_at }) => `${planName(plan)} ends on ${formatDay(cancel_at)}`,
    invalidates: BILLING_QUERIES,
    showsErrors: true,
    onSuccess: onClose,
  });
  const submit = (event: SyntheticEvent): void => {
    event.preventDefault();
    cancel.mutate();
  };
  return (
    <form className="flex flex-col gap-4" onSubmit={submit}>
      <Select
        label="Reason (optional)"
        value={reason}
        options={[
          { value: "", text: "Prefer not to say" },
          ...CANCELLATION_REASONS.map((value) => ({ value, text: REASONS[value] })),
        ]}
        onChange={setReason}
      />
      <div className="flex flex-col gap-1.5">
        <label htmlFor={id} className="text-13 font-medium">
          Comments (optional)
        </label>
        <textarea
          id={id}
          rows={3}
          maxLength={MAX_TEXT}
          value={text}
          onChange={(event) => setText(event.target.value)}
          className="w-full resize-y rounded-md border border-line-strong bg-canvas px-2.5 py-1.5 text-14 outline-offset-0"
        />
      </div>
      <label className="flex gap-2.5 text-13">
        <input
          type="checkbox"
          checked={waives}
          onChange={(event) => setWaives(event.target.checked)}
          className="mt-0.5 size-4 shrink-0 accent-accent-solid"
        />
        <span>
          Waive pending charges
          <span className="block text-muted">
            Removes pending charges, such as prorated seats, from your next invoice. Open invoices remain due.
          </span>
        </span>
      </label>
      {cancel.isError && <BillingError error={cancel.error} />}
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={onClose}>Keep {planName(plan)}</Button>
        <Button type="submit" look="danger" busy={cancel.isPending}>
          Cancel subscription
        </Button>
      </div>
    </form>
  );
}
