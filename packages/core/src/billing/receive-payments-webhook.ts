import type { Transaction } from "@knockon/db/database";
import { asSystem, inWorkspace } from "@knockon/db/in-workspace";
import { paymentEvent, subscription } from "@knockon/db/schema/billing.sql";
import { eq } from "drizzle-orm";
import { withFields, type Context, type UserContext } from "../context.ts";
import type { PaymentNotice } from "../ports/payments.ts";
import type { Delivery } from "../webhook/delivery.ts";
import { InvalidSignatureError } from "../webhook/webhook-secret.ts";
import { applySubscription, lockSubscription } from "./subscription.ts";

/** Events that can change a subscription. Other events are skipped. */
const HANDLED =
  /^(?:checkout\.session\.completed|customer\.subscription\.\w+|invoice\.(?:paid|payment_failed|payment_action_required|finalization_failed|voided|marked_uncollectible)|credit_note\.\w+|customer\.deleted)$/u;

/**
 * Handles a payment event by reading the current state from the processor, because events can arrive late, twice and out of order.
 * Stores the event and its effect in one transaction. Throws InvalidSignatureError.
 */
export async function receivePaymentsWebhook(
  base: UserContext,
  { header, body }: Delivery,
): Promise<Record<string, never>> {
  const delivery = { signature: header("Stripe-Signature") ?? "", body };
  const notice = await base.ports.payments.readNotice(delivery, base.now());
  if (!notice) throw new InvalidSignatureError();
  const workspaceId = HANDLED.test(notice.type) ? await findWorkspace(base, notice) : undefined;
  const fields = { event: notice.id, type: notice.type, workspaceId };
  if (workspaceId === undefined) {
    base.log.info("payment event skipped", fields);
    return {};
  }
  const ctx = { ...base, workspaceId, log: withFields(base.log, fields) };
  const isNew = await inWorkspace(ctx, (tx) => handleOnce(ctx, tx, notice));
  ctx.log.info("payment event handled", { isNew });
  return {};
}

/** Returns the workspace of the event's customer, or undefined for an unknown customer. */
async function findWorkspace({ database }: UserContext, { customerId }: PaymentNotice) {
  if (customerId === null) return undefined;
  const [row] = await asSystem(database, (tx) =>
    tx
      .select({ workspaceId: subscription.workspaceId })
      .from(subscription)
      .where(eq(subscription.externalCustomerId, customerId)),
  );
  return row?.workspaceId;
}

/** Returns false for an event that was handled before. A concurrent delivery waits for the first one. */
async function handleOnce(ctx: Context, tx: Transaction, { id, type }: PaymentNotice): Promise<boolean> {
  const { workspaceId, ports, now } = ctx;
  const { rowCount } = await tx
    .insert(paymentEvent)
    .values({ id, type, workspaceId, receivedAt: now() })
    .onConflictDoNothing();
  if (rowCount === 0) return false;
  const row = await lockSubscription(tx, workspaceId);
  if (row.externalCustomerId === null) return true;
  await applySubscription(ctx, tx, row, await ports.payments.findSubscription(row.externalCustomerId));
  return true;
}
