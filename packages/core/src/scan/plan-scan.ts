import { randomUUID } from "node:crypto";
import type { Transaction } from "@knockon/db/database";
import { inWorkspace } from "@knockon/db/in-workspace";
import { snapshot } from "@knockon/db/schema/extraction.sql";
import { repository } from "@knockon/db/schema/repository.sql";
import { scan, scanRepository } from "@knockon/db/schema/scan.sql";
import { EXTRACTION_KEY } from "@knockon/extract/registry";
import { parseGitUrl } from "@knockon/extract/git-url";
import { and, eq, inArray, isNull, notExists, sql } from "drizzle-orm";
import { getOrgRow } from "../connected-org/org-row.ts";
import type { Context } from "../context.ts";
import { HostRefusedError, type ListedRepository, type ListingPage } from "../ports/git-host.ts";
import { sendFinishIfDone, settle } from "./count.ts";
import { failScan } from "./fail-scan.ts";
import { isInFlight, type ScanRow } from "./scan-row.ts";

interface PlanInput {
  scanId: string;
  cursor: string | null;
}

/**
 * Takes one page of the org's listing into the scan and asks for the next. Every step may come twice:
 * repositories are upserted by identity and counted when their row is new.
 */
export async function planScan(ctx: Context, input: PlanInput): Promise<void> {
  const started = await startScan(ctx, input.scanId);
  if (!started) return;
  let listing: ListingPage;
  try {
    listing = await ctx.ports.openGitHost(started.org).listRepositories(input.cursor);
  } catch (error) {
    if (!(error instanceof HostRefusedError)) throw error;
    await failScan(ctx, input.scanId, { code: "listing_failed", message: error.message });
    return;
  }
  const planned = await inWorkspace(ctx, (tx) => takePage(ctx, tx, started.scan, listing));
  if (!planned) return;
  await enqueuePending(ctx, input.scanId, planned.pendingIds);
  if (listing.nextCursor !== null) {
    const next = { kind: "plan-scan", workspaceId: ctx.workspaceId, scanId: input.scanId } as const;
    await ctx.ports.queue.send([{ ...next, cursor: listing.nextCursor }]);
  }
  await sendFinishIfDone(ctx, planned.scan);
}

/** Undefined when the scan is over or its org gone: then the message has nothing left to do. */
function startScan(ctx: Context, scanId: string) {
  return inWorkspace(ctx, async (tx) => {
    const [row] = await tx.select().from(scan).where(eq(scan.id, scanId));
    if (!row || !isInFlight(row.status)) return undefined;
    const org = await getOrgRow(tx, row.connectedOrgId);
    if (row.status === "pending") {
      const now = ctx.now();
      await tx
        .update(scan)
        .set({ status: "running", startedAt: now, progressAt: now, updatedAt: now })
        .where(and(eq(scan.id, scanId), eq(scan.status, "pending")));
    }
    return { scan: row, org };
  });
}

async function takePage(ctx: Context, tx: Transaction, row: ScanRow, listing: ListingPage) {
  const [running] = await tx
    .select({ plannedAt: scan.plannedAt })
    .from(scan)
    .where(and(eq(scan.id, row.id), eq(scan.status, "running")))
    .for("update");
  if (!running) return undefined;
  const ids = await upsertRepositories(ctx, tx, row, listing.repositories);
  const fresh = await planRepositories(tx, row, listing.repositories, ids);
  const isLast = listing.nextCursor === null;
  if (isLast && running.plannedAt === null) await markAbsent(ctx, tx, row);
  const counted = await settle(ctx, tx, row.id, {
    totalRepos: fresh.length,
    scannedRepos: fresh.filter((one) => one.status === "scanned").length,
    skippedRepos: fresh.filter((one) => one.status === "skipped").length,
    plannedAt: isLast ? (running.plannedAt ?? ctx.now()) : running.plannedAt,
  });
  const pendingIds = await tx
    .select({ id: scanRepository.repositoryId })
    .from(scanRepository)
    .where(
      and(
        eq(scanRepository.scanId, row.id),
        inArray(scanRepository.repositoryId, [...ids.values()]),
        eq(scanRepository.status, "pending"),
        isNull(scanRepository.enqueuedAt),
      ),
    );
  return { scan: counted, pendingIds: pendingIds.map((pending) => pending.id) };
}

/** The ids by platform id. What the host says now wins; the identity stays. */
async function upsertRepositories(
  ctx: Context,
  tx: Transaction,
  row: ScanRow,
  listed: readonly ListedRepository[],
): Promise<Map<string, string>> {
  if (listed.length === 0) return new Map();
  const rows = await tx
    .insert(repository)
    .values(
      listed.map(({ headCommitSha, ...one }) => ({
        ...one,
        id: randomUUID(),
        workspaceId: ctx.workspaceId,
        connectedOrgId: row.connectedOrgId,
        cloneLocation: parseGitUrl(one.cloneUrl)?.location ?? one.cloneUrl,
      })),
    )
    .onConflictDoUpdate({
      target: [repository.connectedOrgId, repository.platformId],
      set: {
        name: sql`excluded.name`,
        fullPath: sql`excluded.full_path`,
        cloneUrl: sql`excluded.clone_url`,
        cloneLocation: sql`excluded.clone_location`,
        defaultBranch: sql`excluded.default_branch`,
        archived: sql`excluded.archived`,
        isFork: sql`excluded.is_fork`,
        lastActivityAt: sql`excluded.last_activity_at`,
        tags: sql`excluded.tags`,
        absentSince: null,
      },
    })
    .returning({ id: repository.id, platformId: repository.platformId });
  return new Map(rows.map((one) => [one.platformId, one.id]));
}

/** Adds what this scan does not know yet. An unchanged repository is scanned already, an empty one skipped. */
async function planRepositories(
  tx: Transaction,
  row: ScanRow,
  listed: readonly ListedRepository[],
  ids: ReadonlyMap<string, string>,
) {
  if (listed.length === 0) return [];
  const known =
    row.scanType === "full" ? new Map<string, string>() : await findSnapshots(tx, [...ids.values()]);
  const rows = listed.flatMap((one) => {
    const repositoryId = ids.get(one.platformId);
    if (repositoryId === undefined) return [];
    const snapshotId = known.get(`${repositoryId} ${one.headCommitSha}`) ?? null;
    const status = one.headCommitSha === null ? "skipped" : snapshotId ? "scanned" : "pending";
    return [
      {
        workspaceId: row.workspaceId,
        scanId: row.id,
        repositoryId,
        commitSha: one.headCommitSha,
        snapshotId,
        status,
      } as const,
    ];
  });
  return tx
    .insert(scanRepository)
    .values(rows)
    .onConflictDoNothing()
    .returning({ status: scanRepository.status });
}

async function findSnapshots(tx: Transaction, repositoryIds: string[]): Promise<Map<string, string>> {
  const rows = await tx
    .select({ id: snapshot.id, repositoryId: snapshot.repositoryId, commitSha: snapshot.commitSha })
    .from(snapshot)
    .where(and(inArray(snapshot.repositoryId, repositoryIds), eq(snapshot.extractionKey, EXTRACTION_KEY)));
  return new Map(rows.map((one) => [`${one.repositoryId} ${one.commitSha}`, one.id]));
}

/** A complete listing is the truth: what it does not name is gone, until it is listed again. */
async function markAbsent(ctx: Context, tx: Transaction, row: ScanRow): Promise<void> {
  const listed = tx
    .select({ one: sql`1` })
    .from(scanRepository)
    .where(and(eq(scanRepository.scanId, row.id), eq(scanRepository.repositoryId, repository.id)));
  await tx
    .update(repository)
    .set({ absentSince: ctx.now() })
    .where(
      and(
        eq(repository.connectedOrgId, row.connectedOrgId),
        isNull(repository.absentSince),
        notExists(listed),
      ),
    );
}

/** One message per repository, then the mark that they were sent; a crash between the two sends some twice. */
async function enqueuePending(ctx: Context, scanId: string, repositoryIds: readonly string[]): Promise<void> {
  if (repositoryIds.length === 0) return;
  await ctx.ports.queue.send(
    repositoryIds.map((repositoryId) => ({
      kind: "scan-repository" as const,
      workspaceId: ctx.workspaceId,
      scanId,
      repositoryId,
    })),
  );
  await inWorkspace(ctx, (tx) =>
    tx
      .update(scanRepository)
      .set({ enqueuedAt: ctx.now() })
      .where(
        and(eq(scanRepository.scanId, scanId), inArray(scanRepository.repositoryId, [...repositoryIds])),
      ),
  );
}
