import { randomUUID } from "node:crypto";
import type { Transaction } from "@knockon/db/database";
import { asSystem, inWorkspace } from "@knockon/db/in-workspace";
import { subscription } from "@knockon/db/schema/billing.sql";
import { workspace } from "@knockon/db/schema/workspace.sql";
import { and, asc, eq, isNotNull, isNull, lt, or } from "drizzle-orm";
import { withFields, type Context } from "../context.ts";
import { describeFault } from "../describe-fault.ts";
import { entitles } from "../ports/payments.ts";
import { applySubscription } from "./apply-subscription.ts";
import { lockSubscription } from "./subscription-row.ts";

const HOUR_MS = 60 * 60 * 1000;
const DAY_MS = 24 * HOUR_MS;
/** So few a minute that everybody's turn comes without the processor's limits being felt. */
const AT_ONCE = 20;

/**
 * Each minute: asks about those of whom nothing was heard for a day, so that an event that never came costs a day at
 * most. What fails for one is told and tried again in an hour; the others have their turn. Returns how many were asked about.
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
      .limit(AT_ONCE),
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

/** First, so that not even one with which the process ends keeps the others waiting. */
const postpone = (ctx: Context): Promise<unknown> =>
  inWorkspace(ctx, (tx) =>
    tx
      .update(subscription)
      .set({ readAt: new Date(ctx.now().getTime() - DAY_MS + HOUR_MS) })
      .where(eq(subscription.workspaceId, ctx.workspaceId)),
  );

/** A workspace that was deleted pays for what it paid for, and no longer. */
const reconcile = (ctx: Context): Promise<void> =>
  inWorkspace(ctx, async (tx) => {
    const { payments } = ctx.ports;
    const row = await lockSubscription(tx, ctx.workspaceId);
    if (row.externalCustomerId === null) return;
    const found = await payments.findSubscription(row.externalCustomerId);
    const goesOn = found && entitles(found.status) && found.cancelAt === null;
    const isAbandoned = goesOn && (await isDeleted(ctx, tx));
    const current = isAbandoned ? await payments.setEnding(found.id, true, randomUUID()) : found;
    await applySubscription(ctx, tx, row, current);
  });

async function isDeleted({ workspaceId }: Context, tx: Transaction): Promise<boolean> {
  const [row] = await tx.select().from(workspace).where(eq(workspace.id, workspaceId));
  return row !== undefined && row.deletedAt !== null;
}
