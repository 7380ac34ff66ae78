import { inWorkspace } from "@knockon/db/in-workspace";
import type { Context } from "../context.ts";
import { readSubscription } from "./subscription-row.ts";

/** What the subscription is paid with; null where there is none, or nothing to pay. */
export async function getPaymentInfo(ctx: Context) {
  const { payments } = ctx.ports;
  const { externalCustomerId } = await inWorkspace(ctx, (tx) => readSubscription(tx, ctx.workspaceId));
  if (externalCustomerId === null || !payments.isConfigured) return { paymentMethod: null };
  return { paymentMethod: await payments.findPaymentMethod(externalCustomerId) };
}
