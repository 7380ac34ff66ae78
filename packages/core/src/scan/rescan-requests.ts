import type { Transaction } from "@knockon/db/database";
import { inWorkspace } from "@knockon/db/in-workspace";
import { rescanRequest } from "@knockon/db/schema/scan.sql";
import { and, eq, lte, ne, or, sql, type SQL } from "drizzle-orm";
import type { ScanStarter } from "@knockon/db/schema/scan.sql";
import type { Context } from "../context.ts";
import type { ScanRow } from "./scan-row.ts";

export type Request = Pick<typeof rescanRequest.$inferSelect, "platformId" | "requestedAt">;

/** Among the platform ids, the org's listing: something came or went that a look at one repository does not tell. */
export const WHOLE_LISTING = "";

/** Those of scans that a host's events ask for. */
export const STARTED_BY_EVENTS = ["push", "listing_change"] as const satisfies ScanStarter[];

/** A scan of pushes does not look at the listing. */
export const isFor = (startedBy: ScanStarter): SQL | undefined =>
  startedBy === "push" ? ne(rescanRequest.platformId, WHOLE_LISTING) : undefined;

/** What waits and the scan can look at, also of a scan that failed. */
export const findRequests = (
  ctx: Context,
  { connectedOrgId, startedBy }: Pick<ScanRow, "connectedOrgId" | "startedBy">,
): Promise<Request[]> =>
  inWorkspace(ctx, (tx) =>
    tx
      .select({ platformId: rescanRequest.platformId, requestedAt: rescanRequest.requestedAt })
      .from(rescanRequest)
      .where(and(eq(rescanRequest.connectedOrgId, connectedOrgId), isFor(startedBy))),
  );

/** Notes that the scan looks at them, unless they were pushed to again since. */
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
 * Deletes what a scan that is over was for: what it took and, where it had the whole listing, every push from before.
 * By their time alone pushes to others would be lost that were noted while it looked up its own.
 */
export async function forgetRequests(
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
