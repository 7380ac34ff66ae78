import { randomUUID } from "node:crypto";
import type { Transaction } from "@knockon/db/database";
import { inWorkspace } from "@knockon/db/in-workspace";
import { rescanRequest, scan } from "@knockon/db/schema/scan.sql";
import { and, desc, eq, inArray, sql } from "drizzle-orm";
import { findOrgRow } from "../connected-org/org-row.ts";
import type { Context } from "../context.ts";
import { MAX_DELAY_SECONDS } from "./defer.ts";
import { isInFlight } from "./scan-row.ts";

/** Between two scans of an org that pushes ask for: what comes meanwhile is one scan. */
const COALESCE_MS = 60 * 1000;
/** After one that failed, as for a credential that the host refuses. */
const RETRY_MS = 15 * 60 * 1000;

/**
 * Starts the scan that pushes of an org wait for, or comes back when it is due. Nothing to do when none waits, or a
 * scan is under way: its end asks again.
 */
export async function startRescan(ctx: Context, input: { connectedOrgId: string }): Promise<void> {
  const next = await inWorkspace(ctx, async (tx) => {
    const org = await findOrgRow(tx, input.connectedOrgId);
    if (!org || !(await hasRequests(tx, org.id))) return undefined;
    const last = await findLast(tx, org.id);
    if (last && isInFlight(last.status)) return undefined;
    const dueAt = last?.startedBy === "push" ? last.createdAt.getTime() + pauseAfter(last) : 0;
    const waitMs = dueAt - ctx.now().getTime();
    return waitMs > 0 ? { waitMs } : { scanId: await insertScan(ctx, tx, org.id) };
  });
  if (!next) return;
  const { workspaceId } = ctx;
  if (next.scanId) {
    await ctx.ports.queue.send([{ kind: "plan-scan", workspaceId, scanId: next.scanId, cursor: null }]);
  } else if (next.waitMs !== undefined) {
    await ctx.ports.queue.send(
      [{ kind: "start-rescan", workspaceId, connectedOrgId: input.connectedOrgId }],
      Math.min(Math.ceil(next.waitMs / 1000), MAX_DELAY_SECONDS),
    );
  }
}

const pauseAfter = ({ status }: typeof scan.$inferSelect): number =>
  status === "failed" ? RETRY_MS : COALESCE_MS;

const hasRequests = async (tx: Transaction, connectedOrgId: string): Promise<boolean> =>
  (await tx.$count(rescanRequest, eq(rescanRequest.connectedOrgId, connectedOrgId))) > 0;

/** The scan in flight, else the last that pushes asked for. */
async function findLast(tx: Transaction, connectedOrgId: string) {
  const [row] = await tx
    .select()
    .from(scan)
    .where(
      and(
        eq(scan.connectedOrgId, connectedOrgId),
        sql`(${inArray(scan.status, ["pending", "running"])} or ${eq(scan.startedBy, "push")})`,
      ),
    )
    .orderBy(desc(inArray(scan.status, ["pending", "running"])), desc(scan.createdAt))
    .limit(1);
  return row;
}

/** Undefined when another scan was started meanwhile. */
async function insertScan(
  ctx: Context,
  tx: Transaction,
  connectedOrgId: string,
): Promise<string | undefined> {
  const now = ctx.now();
  const [row] = await tx
    .insert(scan)
    .values({
      id: randomUUID(),
      workspaceId: ctx.workspaceId,
      connectedOrgId,
      scanType: "incremental",
      startedBy: "push",
      createdAt: now,
      updatedAt: now,
    })
    .onConflictDoNothing({ target: scan.connectedOrgId, where: sql`status in ('pending', 'running')` })
    .returning({ id: scan.id });
  if (!row) return undefined;
  await tx
    .update(rescanRequest)
    .set({ scanId: row.id })
    .where(eq(rescanRequest.connectedOrgId, connectedOrgId));
  return row.id;
}
