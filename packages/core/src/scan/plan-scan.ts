import { inWorkspace } from "@knockon/db/in-workspace";
import { repository } from "@knockon/db/schema/repository.sql";
import { scan, scanRepository } from "@knockon/db/schema/scan.sql";
import { and, asc, eq, exists, inArray, isNotNull, isNull, sql } from "drizzle-orm";
import { markAccepted } from "../connected-org/credential.ts";
import { openOrg } from "../connected-org/open-org.ts";
import { findOrgRow, type OrgRow } from "../connected-org/org-row.ts";
import type { Context } from "../context.ts";
import {
  CredentialRefusedError,
  HostBusyError,
  HostRefusedError,
  type ListingPage,
} from "../ports/git-host.ts";
import { isRunning, sendFinishIfDone } from "./count.ts";
import { deferScan, findBusyUntil } from "./defer.ts";
import { failRefused, failScan } from "./fail.ts";
import { isInFlight, type ScanRow } from "./scan-row.ts";
import { findRequests, type Request, WHOLE_LISTING } from "./rescan.ts";
import { toStorableListing } from "./storable-listing.ts";
import { takePage } from "./take-page.ts";

interface PlanInput {
  kind: "plan-scan";
  workspaceId: string;
  scanId: string;
  cursor: string | null;
  pagesBefore?: number;
}

/**
 * Adds one page of the org's listing to the scan and enqueues the next page. Safe to run twice: a page is added once, and a
 * complete plan does not change.
 */
export async function planScan(ctx: Context, input: PlanInput): Promise<void> {
  const started = await startScan(ctx, input.scanId);
  if (!started) return;
  const { scan: row, org, busyUntil } = started;
  if (row.plannedAt !== null) {
    await enqueuePending(ctx, row.id);
    return sendFinishIfDone(ctx, row);
  }
  if (busyUntil) return deferScan(ctx, input, busyUntil);
  const requests = input.cursor === null ? await findRequests(ctx, row) : [];
  const listing = await list(ctx, input, row, org, requests);
  if (!listing) return;
  const pagesBefore = input.pagesBefore ?? 0;
  const page = { ...listing, cursor: input.cursor, pagesBefore, requests };
  const { counted, repositoryIds, nextCursor } = await inWorkspace(ctx, async (tx) => {
    await markAccepted(tx, org);
    return takePage(ctx, tx, row, page);
  });
  await enqueuePending(ctx, row.id, repositoryIds);
  if (nextCursor !== null) {
    await ctx.ports.queue.send([{ ...input, cursor: nextCursor, pagesBefore: pagesBefore + 1 }]);
  }
  await sendFinishIfDone(ctx, counted);
}

/** Marks a pending scan as running. Returns undefined if the scan is over. Cancels it and returns undefined if its org was deleted. */
function startScan(ctx: Context, scanId: string) {
  return inWorkspace(ctx, async (tx) => {
    const [row] = await tx.select().from(scan).where(eq(scan.id, scanId));
    if (!row || !isInFlight(row.status)) return undefined;
    const org = await findOrgRow(tx, row.connectedOrgId);
    const now = ctx.now();
    if (!org) {
      await tx
        .update(scan)
        .set({ status: "cancelled", completedAt: now, updatedAt: now })
        .where(and(eq(scan.id, scanId), inArray(scan.status, ["pending", "running"])));
      return undefined;
    }
    if (row.status === "pending") {
      await tx
        .update(scan)
        .set({ status: "running", startedAt: now, progressAt: now, updatedAt: now })
        .where(and(eq(scan.id, scanId), eq(scan.status, "pending")));
      ctx.log.info("scan started", { scanType: row.scanType, startedBy: row.startedBy });
    }
    return { scan: row, org, busyUntil: await findBusyUntil(ctx, tx, org) };
  });
}

/**
 * Returns a page of the listing. The first page starts with the repositories that were pushed to or failed in the last scan; for a
 * scan started by a push, they are all. Returns undefined if the host refused, which fails the scan, or is busy, which defers it.
 */
async function list(
  ctx: Context,
  input: PlanInput,
  row: ScanRow,
  org: OrgRow,
  requests: readonly Request[],
): Promise<ListingPage | undefined> {
  try {
    const host = await openOrg(ctx, org);
    const failed = input.cursor === null ? await findFailed(ctx, row.connectedOrgId) : [];
    const wanted = new Set([...failed, ...requests.map((request) => request.platformId)]);
    wanted.delete(WHOLE_LISTING);
    const first = wanted.size === 0 ? [] : await host.findRepositories([...wanted]);
    if (row.startedBy === "push") return { nextCursor: null, ...toStorableListing(first) };
    const page = await host.listRepositories(input.cursor);
    const { repositories, incomplete } = toStorableListing([...first, ...page.repositories]);
    return { ...page, repositories, incomplete: page.incomplete ?? incomplete };
  } catch (error) {
    if (error instanceof HostBusyError) await deferScan(ctx, input, error.retryAt);
    else if (error instanceof CredentialRefusedError) await failRefused(ctx, input.scanId, org, error);
    else if (error instanceof HostRefusedError)
      await failScan(ctx, input.scanId, { code: "listing_failed", message: error.message });
    else throw error;
    return undefined;
  }
}

/** Returns the platform IDs of repositories that failed in their last scan. */
async function findFailed(ctx: Context, connectedOrgId: string): Promise<string[]> {
  const rows = await inWorkspace(ctx, (tx) =>
    tx
      .select({ platformId: repository.platformId })
      .from(repository)
      .where(
        and(
          eq(repository.connectedOrgId, connectedOrgId),
          isNotNull(repository.failedAt),
          isNull(repository.absentSince),
        ),
      ),
  );
  return rows.map((row) => row.platformId);
}

/**
 * Sends one message per repository, then marks them as enqueued. After a crash between the two, some are sent twice. With `ofPage`,
 * only looks at that page's repositories, because looking at all of them would take longer with every page.
 */
async function enqueuePending(ctx: Context, scanId: string, ofPage?: readonly string[]): Promise<void> {
  const repositoryIds = await findUnsent(ctx, scanId, ofPage);
  if (repositoryIds.length === 0) return;
  const about = { kind: "scan-repository", workspaceId: ctx.workspaceId, scanId } as const;
  await ctx.ports.queue.send(repositoryIds.map((repositoryId) => ({ ...about, repositoryId })));
  await inWorkspace(ctx, (tx) =>
    tx
      .update(scanRepository)
      .set({ enqueuedAt: ctx.now() })
      .where(
        and(
          eq(scanRepository.scanId, scanId),
          sql`${scanRepository.repositoryId} = any(${sql.param(repositoryIds)}::uuid[])`,
          exists(isRunning(tx, scanId)),
        ),
      ),
  );
}

/** Repositories that failed come first, because their data is the oldest. */
function findUnsent(ctx: Context, scanId: string, ofPage?: readonly string[]): Promise<string[]> {
  return inWorkspace(ctx, async (tx) => {
    const rows = await tx
      .select({ id: scanRepository.repositoryId })
      .from(scanRepository)
      .innerJoin(repository, eq(repository.id, scanRepository.repositoryId))
      .where(
        and(
          eq(scanRepository.scanId, scanId),
          eq(scanRepository.status, "pending"),
          isNull(scanRepository.enqueuedAt),
          ofPage && sql`${scanRepository.repositoryId} = any(${sql.param(ofPage)}::uuid[])`,
        ),
      )
      .orderBy(isNull(repository.failedAt), asc(repository.fullPath), asc(repository.id));
    return rows.map((row) => row.id);
  });
}
