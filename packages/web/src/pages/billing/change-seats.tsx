import { addSeats, previewSeats, removeSeats } from "@knockon/contract/operations/billing";
import { MAX_SEATS_AT_ONCE } from "@knockon/contract/vocabulary/billing";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useDeferredValue, useState, type SyntheticEvent } from "react";
import { useAct } from "../../api/use-act.ts";
import { useWorkspace } from "../../api/workspace-context.ts";
import { Button } from "../../components/button.tsx";
import { SkeletonBlock } from "../../components/skeleton.tsx";
import { TextField } from "../../components/text-field.tsx";
import { countOf } from "../../format/count.ts";
import { BillingError } from "./billing-error.tsx";
import { Charge } from "./charge.tsx";
import { MONEY_MOVED, useBillingParams, useRequestKey } from "./use-billing.ts";

interface ChangeSeatsProps {
  way: "add" | "remove";
  /** How many there are to give back. */
  most?: number | undefined;
  onClose: () => void;
}

/** How many, and what that is charged or credited, before it is done. */
export function ChangeSeats({ way, most = MAX_SEATS_AT_ONCE, onClose }: ChangeSeatsProps) {
  const { api } = useWorkspace();
  const params = useBillingParams();
  const [text, setText] = useState("1");
  const count = Number(text);
  const isCount = Number.isInteger(count) && count >= 1 && count <= most;
  const asked = useDeferredValue(count);
  const idempotencyKey = useRequestKey(count);
  const preview = useQuery({
    ...api.ask(previewSeats, { params, query: { additional_seats: way === "add" ? asked : -asked } }),
    enabled: isCount,
    staleTime: 0,
    gcTime: 0,
    placeholderData: keepPreviousData,
  });
  const change = useAct({
    act: () =>
      way === "add"
        ? api.call(addSeats, { params, body: { additional_seats: count }, idempotencyKey })
        : api.call(removeSeats, { params, body: { removed_seats: count }, idempotencyKey }),
    says: ({ seat_limit }) => `You now have ${countOf(seat_limit, "seat", "seats")}`,
    refreshes: MONEY_MOVED,
    showsErrors: true,
    done: onClose,
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
        max={most}
        required
        value={text}
        onChange={(next) => {
          setText(next);
          change.reset();
        }}
        error={isCount ? undefined : `Enter a whole number from 1 to ${most}.`}
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
