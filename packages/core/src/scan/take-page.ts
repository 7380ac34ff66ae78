import type { Transaction } from "@knockon/db/database";
import { snapshot } from "@knockon/db/schema/extraction.sql";
import { ownership } from "@knockon/db/schema/ownership.sql";
import { scan, scanPage, scanRepository, type OrgError } from "@knockon/db/schema/scan.sql";
import type { HeuristicPattern } from "@knockon/extract/ecosystem";
import { extractionKey, patternsHash } from "@knockon/extract/isolate/extraction-key";
import { and, eq, exists, sql } from "drizzle-orm";
import { findOrgRow } from "../connected-org/org-row.ts";
import type { Context } from "../context.ts";
import { markBeyondPlan } from "../plan/usage.ts";
import { findLimit, REPOSITORIES, type Limit } from "../plan/require-plan.ts";
import { lockPublishing } from "../publish/publish-workspace.ts";
import type { ListedRepository, ListingPage } from "../ports/git-host.ts";
import type { RepositoryRow } from "../repository/repository-row.ts";
import { addCounts, ScanOverError } from "./count.ts";
import { type Request, takeRequests } from "./rescan.ts";
import type { ScanRow } from "./scan-row.ts";
import { upsertRepositories } from "./upsert-repositories.ts";

/** Rows per statement. A local folder lists all repositories on one page, and a statement has at most 65,535 parameters. */
const BATCH_SIZE = 1000;
/**
 * The share of unchanged repositories that a scan reads again after a change of the extractors. A release must not fetch every
 * repository of every organization at once.
 */
const REFRESHED_SHARE = 0.1;
/** Limits a listing to 200,000 repositories at the hosts' page size of 100. */
export const MAX_LISTING_PAGES = 2000;

/**
 * Adds a page of the listing to the scan. Updates the listed repositories, inserts a scan row for each one that must be read or whose
 * data changes, and counts the unchanged ones. A repository is added once, however often it is listed. Adds nothing once the plan is
 * complete. Ends an endless listing. Returns the scan, the IDs of the page's repositories, and where to continue. Throws ScanOverError
 * unless the scan is running.
 */
export async function takePage(
  ctx: Context,
  tx: Transaction,
  row: ScanRow,
  listing: ListingPage & { cursor: string | null; pagesBefore: number; requests: readonly Request[] },
): Promise<{ counted: ScanRow; repositoryIds: string[]; nextCursor: string | null }> {
  const limit = await findLimit(ctx, tx, REPOSITORIES);
  // The limit is per workspace, so two orgs must not count at the same time. A publish updates repositories in another order.
  if (limit) await lockPublishing(ctx, tx);
  const [running] = await tx
    .select()
    .from(scan)
    .where(and(eq(scan.id, row.id), eq(scan.status, "running")))
    .for("update");
  if (!running) throw new ScanOverError();
  if (running.plannedAt !== null) return { counted: running, repositoryIds: [], nextCursor: null };
  // Only on the first page: later the scan may already contain a repository at the commit before the push.
  if ((await countPages(tx, row)) === 0) await takeRequests(tx, row, listing.requests);
  const listed = new Map(listing.repositories.map((one) => [one.platformId, one]));
  const rows = await upsertRepositories(tx, row, [...listed.values()]);
  const taken = await findTaken(tx, row, [...rows.values()]);
  const fresh = [...listed.values()].flatMap((one) => {
    const known = rows.get(one.platformId);
    return known && !taken.has(known.id) ? [{ listed: one, known }] : [];
  });
  const ids = fresh.map(({ known }) => known.id);
  // A push scan has a single page, so there is no later page to deduplicate against.
  if (row.startedBy !== "push") await addToPage(tx, row, listing.cursor ?? "", ids);
  const endless = listing.nextCursor === null ? null : await findEndless(tx, row, listing.pagesBefore);
  const nextCursor = endless === null ? listing.nextCursor : null;
  const incomplete = endless ?? listing.incomplete;
  const beyondPlan = await markBeyondPlan(ctx, tx, limit, ids);
  const planned = await plan(ctx, tx, row, fresh, beyondPlan);
  await insertRows(
    tx,
    planned.filter((one) => !one.isUnchanged).map(({ isUnchanged: _, ...one }) => one),
  );
  const counted = await addCounts(ctx, tx, row.id, {
    totalRepos: planned.length,
    scannedRepos: planned.filter((one) => one.status === "scanned").length,
    skippedRepos: planned.filter((one) => one.status === "skipped").length,
    ...(nextCursor === null && { plannedAt: ctx.now() }),
    isIncomplete: incomplete !== null,
    orgErrors: [
      ...(incomplete === null ? [] : [{ code: "listing_incomplete", message: incomplete }]),
      ...listingWarning(listing.warnings ?? []),
      ...(limit && beyondPlan.size > 0 ? [beyondLimit(limit)] : []),
    ].filter(({ code }) => !running.orgErrors.some((reported) => reported.code === code)),
  });
  return { counted, repositoryIds: [...rows.values()].map(({ id }) => id), nextCursor };
}

/**
 * Returns why the listing does not continue after the current page, or null. Every page before it has a stored cursor, also if messages
 * are delivered twice, so fewer stored cursors than pages mean that the host repeats one.
 */
async function findEndless(tx: Transaction, row: ScanRow, pagesBefore: number): Promise<string | null> {
  const pages = pagesBefore + 1;
  if (pages >= MAX_LISTING_PAGES)
    return `The listing has more than ${MAX_LISTING_PAGES} pages. The repositories after them are not scanned.`;
  if ((await countPages(tx, row)) >= pages) return null;
  return `The host repeats a page of its listing. The repositories after page ${pages} are not scanned.`;
}

const MAX_WARNINGS = 10;

/** Combines warnings into one error, because an error is reported once per code. */
function listingWarning(warnings: readonly string[]): OrgError[] {
  if (warnings.length === 0) return [];
  const more = warnings.length > MAX_WARNINGS ? [`${warnings.length - MAX_WARNINGS} more.`] : [];
  return [{ code: "listing_warning", message: [...warnings.slice(0, MAX_WARNINGS), ...more].join(" ") }];
}

const countPages = (tx: Transaction, { id }: ScanRow) => tx.$count(scanPage, eq(scanPage.scanId, id));

/** Returns the IDs of those repositories that an earlier page added. */
async function findTaken(
  tx: Transaction,
  { id: scanId }: ScanRow,
  repositories: readonly RepositoryRow[],
): Promise<Set<string>> {
  const ids = repositories.map(({ id }) => id);
  const { rows } = await tx.execute<{ id: string }>(sql`
    select id from ${scanPage}, unnest(${scanPage.repositoryIds}) as taken (id)
    where ${scanPage.scanId} = ${scanId} and id = any(${sql.param(ids)}::uuid[])`);
  return new Set(rows.map(({ id }) => id));
}

/** A redelivered page can contain other repositories, if the listing changed in between. Their IDs are appended. */
async function addToPage(
  tx: Transaction,
  { workspaceId, id: scanId }: ScanRow,
  cursor: string,
  repositoryIds: string[],
): Promise<void> {
  await tx
    .insert(scanPage)
    .values({ workspaceId, scanId, cursor, repositoryIds })
    .onConflictDoUpdate({
      target: [scanPage.scanId, scanPage.cursor],
      set: { repositoryIds: sql`${scanPage.repositoryIds} || excluded.repository_ids` },
    });
}

interface Fresh {
  listed: ListedRepository;
  known: RepositoryRow;
}

const beyondLimit = ({ plan: key, allowed }: Limit): OrgError => ({
  code: REPOSITORIES.code,
  message: `The ${key} plan includes ${allowed} ${REPOSITORIES.noun}. The longest-known ones were scanned, the others skipped.`,
});

/**
 * Decides how the scan handles each repository: a known commit reuses its snapshot, an empty repository or one over the plan's limit
 * is skipped, and the others are read.
 */
async function plan(
  ctx: Context,
  tx: Transaction,
  { workspaceId, id: scanId, connectedOrgId, scanType }: ScanRow,
  fresh: readonly Fresh[],
  beyondPlan: ReadonlySet<string>,
) {
  const patterns = (await findOrgRow(tx, connectedOrgId))?.heuristicPatterns ?? [];
  const reusable =
    scanType === "full" ? new Map<string, string>() : await findReusable(ctx, tx, fresh, patterns);
  return fresh.map(({ listed: { headCommitSha: commitSha }, known }) => {
    const snapshotId = reusable.get(`${known.id} ${commitSha}`) ?? null;
    const isBeyondPlan = beyondPlan.has(known.id);
    const isSkipped = commitSha === null || isBeyondPlan;
    const status = isSkipped ? "skipped" : snapshotId ? "scanned" : "pending";
    const isAsRead =
      status !== "pending" &&
      known.snapshotId === snapshotId &&
      known.lastCommitSha === commitSha &&
      known.lastScannedAt !== null &&
      known.failedAt === null &&
      known.beyondPlanSince === null;
    return {
      workspaceId,
      scanId,
      repositoryId: known.id,
      commitSha,
      snapshotId,
      status,
      isUnchanged: isBeyondPlan || isAsRead,
    } as const;
  });
}

/**
 * Returns the snapshots that the scan can reuse, by repository ID and commit: read under the repository's current path, with the
 * current patterns and, if ownership is on, with their history. Leaves out a share of those that older extractors made.
 */
async function findReusable(
  ctx: Context,
  tx: Transaction,
  fresh: readonly Fresh[],
  patterns: readonly HeuristicPattern[],
): Promise<Map<string, string>> {
  const isCurrent = sql<boolean>`${snapshot.extractionKey} = ${extractionKey(patterns)}`;
  const ids = fresh.map(({ known }) => known.id);
  const commits = fresh.flatMap(({ listed }) => listed.headCommitSha ?? []);
  const rows = await tx
    .select({
      id: snapshot.id,
      repositoryId: snapshot.repositoryId,
      commitSha: snapshot.commitSha,
      fullPath: snapshot.fullPath,
      isCurrent,
    })
    .from(snapshot)
    .where(
      and(
        sql`${snapshot.repositoryId} = any(${sql.param(ids)}::uuid[])`,
        sql`${snapshot.commitSha} = any(${sql.param(commits)}::text[])`,
        sql`split_part(${snapshot.extractionKey}, '.', 2) = ${patternsHash(patterns)}`,
        ctx.settings.ownership === "off" ? undefined : exists(historyTriedAt(tx, snapshot)),
      ),
    )
    .orderBy(isCurrent, snapshot.createdAt);
  const paths = new Map(fresh.map(({ known }) => [known.id, known.fullPath]));
  const samePath = rows.filter((one) => one.fullPath === paths.get(one.repositoryId));
  const newest = new Map(samePath.map((one) => [`${one.repositoryId} ${one.commitSha}`, one]));
  const outdated = [...newest].filter(([, one]) => !one.isCurrent);
  const refreshed = outdated.slice(0, Math.ceil(fresh.length * REFRESHED_SHARE));
  for (const [key] of refreshed) newest.delete(key);
  const current = new Set(fresh.map(({ known }) => known.snapshotId));
  const former = [...newest.values()].map(({ id }) => id).filter((id) => !current.has(id));
  const usable = current.union(await lockSnapshots(tx, former));
  return new Map([...newest].filter(([, { id }]) => usable.has(id)).map(([key, { id }]) => [key, id]));
}

/** Selects one row if reading the history up to the snapshot's commit was tried, successfully or not. */
const historyTriedAt = (tx: Transaction, { repositoryId, commitSha }: typeof snapshot) =>
  tx
    .select({ one: sql`1` })
    .from(ownership)
    .where(and(eq(ownership.repositoryId, repositoryId), eq(ownership.triedCommitSha, commitSha)));

/** Locks snapshots against garbage collection until the scan refers to them. Returns those that still exist. */
async function lockSnapshots(tx: Transaction, snapshotIds: string[]): Promise<Set<string>> {
  if (snapshotIds.length === 0) return new Set();
  const rows = await tx
    .select({ id: snapshot.id })
    .from(snapshot)
    .where(sql`${snapshot.id} = any(${sql.param(snapshotIds)}::uuid[])`)
    .for("key share");
  return new Set(rows.map((row) => row.id));
}

async function insertRows(tx: Transaction, rows: (typeof scanRepository.$inferInsert)[]): Promise<void> {
  for (let start = 0; start < rows.length; start += BATCH_SIZE) {
    await tx.insert(scanRepository).values(rows.slice(start, start + BATCH_SIZE));
  }
}
