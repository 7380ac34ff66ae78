import type { Database } from "@knockon/db/database";
import { asSystem, inWorkspace } from "@knockon/db/in-workspace";
import { billingAnswer, paymentEvent } from "@knockon/db/schema/billing.sql";
import { changeCheck, pullRequestComment } from "@knockon/db/schema/change-check.sql";
import { ownership, personCorrection } from "@knockon/db/schema/ownership.sql";
import { rateBucket } from "@knockon/db/schema/rate-bucket.sql";
import type { session, verification } from "@knockon/db/schema/user.sql";
import { workspace } from "@knockon/db/schema/workspace.sql";
import { and, eq, inArray, isNotNull, lt, ne, notExists } from "drizzle-orm";
import type { Context } from "../context.ts";
import { BATCH_SIZE, deleteUntilNone } from "./batches.ts";

/** Deletes expired sessions or verifications. */
export async function collectExpired(
  database: Database,
  table: typeof session | typeof verification,
  before: Date,
): Promise<number> {
  for (let deleted = 0; ;) {
    const { rowCount } = await asSystem(database, (tx) => {
      const old = tx
        .select({ id: table.id })
        .from(table)
        .where(lt(table.expiresAt, before))
        .limit(BATCH_SIZE);
      return tx.delete(table).where(inArray(table.id, old));
    });
    if (!rowCount) return deleted;
    deleted += rowCount;
  }
}

/** Deletes old rate buckets. They no longer affect the limit; see `bucketAt`. */
export async function collectRateBuckets(database: Database, before: Date): Promise<number> {
  for (let deleted = 0; ;) {
    const { rowCount } = await asSystem(database, (tx) => {
      const old = tx
        .select({ key: rateBucket.key })
        .from(rateBucket)
        .where(lt(rateBucket.startedAt, before))
        .limit(BATCH_SIZE)
        .for("update", { skipLocked: true });
      return tx.delete(rateBucket).where(inArray(rateBucket.key, old));
    });
    if (!rowCount) return deleted;
    deleted += rowCount;
  }
}

/** Deletes stored billing answers. An answer whose key is being used again is locked and stays. */
export const collectBillingAnswers = (ctx: Context, before: Date): Promise<number> =>
  deleteUntilNone(ctx, (tx) => {
    const old = tx
      .select({ key: billingAnswer.key })
      .from(billingAnswer)
      .where(lt(billingAnswer.createdAt, before))
      .limit(BATCH_SIZE)
      .for("update", { skipLocked: true });
    return tx.delete(billingAnswer).where(inArray(billingAnswer.key, old));
  });

/** Deletes payment events. If one is redelivered later, the subscription is only read again. */
export const collectPaymentEvents = (ctx: Context, before: Date): Promise<number> =>
  deleteUntilNone(ctx, (tx) => {
    const old = tx
      .select({ id: paymentEvent.id })
      .from(paymentEvent)
      .where(lt(paymentEvent.receivedAt, before))
      .limit(BATCH_SIZE);
    return tx.delete(paymentEvent).where(inArray(paymentEvent.id, old));
  });

/** Deletes ended checks of pull requests, and comment rows of pull requests without checks. The comments stay on their host. */
export async function collectChecks(ctx: Context, before: Date): Promise<number> {
  const deleted = await deleteUntilNone(ctx, (tx) => {
    const old = tx
      .select({ id: changeCheck.id })
      .from(changeCheck)
      .where(and(ne(changeCheck.status, "pending"), lt(changeCheck.completedAt, before)))
      .limit(BATCH_SIZE);
    return tx.delete(changeCheck).where(inArray(changeCheck.id, old));
  });
  await inWorkspace(ctx, (tx) => {
    const ofPullRequest = and(
      eq(changeCheck.repositoryId, pullRequestComment.repositoryId),
      eq(changeCheck.number, pullRequestComment.number),
    );
    const checks = tx.select({ id: changeCheck.id }).from(changeCheck).where(ofPullRequest);
    return tx.delete(pullRequestComment).where(notExists(checks));
  });
  return deleted;
}

/** A row holds all contributors of a history. */
const OWNERSHIP_BATCH_SIZE = 100;

/** While ownership is off, deletes all ownership data, person corrections and the pseudonym key. When it is on again, scans read the histories again. */
export async function collectOwnership(ctx: Context): Promise<number> {
  if (ctx.settings.ownership !== "off") return 0;
  const deleted = await deleteUntilNone(ctx, (tx) => {
    const some = tx.select({ id: ownership.repositoryId }).from(ownership).limit(OWNERSHIP_BATCH_SIZE);
    return tx.delete(ownership).where(inArray(ownership.repositoryId, some));
  });
  await inWorkspace(ctx, async (tx) => {
    await tx.delete(personCorrection);
    await tx
      .update(workspace)
      .set({ pseudonymKeyEncrypted: null })
      .where(and(eq(workspace.id, ctx.workspaceId), isNotNull(workspace.pseudonymKeyEncrypted)));
  });
  return deleted;
}
