import type { Transaction } from "@knockon/db/database";
import { asSystem, inWorkspace } from "@knockon/db/in-workspace";
import { paymentEvent, subscription } from "@knockon/db/schema/billing.sql";
import { eq } from "drizzle-orm";
import { withFields, type Context, type UserContext } from "../context.ts";
import type { PaymentNotice } from "../ports/payments.ts";
import type { Delivery } from "../webhook/delivery.ts";
import { InvalidSignatureError } from "../webhook/find-signer.ts";
import { applySubscription } from "./apply-subscription.ts";
import { lockSubscription } from "./subscription-row.ts";

/** After these the state may be another. What else is told is skipped. */
const HANDLED =
  /^(?:checkout\.session\.completed|customer\.subscription\.\w+|invoice\.(?:paid|payment_failed|payment_action_required|finalization_failed|voided|marked_uncollectible)|credit_note\.\w+|customer\.deleted)$/u;

/**
 * Takes a notice of the processor's, whose own state is read then: notices may come late, twice and out of order. That it
 * came and what it led to are one transaction. Throws InvalidSignatureError before anything else.
 */
export async function receivePaymentsWebhook(
  base: UserContext,
  { header, body }: Delivery,
): Promise<Record<string, never>> {
  const delivery = { signature: header("Stripe-Signature") ?? "", body };
  const notice = await base.ports.payments.readNotice(delivery, base.now());
  if (!notice) throw new InvalidSignatureError();
  const workspaceId = HANDLED.test(notice.type) ? await findWorkspace(base, notice) : undefined;
  const about = { event: notice.id, type: notice.type, workspaceId };
  if (workspaceId === undefined) {
    base.log.info("payment event skipped", about);
    return {};
  }
  const ctx = { ...base, workspaceId, log: withFields(base.log, about) };
  const isNew = await inWorkspace(ctx, (tx) => handleOnce(ctx, tx, notice));
  ctx.log.info("payment event taken", { isNew });
  return {};
}

/** Whose customer it is; undefined for somebody else's. */
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

/** False for one that came before. Of two at once, the second waits for what becomes of the first. */
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
