import type { Transaction } from "@knockon/db/database";
import { inWorkspace } from "@knockon/db/in-workspace";
import { rescanRequest, scan, type ScanStarter } from "@knockon/db/schema/scan.sql";
import { and, desc, eq, inArray, lte, ne, or, sql, type SQL } from "drizzle-orm";
import { findOrgRow, getOrgRow } from "../connected-org/org-row.ts";
import type { Context } from "../context.ts";
import { MAX_DELAY_SECONDS } from "./defer.ts";
import { isInFlight, type ScanRow } from "./scan-row.ts";
import { firstMessage, insertScan } from "./start-scan.ts";

/** The minimum time between two rescans of an org. Pushes in between are combined into one scan. */
const COALESCE_MS = 60 * 1000;
/** The minimum time after a failed scan, for example one whose credential was refused. */
const RETRY_MS = 15 * 60 * 1000;

/** Used as a platform ID. Requests the org's listing, for changes that a single repository does not show. */
export const WHOLE_LISTING = "";

/** The starters of scans that webhook events request. */
export const STARTED_BY_EVENTS = ["push", "listing_change"] as const satisfies ScanStarter[];

type EventStarter = (typeof STARTED_BY_EVENTS)[number];

export type Request = Pick<typeof rescanRequest.$inferSelect, "platformId" | "requestedAt">;

/**
 * Records that repositories were pushed to, or with `WHOLE_LISTING` that the listing changed. One scan covers all recorded requests.
 * It starts at most once a minute per org, and after the current scan if one is running. The repositories need not be known yet.
 * Throws NotFoundError.
 */
export async function requestRescan(
  ctx: Context,
  input: { connectedOrgId: string; platformIds: readonly string[] },
): Promise<void> {
  const requestedAt = ctx.now();
  const { workspaceId } = ctx;
  await inWorkspace(ctx, async (tx) => {
    const { id: connectedOrgId } = await getOrgRow(tx, input.connectedOrgId);
    const rows = [...new Set(input.platformIds)].map((platformId) => ({
      workspaceId,
      connectedOrgId,
      platformId,
      requestedAt,
    }));
    if (rows.length === 0) return;
    await tx
      .insert(rescanRequest)
      .values(rows)
      .onConflictDoUpdate({
        target: [rescanRequest.connectedOrgId, rescanRequest.platformId],
        set: {
          // Always increases, even if clocks differ. A scan that is looking up the repository then does not take the new request.
          requestedAt: sql`greatest(${rescanRequest.requestedAt} + interval '1 millisecond', excluded.requested_at)`,
          scanId: null,
        },
      });
  });
  await startRescan(ctx, input);
}

/**
 * Starts the scan that an org's requests wait for, or enqueues a message for when it is due. Does nothing if no request is pending
 * or a scan is in flight; the end of that scan calls this again.
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

const pauseAfter = ({ status }: ScanRow): number => (status === "failed" ? RETRY_MS : COALESCE_MS);

/** Returns what the scan of the org's pending requests is started by, or undefined without requests. */
async function findStarter(tx: Transaction, connectedOrgId: string): Promise<EventStarter | undefined> {
  const [first] = await tx
    .select({ platformId: rescanRequest.platformId })
    .from(rescanRequest)
    .where(eq(rescanRequest.connectedOrgId, connectedOrgId))
    .orderBy(desc(eq(rescanRequest.platformId, WHOLE_LISTING)))
    .limit(1);
  return first && (first.platformId === WHOLE_LISTING ? "listing_change" : "push");
}

/** Returns the scan in flight, or else the last scan that events started. */
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

/** Returns undefined if another scan of the org started in the meantime. */
async function start(
  ctx: Context,
  tx: Transaction,
  connectedOrgId: string,
  startedBy: EventStarter,
): Promise<ScanRow | undefined> {
  const row = await insertScan(ctx, tx, { connectedOrgId, scanType: "incremental", startedBy });
  if (!row) return undefined;
  await tx
    .update(rescanRequest)
    .set({ scanId: row.id })
    .where(and(eq(rescanRequest.connectedOrgId, connectedOrgId), isCoveredBy(startedBy)));
  return row;
}

/** Selects the requests that a scan covers. A scan started by a push does not read the listing. */
const isCoveredBy = (startedBy: ScanStarter): SQL | undefined =>
  startedBy === "push" ? ne(rescanRequest.platformId, WHOLE_LISTING) : undefined;

/** Returns the pending requests that the scan covers, including those left by a failed scan. */
export const findRequests = (
  ctx: Context,
  { connectedOrgId, startedBy }: Pick<ScanRow, "connectedOrgId" | "startedBy">,
): Promise<Request[]> =>
  inWorkspace(ctx, (tx) =>
    tx
      .select({ platformId: rescanRequest.platformId, requestedAt: rescanRequest.requestedAt })
      .from(rescanRequest)
      .where(and(eq(rescanRequest.connectedOrgId, connectedOrgId), isCoveredBy(startedBy))),
  );

/** Assigns requests to the scan, except those renewed by a later push. */
export async function takeRequests(
  tx: Transaction,
  { id: scanId, connectedOrgId }: ScanRow,
  requests: readonly Request[],
): Promise<void> {
  if (requests.length === 0) return;
  const platformIds = requests.map((request) => request.platformId);
  const times = requests.map((request) => request.requestedAt.toISOString());
  const seen = sql`select * from unnest(${sql.param(platformIds)}::text[], ${sql.param(times)}::timestamptz[])`;
  await tx
    .update(rescanRequest)
    .set({ scanId })
    .where(
      and(
        eq(rescanRequest.connectedOrgId, connectedOrgId),
        sql`(${rescanRequest.platformId}, ${rescanRequest.requestedAt}) in (${seen})`,
      ),
    );
}

/**
 * Deletes the requests that an ended scan covered: those assigned to it and, if it read the complete listing, all older than the scan.
 * A scan of pushes only deletes its own, because a push to another repository may have arrived while it looked up its repositories.
 */
export async function deleteRequests(
  tx: Transaction,
  { id, connectedOrgId, startedBy, startedAt, isListingComplete }: ScanRow,
): Promise<void> {
  const isListed =
    startedBy !== "push" && isListingComplete && startedAt !== null
      ? lte(rescanRequest.requestedAt, startedAt)
      : undefined;
  await tx
    .delete(rescanRequest)
    .where(and(eq(rescanRequest.connectedOrgId, connectedOrgId), or(eq(rescanRequest.scanId, id), isListed)));
}
