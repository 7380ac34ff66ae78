import type { Transaction } from "@knockon/db/database";
import { asSystem, inWorkspace } from "@knockon/db/in-workspace";
import { connectedOrg } from "@knockon/db/schema/connected-org.sql";
import { and, eq, isNull, lte } from "drizzle-orm";
import { scheduleColumns } from "../connected-org/org-settings.ts";
import { withFields, type Context } from "../context.ts";
import { describeFault } from "../describe-fault.ts";
import { includesFeature } from "../plan/require-plan.ts";
import { firstMessage, insertScan } from "./start-scan.ts";
import type { ScanRow } from "./scan-row.ts";

/**
 * Runs every minute. Starts each scan that is due exactly once, even if several processes run this at the same time. Logs an error of
 * one org and continues with the others. Returns the number of scans started.
 */
export async function startScheduledScans(base: Omit<Context, "workspaceId">): Promise<number> {
  let started = 0;
  for (const { id: connectedOrgId, workspaceId, dueAt } of await findDue(base)) {
    const ctx = { ...base, workspaceId, log: withFields(base.log, { workspaceId, connectedOrgId }) };
    try {
      if (await startScheduledScan(ctx, connectedOrgId, dueAt)) started += 1;
    } catch (error) {
      ctx.log.error("scheduled scan not started", { cause: describeFault(error) });
    }
  }
  return started;
}

async function findDue({ database, now }: Omit<Context, "workspaceId">) {
  const rows = await asSystem(database, (tx) =>
    tx
      .select({
        id: connectedOrg.id,
        workspaceId: connectedOrg.workspaceId,
        dueAt: connectedOrg.nextScheduledAt,
      })
      .from(connectedOrg)
      .where(lte(connectedOrg.nextScheduledAt, now())),
  );
  return rows.flatMap(({ dueAt, ...row }) => (dueAt === null ? [] : [{ ...row, dueAt }]));
}

async function startScheduledScan(ctx: Context, connectedOrgId: string, dueAt: Date): Promise<boolean> {
  const row = await inWorkspace(ctx, async (tx) =>
    (await advanceSchedule(ctx, tx, connectedOrgId, dueAt))
      ? insertIfAllowed(ctx, tx, connectedOrgId)
      : undefined,
  );
  if (row) await ctx.ports.queue.send([firstMessage(row)]);
  return row !== undefined;
}

/**
 * Advances the org's schedule to its next time, in the transaction that starts the scan. Returns false if another process already
 * did. Several missed times give one scan.
 */
async function advanceSchedule(
  ctx: Context,
  tx: Transaction,
  connectedOrgId: string,
  dueAt: Date,
): Promise<boolean> {
  const isDue = and(
    eq(connectedOrg.id, connectedOrgId),
    eq(connectedOrg.nextScheduledAt, dueAt),
    isNull(connectedOrg.deletedAt),
  );
  const [org] = await tx.select().from(connectedOrg).where(isDue).for("no key update");
  if (!org) return false;
  await tx
    .update(connectedOrg)
    .set(scheduleColumns(org.schedule, ctx.now()))
    .where(eq(connectedOrg.id, org.id));
  return true;
}

/** Skips the scan if the plan no longer includes schedules, or if another scan is in flight. */
async function insertIfAllowed(
  ctx: Context,
  tx: Transaction,
  connectedOrgId: string,
): Promise<ScanRow | undefined> {
  if (!(await includesFeature(ctx, tx, "scheduled_scans"))) {
    ctx.log.info("scheduled scan skipped", { reason: "plan" });
    return undefined;
  }
  const row = await insertScan(ctx, tx, { connectedOrgId, scanType: "incremental", startedBy: "scheduled" });
  if (!row) ctx.log.info("scheduled scan skipped", { reason: "scan_in_flight" });
  return row;
}
