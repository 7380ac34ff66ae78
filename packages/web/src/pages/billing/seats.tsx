import { Minus, Plus } from "lucide-react";
import { useState } from "react";
import { Button } from "../../components/button.tsx";
import { Dialog } from "../../components/dialog.tsx";
import { Section } from "../../components/section.tsx";
import { countOf, formatCount } from "../../format/count.ts";
import { formatMoney } from "../../format/money.ts";
import { ChangeSeats } from "./change-seats.tsx";
import type { SoldPlan, Subscription, Usage } from "./subscription.ts";

interface SeatsProps {
  subscription: Subscription;
  usage: Usage;
  plans: readonly SoldPlan[];
}

/** Seats beside those of the plan; nothing where the plan has any number. */
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
          <ChangeSeats way={changing} most={changing === "remove" ? extra : undefined} onClose={close} />
        )}
      </Dialog>
    </Section>
  );
}
