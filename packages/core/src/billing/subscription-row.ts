import type { Transaction } from "@knockon/db/database";
import { subscription } from "@knockon/db/schema/billing.sql";
import { eq } from "drizzle-orm";

export type SubscriptionRow = typeof subscription.$inferSelect;

/** What is known of the subscription of a workspace, of one that never had any, too. */
export async function readSubscription(
  tx: Transaction,
  workspaceId: string,
): Promise<Pick<SubscriptionRow, "status" | "periodEnd" | "cancelAt" | "externalCustomerId">> {
  const [row] = await tx.select().from(subscription).where(eq(subscription.workspaceId, workspaceId));
  return row ?? { status: "none", periodEnd: null, cancelAt: null, externalCustomerId: null };
}

/** The row, made where there was none, and locked: of all who change a workspace's money, one is at it at a time. */
export async function lockSubscription(tx: Transaction, workspaceId: string): Promise<SubscriptionRow> {
  await tx.insert(subscription).values({ workspaceId }).onConflictDoNothing();
  const [row] = await tx
    .select()
    .from(subscription)
    .where(eq(subscription.workspaceId, workspaceId))
    .for("update");
  if (!row) throw new Error("The row was made before.");
  return row;
}
