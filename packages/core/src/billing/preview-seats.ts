import { inWorkspace } from "@knockon/db/in-workspace";
import type { Context } from "../context.ts";
import { targetOf } from "./change-seats.ts";
import { getCurrent } from "./get-current.ts";
import { readSubscription } from "./subscription-row.ts";

/** What so many seats more, or less, would cost now. Changes nothing. */
export async function previewSeats(ctx: Context, { additionalSeats }: { additionalSeats: number }) {
  const row = await inWorkspace(ctx, (tx) => readSubscription(tx, ctx.workspaceId));
  const current = await getCurrent(ctx, row);
  const target = await targetOf(ctx, current, additionalSeats);
  const { amount, currency } = await ctx.ports.payments.previewPlan(current.found.id, target);
  const { extraSeats } = target;
  const seatLimit = (current.plan.includedSeats ?? 0) + extraSeats;
  return { additionalSeats, extraSeats, seatLimit, amountDue: amount, currency };
}
