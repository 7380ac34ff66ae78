import type { Transaction } from "@knockon/db/database";
import { subscription, subscriptionCancellation } from "@knockon/db/schema/billing.sql";
import { asc, gt } from "drizzle-orm";
import { pages } from "./export-pages.ts";

const PAGE = 1000;

/** What was bought, as far as it is known here; null before that. Whom the processor charges stays here. */
export async function exportSubscription(tx: Transaction) {
  const [row] = await tx.select().from(subscription);
  if (!row || row.externalSubscriptionId === null) return null;
  return {
    subscriptionStatus: row.status,
    plan: row.planKey,
    extraSeats: row.extraSeats,
    billingPeriodEnd: row.periodEnd,
    cancelAt: row.cancelAt,
    externalSubscriptionId: row.externalSubscriptionId,
    createdAt: row.createdAt,
  };
}

export const exportCancellations = (tx: Transaction) =>
  pages(
    (after) =>
      tx
        .select()
        .from(subscriptionCancellation)
        .where(gt(subscriptionCancellation.id, after))
        .orderBy(asc(subscriptionCancellation.id))
        .limit(PAGE),
    (rows) =>
      rows.map(({ actorType, actorId, ...row }) => ({ ...row, actor: { type: actorType, id: actorId } })),
  );
