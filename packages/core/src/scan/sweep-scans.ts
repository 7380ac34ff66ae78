import { asSystem, inWorkspace } from "@knockon/db/in-workspace";
import { scan, scanRepository } from "@knockon/db/schema/scan.sql";
import { and, eq, inArray, isNotNull, isNull, lt, or } from "drizzle-orm";
import type { Context } from "../context.ts";
import type { ScanMessage } from "../ports/queue.ts";
import { isDone } from "./scan-row.ts";

/** A message this old was lost between commit and queue. */
const OUTBOX_MS = 2 * 60 * 1000;

/**
 * Each minute: sends again what was committed but never enqueued, what a dead worker leased, and the first and last
 * message of scans that stand still. The rows are the truth, the queue only a hint to look at them.
 */
export async function sweepScans(base: Omit<Context, "workspaceId">): Promise<number> {
  const inFlight = await asSystem(base.database, (tx) =>
    tx
      .select({ id: scan.id, workspaceId: scan.workspaceId })
      .from(scan)
      .where(inArray(scan.status, ["pending", "running"])),
  );
  let sent = 0;
  for (const { id, workspaceId } of inFlight) {
    const ctx: Context = { ...base, workspaceId };
    const messages = await findLostMessages(ctx, id);
    if (messages.length > 0) await ctx.ports.queue.send(messages);
    sent += messages.length;
  }
  return sent;
}

function findLostMessages(ctx: Context, scanId: string): Promise<ScanMessage[]> {
  return inWorkspace(ctx, async (tx) => {
    const [row] = await tx.select().from(scan).where(eq(scan.id, scanId));
    if (!row) return [];
    const now = ctx.now();
    const about = { workspaceId: ctx.workspaceId, scanId };
    const stale = new Date(now.getTime() - OUTBOX_MS);
    const isStale = (row.progressAt ?? row.createdAt) < stale;
    if (row.plannedAt === null) return isStale ? [{ kind: "plan-scan", ...about, cursor: null }] : [];
    if (isDone(row)) return isStale ? [{ kind: "finish-scan", ...about }] : [];
    const lost = await tx
      .update(scanRepository)
      .set({ enqueuedAt: now, leaseUntil: null })
      .where(
        and(
          eq(scanRepository.scanId, scanId),
          eq(scanRepository.status, "pending"),
          or(
            and(isNotNull(scanRepository.leaseUntil), lt(scanRepository.leaseUntil, now)),
            and(
              isNull(scanRepository.leaseUntil),
              or(isNull(scanRepository.enqueuedAt), lt(scanRepository.enqueuedAt, stale)),
            ),
          ),
        ),
      )
      .returning({ repositoryId: scanRepository.repositoryId });
    return lost.map(({ repositoryId }) => ({ kind: "scan-repository" as const, ...about, repositoryId }));
  });
}
