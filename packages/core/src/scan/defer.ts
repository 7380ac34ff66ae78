import type { Transaction } from "@knockon/db/database";
import { inWorkspace } from "@knockon/db/in-workspace";
import { connectedOrg, credential } from "@knockon/db/schema/connected-org.sql";
import { scan } from "@knockon/db/schema/scan.sql";
import { and, eq, isNull, lt, or } from "drizzle-orm";
import type { Context } from "../context.ts";
import type { ScanMessage } from "../ports/queue.ts";

/** What SQS can hold back; a message that comes too early is held back again. */
export const MAX_DELAY_SECONDS = 900;

/**
 * Waits for a busy host: neither a failure nor an interruption. Everybody who uses the same credential waits, since
 * its quota is one; the scan is not expected to move before.
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
    await tx
      .update(scan)
      .set({ progressAt: notBefore })
      .where(and(eq(scan.id, message.scanId), eq(scan.status, "running"), lt(scan.progressAt, notBefore)));
  });
  const seconds = Math.ceil((notBefore.getTime() - ctx.now().getTime()) / 1000);
  await ctx.ports.queue.send([message], Math.min(Math.max(seconds, 1), MAX_DELAY_SECONDS));
}

/** Until when a credential has to rest; undefined when it is free. */
export const restOf = (ctx: Context, held: { notBefore: Date | null } | null): Date | undefined =>
  held?.notBefore && held.notBefore > ctx.now() ? held.notBefore : undefined;

/** The same of the credential of an org. */
export async function findRest(
  ctx: Context,
  tx: Transaction,
  { credentialId }: Pick<typeof connectedOrg.$inferSelect, "credentialId">,
): Promise<Date | undefined> {
  if (credentialId === null) return undefined;
  const [row] = await tx
    .select({ notBefore: credential.notBefore })
    .from(credential)
    .where(eq(credential.id, credentialId));
  return restOf(ctx, row ?? null);
}
