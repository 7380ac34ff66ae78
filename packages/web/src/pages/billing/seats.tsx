import { addSeats, previewSeats, removeSeats } from "@knockon/contract/operations/billing";
import { MAX_SEATS_AT_ONCE } from "@knockon/contract/vocabulary/billing";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Minus, Plus } from "lucide-react";
import { type SyntheticEvent, useDeferredValue, useState } from "react";
import { BillingError } from "./billing-error.tsx";
import { Charge } from "./change-plan.tsx";
import {
  BILLING_QUERIES,
  type SoldPlan,
  type Subscription,
  type Usage,
  useBillingParams,
  useIdempotencyKey,
} from "./subscription.ts";
import { useAction } from "../../api/use-action.ts";
import { useWorkspace } from "../../api/workspace.ts";
import { Button } from "../../components/button.tsx";
import { Dialog } from "../../components/dialog.tsx";
import { TextField } from "../../components/fields.tsx";
import { SkeletonBlock } from "../../components/loaded.tsx";
import { Section } from "../../components/page-header.tsx";
import { countOf, formatCount, formatMoney } from "../../format/format.ts";

interface SeatsProps {
  subscription: Subscription;
  usage: Usage;
  plans: readonly SoldPlan[];
}

/** Additional seats. Renders nothing if seats are unlimited. */
export function SeatsSection({ subscription, usage, plans }: SeatsProps) {
  const [changing, setChanging] = useState<"add" | "remove" | null>(null);
  const { used, limit } = usage.seats;
  if (limit === null) return null;
  const { extra_seats: extra } = subscription;
  const plan = plans.find(({ plan_key }) => plan_key === subscription.plan);
  const isSold = plan?.seat_addon_price_id != null;
  const close = (): void => setChanging(null);
  return (
    <Section title="Seats">
      <div className="flex flex-wrap items-center justify-between gap-3 rounded-md border p-4">
        <p className="max-w-140 text-13 text-muted">
          <span className="font-medium text-text">{countOf(limit, "seat", "seats")}</span>:{" "}
          {extra === 0
            ? "all included in your plan."
            : `${formatCount(limit - extra)} included in your plan and ${formatCount(extra)} purchased.`}{" "}
          {formatCount(used)} in use.
          {isSold &&
            ` Additional seats are ${formatMoney(plan.seat_addon_amount, plan.seat_addon_currency)} per month.`}
        </p>
        <div className="flex flex-wrap gap-2">
          {extra > 0 && (
            <Button icon={Minus} onClick={() => setChanging("remove")}>
              Remove seats
            </Button>
          )}
          {(isSold || extra > 0) && (
            <Button icon={Plus} onClick={() => setChanging("add")}>
              Add seats
            </Button>
          )}
        </div>
      </div>
      <Dialog
        open={changing !== null}
        onClose={close}
        title={changing === "remove" ? "Remove seats" : "Add seats"}
        description={
          changing === "remove"
            ? "You get a credit for the rest of the billing period. Seats in use can't be removed."
            : "New seats are available immediately and billed for the rest of the billing period."
        }
      >
        {changing && (
          <ChangeSeats way={changing} max={changing === "remove" ? extra : undefined} onClose={close} />
        )}
      </Dialog>
    </Section>
  );
}

interface ChangeSeatsProps {
  way: "add" | "remove";
  /** Maximum number of seats to add or remove. */
  max?: number | undefined;
  onClose: () => void;
}

/** Previews the cost of adding or removing seats. */
function ChangeSeats({ way, max = MAX_SEATS_AT_ONCE, onClose }: ChangeSeatsProps) {
  const { api } = useWorkspace();
  const params = useBillingParams();
  const [text, setText] = useState("1");
  const count = Number(text);
  const isCount = Number.isInteger(count) && count >= 1 && count <= max;
  const asked = useDeferredValue(count);
  const idempotencyKey = useIdempotencyKey(count);
  const preview = useQuery({
    ...api.query(previewSeats, { params, query: { additional_seats: way === "add" ? asked : -asked } }),
    enabled: isCount,
    staleTime: 0,
    gcTime: 0,
    placeholderData: keepPreviousData,
  });
  const change = useAction({
    run: () =>
      way === "add"
        ? api.call(addSeats, { params, body: { additional_seats: count }, idempotencyKey })
        : api.call(removeSeats, { params, body: { removed_seats: count }, idempotencyKey }),
    successMessage: ({ seat_limit }) => `You now have ${countOf(seat_limit, "seat", "seats")}`,
    invalidates: BILLING_QUERIES,
    showsErrors: true,
    onSuccess: onClose,
  });
  const submit = (event: SyntheticEvent): void => {
    event.preventDefault();
    change.mutate();
  };
  const isFresh = isCount && preview.isSuccess && !preview.isPlaceholderData && asked === count;
  const error = change.error ?? (isCount ? preview.error : null);
  const seats = isCount ? countOf(count, "seat", "seats") : "seats";
  return (
    <form className="flex flex-col gap-4" onSubmit={submit}>
      <TextField
        label="Number of seats"
        type="number"
        inputMode="numeric"
        min={1}
        max={max}
        required
        value={text}
        onChange={(next) => {
          setText(next);
          change.reset();
        }}
        error={isCount ? undefined : `Enter a whole number from 1 to ${max}.`}
      />
      <div className="flex min-h-5 flex-col gap-4 text-14" aria-live="polite">
        {isCount && preview.data && !preview.isError && (
          <p className={isFresh ? undefined : "opacity-60"}>
            <Charge amount={preview.data.amount_due} currency={preview.data.currency} /> New total:{" "}
            {countOf(preview.data.seat_limit, "seat", "seats")}.
          </p>
        )}
        {isCount && preview.isLoading && <SkeletonBlock className="h-5" />}
        {error && <BillingError error={error} />}
      </div>
      <div className="flex justify-end gap-2">
        <Button onClick={onClose}>Cancel</Button>
        <Button type="submit" look="primary" busy={change.isPending} disabled={!isFresh}>
          {way === "add" ? `Buy ${seats}` : `Remove ${seats}`}
        </Button>
      </div>
    </form>
  );
}
