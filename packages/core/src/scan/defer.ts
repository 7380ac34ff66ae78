import type { Transaction } from "@knockon/db/database";
import { inWorkspace } from "@knockon/db/in-workspace";
import { connectedOrg, credential } from "@knockon/db/schema/connected-org.sql";
import { scan } from "@knockon/db/schema/scan.sql";
import { and, eq, isNull, lt, or } from "drizzle-orm";
import type { Context } from "../context.ts";
import type { ScanMessage } from "../ports/queue.ts";

/** The longest delay that SQS supports. A message that arrives too early is deferred again. */
export const MAX_DELAY_SECONDS = 900;

/**
 * Sends a message again after a busy host's retry time. This is neither a failure nor an interruption. All scans with the
 * same credential wait, because they share its quota.
 */
export async function deferScan(
  ctx: Context,
  message: Extract<ScanMessage, { scanId: string }>,
  notBefore: Date,
  alsoStore: (tx: Transaction) => Promise<unknown> = async () => {},
): Promise<void> {
  await inWorkspace(ctx, async (tx) => {
    await alsoStore(tx);
    await tx
      .update(credential)
      .set({ notBefore })
      .from(connectedOrg)
      .innerJoin(scan, eq(scan.connectedOrgId, connectedOrg.id))
      .where(
        and(
          eq(credential.id, connectedOrg.credentialId),
          eq(scan.id, message.scanId),
          or(isNull(credential.notBefore), lt(credential.notBefore, notBefore)),
        ),
      );
    // The sweeper takes a scan without progress for interrupted. This one is not expected to progress before the retry time.
    await tx
      .update(scan)
      .set({ progressAt: notBefore })
      .where(and(eq(scan.id, message.scanId), eq(scan.status, "running"), lt(scan.progressAt, notBefore)));
  });
  const seconds = Math.ceil((notBefore.getTime() - ctx.now().getTime()) / 1000);
  await ctx.ports.queue.send([message], Math.min(Math.max(seconds, 1), MAX_DELAY_SECONDS));
}

/** Returns the time until which a credential has no quota, or undefined if it has some now. */
export const busyUntilOf = (ctx: Context, held: { notBefore: Date | null } | null): Date | undefined =>
  held?.notBefore && held.notBefore > ctx.now() ? held.notBefore : undefined;

/** Returns `busyUntilOf` the org's credential. */
export async function findBusyUntil(
  ctx: Context,
  tx: Transaction,
  { credentialId }: Pick<typeof connectedOrg.$inferSelect, "credentialId">,
): Promise<Date | undefined> {
  if (credentialId === null) return undefined;
  const [row] = await tx
    .select({ notBefore: credential.notBefore })
    .from(credential)
    .where(eq(credential.id, credentialId));
  return busyUntilOf(ctx, row ?? null);
}
