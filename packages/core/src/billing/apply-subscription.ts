import type { Transaction } from "@knockon/db/database";
import { subscription } from "@knockon/db/schema/billing.sql";
import { workspace } from "@knockon/db/schema/workspace.sql";
import { eq } from "drizzle-orm";
import { recordAuditEvent, type Change } from "../audit-event/record-audit-event.ts";
import type { Context } from "../context.ts";
import { FREE } from "../plan/plans.ts";
import { entitles, type PaidSubscription } from "../ports/payments.ts";
import type { SubscriptionRow } from "./subscription-row.ts";

const NONE = { planKey: null, extraSeats: 0, periodEnd: null, cancelAt: null };

/**
 * Takes over what the processor has now, in the locked row and in what the workspace is entitled to. A workspace that
 * never had a subscription keeps the plan that it was given. What changed is an audit event, of that action.
 */
export async function applySubscription(
  ctx: Context,
  tx: Transaction,
  row: SubscriptionRow,
  found: PaidSubscription | null | undefined,
  action: Change["action"] = "subscription.updated",
): Promise<SubscriptionRow> {
  const now = ctx.now();
  const known = found
    ? { ...stateOf(found), externalSubscriptionId: found.id }
    : { ...NONE, status: goneFrom(row) };
  const [after] = await tx
    .update(subscription)
    .set({ ...known, readAt: now, updatedAt: now })
    .where(eq(subscription.workspaceId, ctx.workspaceId))
    .returning();
  if (!after) throw new Error("The row is locked.");
  if (after.externalSubscriptionId !== null) await entitle(ctx, tx, after);
  const [before, changed] = [shown(row), shown(after)];
  if (JSON.stringify(before) === JSON.stringify(changed)) return after;
  const target = { type: "subscription", id: ctx.workspaceId };
  await recordAuditEvent(tx, ctx, { action, target, before, after: changed });
  return after;
}

/** What was deleted with its customer has ended; what never was has not. */
const goneFrom = ({ externalSubscriptionId }: SubscriptionRow): "none" | "canceled" =>
  externalSubscriptionId === null ? "none" : "canceled";

const stateOf = ({ status, planKey, extraSeats, periodEnd, cancelAt }: PaidSubscription) => ({
  status,
  planKey,
  extraSeats,
  periodEnd,
  cancelAt,
});

async function entitle(ctx: Context, tx: Transaction, row: SubscriptionRow): Promise<void> {
  const isEntitled = entitles(row.status);
  if (isEntitled && row.planKey === null)
    ctx.log.error("subscription of no plan", { workspaceId: ctx.workspaceId });
  const plan = (isEntitled ? row.planKey : null) ?? FREE.key;
  const extraSeats = isEntitled ? row.extraSeats : 0;
  await tx
    .update(workspace)
    .set({ plan, extraSeats, updatedAt: ctx.now() })
    .where(eq(workspace.id, ctx.workspaceId));
}

const shown = ({ status, planKey, extraSeats, cancelAt }: SubscriptionRow) => ({
  status,
  plan: planKey,
  extraSeats,
  cancelAt,
});
