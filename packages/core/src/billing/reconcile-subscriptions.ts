import { randomUUID } from "node:crypto";
import type { Transaction } from "@knockon/db/database";
import { asSystem, inWorkspace } from "@knockon/db/in-workspace";
import { subscription } from "@knockon/db/schema/billing.sql";
import { workspace } from "@knockon/db/schema/workspace.sql";
import { and, asc, eq, isNotNull, isNull, lt, or } from "drizzle-orm";
import { withFields, type Context } from "../context.ts";
import { describeFault } from "../describe-fault.ts";
import { entitles } from "../ports/payments.ts";
import { applySubscription, lockSubscription } from "./subscription.ts";

const HOUR_MS = 60 * 60 * 1000;
const DAY_MS = 24 * HOUR_MS;
/** Few enough per minute to stay well below the payment processor's rate limit. */
const BATCH_SIZE = 20;

/**
 * Runs every minute. Reads subscriptions from the payment processor that were not read for a day, so that a lost event delays a change
 * by a day at most. Logs an error and retries that subscription after an hour. Returns the number of subscriptions tried.
 */
export async function reconcileSubscriptions(base: Omit<Context, "workspaceId">): Promise<number> {
  if (!base.ports.payments.isConfigured) return 0;
  const before = new Date(base.now().getTime() - DAY_MS);
  const due = await asSystem(base.database, (tx) =>
    tx
      .select({ workspaceId: subscription.workspaceId })
      .from(subscription)
      .where(
        and(
          isNotNull(subscription.externalCustomerId),
          or(isNull(subscription.readAt), lt(subscription.readAt, before)),
        ),
      )
      .orderBy(asc(subscription.readAt))
      .limit(BATCH_SIZE),
  );
  for (const { workspaceId } of due) {
    const ctx = { ...base, workspaceId, log: withFields(base.log, { workspaceId }) };
    try {
      await postpone(ctx);
      await reconcile(ctx);
    } catch (error) {
      ctx.log.error("subscription not reconciled", { cause: describeFault(error) });
    }
  }
  return due.length;
}

/** Called before `reconcile`, so that a subscription that crashes the process does not block the others. */
const postpone = (ctx: Context): Promise<unknown> =>
  inWorkspace(ctx, (tx) =>
    tx
      .update(subscription)
      .set({ readAt: new Date(ctx.now().getTime() - DAY_MS + HOUR_MS) })
      .where(eq(subscription.workspaceId, ctx.workspaceId)),
  );

/** Also cancels the subscription of a deleted workspace at the end of its period. */
const reconcile = (ctx: Context): Promise<void> =>
  inWorkspace(ctx, async (tx) => {
    const { payments } = ctx.ports;
    const row = await lockSubscription(tx, ctx.workspaceId);
    if (row.externalCustomerId === null) return;
    const found = await payments.findSubscription(row.externalCustomerId);
    const renews = found && entitles(found.status) && found.cancelAt === null;
    const isAbandoned = renews && (await isDeleted(ctx, tx));
    const current = isAbandoned ? await payments.setEnding(found.id, true, randomUUID()) : found;
    await applySubscription(ctx, tx, row, current);
  });

async function isDeleted({ workspaceId }: Context, tx: Transaction): Promise<boolean> {
  const [row] = await tx.select().from(workspace).where(eq(workspace.id, workspaceId));
  return row !== undefined && row.deletedAt !== null;
}
