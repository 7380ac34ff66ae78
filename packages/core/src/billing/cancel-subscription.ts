import { randomUUID } from "node:crypto";
import type { CancellationReason } from "@knockon/contract/vocabulary/billing";
import { subscriptionCancellation } from "@knockon/db/schema/billing.sql";
import type { Context } from "../context.ts";
import { ConflictError } from "../errors.ts";
import { applySubscription, getCurrent } from "./subscription.ts";
import { writeBilling, type BillingRequest } from "./write-billing.ts";

interface Cancellation {
  reason?: CancellationReason | undefined;
  reasonText?: string | undefined;
  waivePendingCharges: boolean;
}

const NONE_WAIVED = { count: 0, total: 0 };

/** Schedules the cancellation at the end of the period and records the reason. Throws ConflictError if already scheduled. */
export const cancelSubscription = (ctx: Context, request: BillingRequest<Cancellation>) =>
  writeBilling(ctx, request, async ({ tx, row, name, wasDone }) => {
    const { payments } = ctx.ports;
    const { customerId, found } = await getCurrent(ctx, row);
    if (found.cancelAt !== null && !wasDone(found))
      throw new ConflictError("The cancellation is already scheduled.", { code: "already_scheduled" });
    const ending = await payments.setEnding(found.id, true, name);
    const { reason = null, reasonText = null, waivePendingCharges } = request.body;
    const waived = waivePendingCharges
      ? await payments.waivePendingCharges({ customerId, subscriptionId: found.id })
      : NONE_WAIVED;
    const after = await applySubscription(ctx, tx, row, ending, "subscription.cancellation_scheduled");
    const cancelAt = ending.cancelAt ?? ending.periodEnd;
    await tx.insert(subscriptionCancellation).values({
      id: randomUUID(),
      workspaceId: ctx.workspaceId,
      externalSubscriptionId: found.id,
      actorType: ctx.actor.type,
      actorId: ctx.actor.type === "system" ? null : ctx.actor.id,
      reason,
      reasonText,
      waivePendingCharges,
      waivedCount: waived.count,
      waivedTotal: waived.total,
      currency: found.currency,
      cancelAt,
      createdAt: ctx.now(),
    });
    return { cancelAt, status: after.status, waivedCount: waived.count, waivedTotal: waived.total };
  });

/** Revokes a scheduled cancellation. Its cancellation record stays. */
export const resumeSubscription = (ctx: Context, request: BillingRequest<object>) =>
  writeBilling(ctx, request, async ({ tx, row, name, wasDone }) => {
    const { found } = await getCurrent(ctx, row);
    if (found.cancelAt === null && !wasDone(found))
      throw new ConflictError("No cancellation is scheduled.", { code: "nothing_scheduled" });
    const resumed = await ctx.ports.payments.setEnding(found.id, false, name);
    const { status, cancelAt } = await applySubscription(ctx, tx, row, resumed, "subscription.resumed");
    return { cancelAt, status };
  });
