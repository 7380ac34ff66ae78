import { asSystem, inWorkspace } from "@knockon/db/in-workspace";
import { changeCheck } from "@knockon/db/schema/change-check.sql";
import { connectedOrg } from "@knockon/db/schema/connected-org.sql";
import { and, eq, exists, inArray, isNull, lt, or } from "drizzle-orm";
import type { Context } from "../context.ts";
import { describeFault } from "../describe-fault.ts";
import { sendChecks } from "./request-check.ts";

/** A message without effect for this long was lost between the commit and the queue. */
const OUTBOX_MS = 5 * 60_000;
/** Per workspace and minute. */
const MAX_SENT = 1000;

/** Runs every minute. Sends the messages of pending checks again that were lost or whose worker died. Returns their number. */
export async function sweepChecks(base: Omit<Context, "workspaceId">): Promise<number> {
  const waiting = await asSystem(base.database, (tx) =>
    tx.selectDistinct({ workspaceId: changeCheck.workspaceId }).from(changeCheck).where(isLost(base.now())),
  );
  let sent = 0;
  for (const { workspaceId } of waiting) {
    try {
      sent += await sweepWorkspace({ ...base, workspaceId });
    } catch (error) {
      base.log.error("sweep failed", { workspaceId, cause: describeFault(error) });
    }
  }
  return sent;
}

async function sweepWorkspace(ctx: Context): Promise<number> {
  const now = ctx.now();
  const lost = await inWorkspace(ctx, (tx) => {
    const org = tx
      .select({ id: connectedOrg.id })
      .from(connectedOrg)
      .where(and(eq(connectedOrg.id, changeCheck.connectedOrgId), isNull(connectedOrg.deletedAt)));
    const ids = tx
      .select({ id: changeCheck.id })
      .from(changeCheck)
      .where(and(isLost(now), exists(org)))
      .limit(MAX_SENT)
      .for("update", { skipLocked: true });
    return tx
      .update(changeCheck)
      .set({ enqueuedAt: now, leaseUntil: null })
      .where(inArray(changeCheck.id, ids))
      .returning({ id: changeCheck.id });
  });
  await sendChecks(
    ctx,
    lost.map(({ id }) => id),
  );
  return lost.length;
}

const isLost = (now: Date) => {
  const longAgo = new Date(now.getTime() - OUTBOX_MS);
  const isUnleased = and(
    isNull(changeCheck.leaseUntil),
    or(isNull(changeCheck.enqueuedAt), lt(changeCheck.enqueuedAt, longAgo)),
    or(isNull(changeCheck.notBefore), lt(changeCheck.notBefore, longAgo)),
  );
  return and(eq(changeCheck.status, "pending"), or(isUnleased, lt(changeCheck.leaseUntil, now)));
};
