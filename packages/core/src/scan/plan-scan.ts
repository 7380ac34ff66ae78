import { inWorkspace } from "@knockon/db/in-workspace";
import { connectedOrg } from "@knockon/db/schema/connected-org.sql";
import { repository } from "@knockon/db/schema/repository.sql";
import { scan, scanRepository } from "@knockon/db/schema/scan.sql";
import { and, asc, desc, eq, exists, inArray, isNull, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { findOrgRow, type OrgRow } from "../connected-org/org-row.ts";
import type { Context } from "../context.ts";
import { HostRefusedError, type ListingPage } from "../ports/git-host.ts";
import { isRunning, sendFinishIfDone } from "./count.ts";
import { failScan } from "./fail-scan.ts";
import { isInFlight } from "./scan-row.ts";
import { takePage } from "./take-page.ts";

interface PlanInput {
  scanId: string;
  cursor: string | null;
}

/**
 * Takes one page of the org's listing into the scan and asks for the next. Every step may come twice: repositories
 * are upserted by identity and counted when their row is new. A plan that is complete is not made again.
 */
export async function planScan(ctx: Context, input: PlanInput): Promise<void> {
  const started = await startScan(ctx, input.scanId);
  if (!started) return;
  const { scan: row, org } = started;
  if (row.plannedAt !== null) return enqueuePending(ctx, row.id);
  const listing = await list(ctx, input, org);
  if (!listing) return;
  const counted = await inWorkspace(ctx, (tx) => takePage(ctx, tx, row, listing));
  await enqueuePending(ctx, row.id);
  if (listing.nextCursor !== null) {
    const next = { kind: "plan-scan", workspaceId: ctx.workspaceId, scanId: row.id } as const;
    await ctx.ports.queue.send([{ ...next, cursor: listing.nextCursor }]);
  }
  await sendFinishIfDone(ctx, counted);
}

/** Undefined when the scan is over, or ends here because its org was deleted: then the message has nothing left to do. */
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
    }
    return { scan: row, org };
  });
}

/** Undefined when the host refuses, which fails the scan: nothing is known of what was not listed. */
async function list(ctx: Context, input: PlanInput, org: OrgRow): Promise<ListingPage | undefined> {
  try {
    return await ctx.ports.openGitHost(org).listRepositories(input.cursor);
  } catch (error) {
    if (!(error instanceof HostRefusedError)) throw error;
    await failScan(ctx, input.scanId, { code: "listing_failed", message: error.message });
    return undefined;
  }
}

/** One message per repository, then the mark that they were sent; a crash between the two sends some twice. */
async function enqueuePending(ctx: Context, scanId: string): Promise<void> {
  const repositoryIds = await findUnsent(ctx, scanId);
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

/** Those that failed in the published scan come first: their data is the oldest. */
function findUnsent(ctx: Context, scanId: string): Promise<string[]> {
  return inWorkspace(ctx, async (tx) => {
    const published = alias(scanRepository, "published");
    const failedBefore = sql`coalesce(${published.status} = 'failed', false)`;
    const rows = await tx
      .select({ id: scanRepository.repositoryId })
      .from(scanRepository)
      .innerJoin(repository, eq(repository.id, scanRepository.repositoryId))
      .innerJoin(scan, eq(scan.id, scanRepository.scanId))
      .innerJoin(connectedOrg, eq(connectedOrg.id, scan.connectedOrgId))
      .leftJoin(
        published,
        and(
          eq(published.scanId, connectedOrg.currentScanId),
          eq(published.repositoryId, scanRepository.repositoryId),
        ),
      )
      .where(
        and(
          eq(scanRepository.scanId, scanId),
          eq(scanRepository.status, "pending"),
          isNull(scanRepository.enqueuedAt),
        ),
      )
      .orderBy(desc(failedBefore), asc(repository.fullPath), asc(repository.id));
    return rows.map((row) => row.id);
  });
}
