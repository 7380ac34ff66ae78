import type { Transaction } from "@knockon/db/database";
import { subscription } from "@knockon/db/schema/billing.sql";
import { workspace } from "@knockon/db/schema/workspace.sql";
import { eq } from "drizzle-orm";
import { type Change, recordAuditEvent } from "../audit-event/audit-events.ts";
import type { Context } from "../context.ts";
import { ConflictError } from "../errors.ts";
import { FREE, type Plan, planOf } from "../plan/plans.ts";
import { entitles, NoProcessorError, type PaidSubscription } from "../ports/payments.ts";

export interface Current {
  customerId: string;
  found: PaidSubscription;
  plan: Plan;
}

/** Reads the subscription from the payment processor. Throws ConflictError without an active subscription of a known plan. */
export async function getCurrent(
  { ports }: Context,
  { externalCustomerId: customerId }: Pick<SubscriptionRow, "externalCustomerId">,
): Promise<Current> {
  if (!ports.payments.isConfigured) throw new NoProcessorError();
  const found = customerId === null ? null : await ports.payments.findSubscription(customerId);
  if (customerId === null || !found || !entitles(found.status))
    throw new ConflictError("The workspace has no subscription.", { code: "no_subscription" });
  if (found.planKey === null)
    throw new ConflictError("The subscription belongs to an unknown plan.", { code: "unknown_plan" });
  return { customerId, found, plan: planOf(found.planKey) };
}

const NONE = { planKey: null, extraSeats: 0, periodEnd: null, cancelAt: null };

/**
 * Stores the payment processor's state in the locked row and updates the workspace's plan. A workspace that never had a subscription
 * keeps its plan. Records an audit event if anything changed.
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
    : { ...NONE, status: statusWithout(row) };
  const [after] = await tx
    .update(subscription)
    .set({ ...known, readAt: now, updatedAt: now })
    .where(eq(subscription.workspaceId, ctx.workspaceId))
    .returning();
  if (!after) throw new Error("An update of a locked row returns it.");
  if (after.externalSubscriptionId !== null) await entitle(ctx, tx, after);
  const [before, changed] = [auditedFields(row), auditedFields(after)];
  if (JSON.stringify(before) === JSON.stringify(changed)) return after;
  const target = { type: "subscription", id: ctx.workspaceId };
  await recordAuditEvent(tx, ctx, { action, target, before, after: changed });
  return after;
}

/** Returns the status without a subscription at the processor: it was deleted with its customer, or there never was one. */
const statusWithout = ({ externalSubscriptionId }: SubscriptionRow): "none" | "canceled" =>
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
    ctx.log.error("subscription without a known plan", { workspaceId: ctx.workspaceId });
  const plan = (isEntitled ? row.planKey : null) ?? FREE.key;
  const extraSeats = isEntitled ? row.extraSeats : 0;
  await tx
    .update(workspace)
    .set({ plan, extraSeats, updatedAt: ctx.now() })
    .where(eq(workspace.id, ctx.workspaceId));
}

const auditedFields = ({ status, planKey, extraSeats, cancelAt }: SubscriptionRow) => ({
  status,
  plan: planKey,
  extraSeats,
  cancelAt,
});

export type SubscriptionRow = typeof subscription.$inferSelect;

/** Returns a workspace's stored subscription, or one with status `none`. */
export async function readSubscription(
  tx: Transaction,
  workspaceId: string,
): Promise<Pick<SubscriptionRow, "status" | "periodEnd" | "cancelAt" | "externalCustomerId">> {
  const [row] = await tx.select().from(subscription).where(eq(subscription.workspaceId, workspaceId));
  return row ?? { status: "none", periodEnd: null, cancelAt: null, externalCustomerId: null };
}

/** Returns the locked subscription row and creates it if needed. The lock serializes all billing changes of a workspace. */
export async function lockSubscription(tx: Transaction, workspaceId: string): Promise<SubscriptionRow> {
  await tx.insert(subscription).values({ workspaceId }).onConflictDoNothing();
  const [row] = await tx
    .select()
    .from(subscription)
    .where(eq(subscription.workspaceId, workspaceId))
    .for("update");
  if (!row) throw new Error("The row was inserted before.");
  return row;
}
