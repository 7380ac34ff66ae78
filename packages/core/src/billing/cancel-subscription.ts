import { randomUUID } from "node:crypto";
import type { CancellationReason } from "@knockon/contract/vocabulary/billing";
import { subscriptionCancellation } from "@knockon/db/schema/billing.sql";
import type { Context } from "../context.ts";
import { ConflictError } from "../errors.ts";
import { applySubscription } from "./apply-subscription.ts";
import { getCurrent } from "./get-current.ts";
import { writeBilling, type BillingRequest } from "./write-billing.ts";

interface Cancellation {
  reason?: CancellationReason | undefined;
  reasonText?: string | undefined;
  waivePendingCharges: boolean;
}

const NOTHING_WAIVED = { count: 0, total: 0 };

/** Lets the subscription end with its period, and keeps why. Throws ConflictError where that is decided already. */
export const cancelSubscription = (ctx: Context, request: BillingRequest<Cancellation>) =>
  writeBilling(ctx, request, async ({ tx, row, name }) => {
    const { payments } = ctx.ports;
    const { customerId, found } = await getCurrent(ctx, row);
    if (found.cancelAt !== null && found.lastOperation !== name)
      throw new ConflictError("The subscription ends already.", { code: "already_scheduled" });
    const ending = await payments.setEnding(found.id, true, name);
    const { reason = null, reasonText = null, waivePendingCharges } = request.body;
    const waived = waivePendingCharges
      ? await payments.waivePendingCharges({ customerId, subscriptionId: found.id })
      : NOTHING_WAIVED;
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

/** Lets a subscription that was to end go on. What was noted of its cancellation stays. */
export const resumeSubscription = (ctx: Context, request: BillingRequest<object>) =>
  writeBilling(ctx, request, async ({ tx, row, name }) => {
    const { found } = await getCurrent(ctx, row);
    if (found.cancelAt === null && found.lastOperation !== name)
      throw new ConflictError("The subscription is not about to end.", { code: "nothing_scheduled" });
    const resumed = await ctx.ports.payments.setEnding(found.id, false, name);
    const { status, cancelAt } = await applySubscription(ctx, tx, row, resumed, "subscription.resumed");
    return { cancelAt, status };
  });
