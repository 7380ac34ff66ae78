import type { Transaction } from "@knockon/db/database";
import { inWorkspace } from "@knockon/db/in-workspace";
import { rescanRequest, scan } from "@knockon/db/schema/scan.sql";
import { and, desc, eq, inArray, sql } from "drizzle-orm";
import { findOrgRow } from "../connected-org/org-row.ts";
import type { Context } from "../context.ts";
import { MAX_DELAY_SECONDS } from "./defer.ts";
import { firstMessage, insertScan } from "./insert-scan.ts";
import { isFor, STARTED_BY_EVENTS, WHOLE_LISTING } from "./rescan-requests.ts";
import { isInFlight, type ScanRow } from "./scan-row.ts";

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
    const starter = org && (await findStarter(tx, org.id));
    if (!starter) return undefined;
    const last = await findLast(tx, org.id);
    if (last && isInFlight(last.status)) return undefined;
    const dueAt = last ? last.createdAt.getTime() + pauseAfter(last) : 0;
    const waitMs = dueAt - ctx.now().getTime();
    return waitMs > 0 ? { waitMs } : { started: await start(ctx, tx, org.id, starter) };
  });
  if (!next) return;
  const { workspaceId } = ctx;
  if (next.started) {
    await ctx.ports.queue.send([firstMessage(next.started)]);
  } else if (next.waitMs !== undefined) {
    await ctx.ports.queue.send(
      [{ kind: "start-rescan", workspaceId, connectedOrgId: input.connectedOrgId }],
      Math.min(Math.ceil(next.waitMs / 1000), MAX_DELAY_SECONDS),
    );
  }
}

const pauseAfter = ({ status }: typeof scan.$inferSelect): number =>
  status === "failed" ? RETRY_MS : COALESCE_MS;

type Starter = (typeof STARTED_BY_EVENTS)[number];

/** What the org's requests ask for; undefined where none waits. */
async function findStarter(tx: Transaction, connectedOrgId: string): Promise<Starter | undefined> {
  const [first] = await tx
    .select({ platformId: rescanRequest.platformId })
    .from(rescanRequest)
    .where(eq(rescanRequest.connectedOrgId, connectedOrgId))
    .orderBy(desc(eq(rescanRequest.platformId, WHOLE_LISTING)))
    .limit(1);
  return first && (first.platformId === WHOLE_LISTING ? "listing_change" : "push");
}

/** The scan in flight, else the last that a host's events asked for. */
async function findLast(tx: Transaction, connectedOrgId: string) {
  const [row] = await tx
    .select()
    .from(scan)
    .where(
      and(
        eq(scan.connectedOrgId, connectedOrgId),
        sql`(${inArray(scan.status, ["pending", "running"])} or ${inArray(scan.startedBy, STARTED_BY_EVENTS)})`,
      ),
    )
    .orderBy(desc(inArray(scan.status, ["pending", "running"])), desc(scan.createdAt))
    .limit(1);
  return row;
}

/** Undefined when another scan was started meanwhile. */
async function start(
  ctx: Context,
  tx: Transaction,
  connectedOrgId: string,
  startedBy: Starter,
): Promise<ScanRow | undefined> {
  const row = await insertScan(ctx, tx, { connectedOrgId, scanType: "incremental", startedBy });
  if (!row) return undefined;
  await tx
    .update(rescanRequest)
    .set({ scanId: row.id })
    .where(and(eq(rescanRequest.connectedOrgId, connectedOrgId), isFor(startedBy)));
  return row;
}
