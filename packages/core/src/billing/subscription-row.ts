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
