import type { Transaction } from "@knockon/db/database";
import { snapshot } from "@knockon/db/schema/extraction.sql";
import { ownership } from "@knockon/db/schema/ownership.sql";
import { scan, scanPage, scanRepository, type OrgError } from "@knockon/db/schema/scan.sql";
import type { HeuristicPattern } from "@knockon/extract/ecosystem";
import { and, eq, exists, sql } from "drizzle-orm";
import { findOrgRow } from "../connected-org/org-row.ts";
import type { Context } from "../context.ts";
import { leaveBeyondPlan } from "../plan/leave-beyond-plan.ts";
import { findLimit, REPOSITORIES, type Limit } from "../plan/require-plan.ts";
import { lockPublishing } from "../publish/publish-workspace.ts";
import type { ListedRepository, ListingPage } from "../ports/git-host.ts";
import type { RepositoryRow } from "../repository/repository-row.ts";
import { ScanOverError, settle } from "./count.ts";
import { extractionKey, patternsHash } from "./extraction-key.ts";
import { takeRequests, type Request } from "./rescan-requests.ts";
import type { ScanRow } from "./scan-row.ts";
import { upsertRepositories } from "./upsert-repositories.ts";

/** Rows of one statement: a local folder lists any number on one page, and a statement has 65,535 parameters. */
const AT_ONCE = 1000;
/** New extractors read what is unchanged again a little at a time: a release does not fetch every organization at once. */
const REFRESHED = 0.1;

/**
 * Makes a page of the listing part of the scan: the repositories as the host knows them now, each taken once however
 * often it is listed, and a row for those that have to be read or whose data changes. What is unchanged is only
 * counted; once the plan is complete nothing is added. Returns the ids of what it listed, too. Throws ScanOverError
 * unless the scan is running.
 */
export async function takePage(
  ctx: Context,
  tx: Transaction,
  row: ScanRow,
  listing: ListingPage & { cursor: string | null; requests: readonly Request[] },
): Promise<{ counted: ScanRow; repositoryIds: string[] }> {
  const limit = await findLimit(ctx, tx, REPOSITORIES);
  // Of two orgs at once one counts after the other; and a publish changes repositories in another order.
  if (limit) await lockPublishing(ctx, tx);
  const [running] = await tx
    .select()
    .from(scan)
    .where(and(eq(scan.id, row.id), eq(scan.status, "running")))
    .for("update");
  if (!running) throw new ScanOverError();
  if (running.plannedAt !== null) return { counted: running, repositoryIds: [] };
  // Later the scan may have a repository already, by the commit of before its push.
  if (await isFirstPage(tx, row)) await takeRequests(tx, row, listing.requests);
  const listed = new Map(listing.repositories.map((one) => [one.platformId, one]));
  const rows = await upsertRepositories(tx, row, [...listed.values()]);
  const taken = await findTaken(tx, row, [...rows.values()]);
  const fresh = [...listed.values()].flatMap((one) => {
    const known = rows.get(one.platformId);
    return known && !taken.has(known.id) ? [{ listed: one, known }] : [];
  });
  const ids = fresh.map(({ known }) => known.id);
  // The plan of a push is this one page: nothing is to be remembered of it.
  if (row.startedBy !== "push") await addToPage(tx, row, listing.cursor ?? "", ids);
  const beyondPlan = await leaveBeyondPlan(ctx, tx, limit, ids);
  const planned = await plan(ctx, tx, row, fresh, beyondPlan);
  await insertRows(
    tx,
    planned.filter((one) => !one.isUnchanged).map(({ isUnchanged: _, ...one }) => one),
  );
  const counted = await settle(ctx, tx, row.id, {
    totalRepos: planned.length,
    scannedRepos: planned.filter((one) => one.status === "scanned").length,
    skippedRepos: planned.filter((one) => one.status === "skipped").length,
    ...(listing.nextCursor === null && { plannedAt: ctx.now() }),
    isIncomplete: listing.incomplete !== null,
    orgErrors: [
      ...(listing.incomplete === null ? [] : [{ code: "listing_incomplete", message: listing.incomplete }]),
      ...(limit && beyondPlan.size > 0 ? [beyondLimit(limit)] : []),
    ].filter(({ code }) => !running.orgErrors.some((told) => told.code === code)),
  });
  return { counted, repositoryIds: [...rows.values()].map(({ id }) => id) };
}

const isFirstPage = async (tx: Transaction, { id }: ScanRow): Promise<boolean> =>
  (await tx.$count(scanPage, eq(scanPage.scanId, id))) === 0;

/** Of these repositories, the ids of those that a page has added before; of all pages they would be more with each. */
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

/** The same page can come again with other repositories in it, when the listing changed meanwhile. */
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
  message: `The plan ${key} includes ${allowed} ${REPOSITORIES.noun}. Those known the longest were scanned, the others skipped.`,
});

/**
 * What the scan has to do about each. A commit that was read is not read again; an empty repository, and one that the
 * plan has no room for, is skipped.
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
 * Snapshots of the listed commits, read by the path that the repository still has and by the patterns of now, and with their
 * history where that is wanted; of those that older extractors made, all but the few that are to be read again.
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
  const usual = rows.filter((one) => one.fullPath === paths.get(one.repositoryId));
  const newest = new Map(usual.map((one) => [`${one.repositoryId} ${one.commitSha}`, one]));
  const outdated = [...newest].filter(([, one]) => !one.isCurrent);
  const refreshed = outdated.slice(0, Math.ceil(fresh.length * REFRESHED));
  for (const [key] of refreshed) newest.delete(key);
  const current = new Set(fresh.map(({ known }) => known.snapshotId));
  const former = [...newest.values()].map(({ id }) => id).filter((id) => !current.has(id));
  const usable = current.union(await hold(tx, former));
  return new Map([...newest].filter(([, { id }]) => usable.has(id)).map(([key, { id }]) => [key, id]));
}

/** One row where the history that leads to a snapshot's commit was read, or could not be. */
const historyTriedAt = (tx: Transaction, { repositoryId, commitSha }: typeof snapshot) =>
  tx
    .select({ one: sql`1` })
    .from(ownership)
    .where(and(eq(ownership.repositoryId, repositoryId), eq(ownership.triedCommitSha, commitSha)));

/** Keeps garbage collection from former snapshots until the scan refers to them; those that it has just taken are left out. */
async function hold(tx: Transaction, snapshotIds: string[]): Promise<Set<string>> {
  if (snapshotIds.length === 0) return new Set();
  const rows = await tx
    .select({ id: snapshot.id })
    .from(snapshot)
    .where(sql`${snapshot.id} = any(${sql.param(snapshotIds)}::uuid[])`)
    .for("key share");
  return new Set(rows.map((row) => row.id));
}

async function insertRows(tx: Transaction, rows: (typeof scanRepository.$inferInsert)[]): Promise<void> {
  for (let start = 0; start < rows.length; start += AT_ONCE) {
    await tx.insert(scanRepository).values(rows.slice(start, start + AT_ONCE));
  }
}
