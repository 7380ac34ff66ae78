import { randomUUID } from "node:crypto";
import type { Transaction } from "@knockon/db/database";
import { snapshot } from "@knockon/db/schema/extraction.sql";
import { repository } from "@knockon/db/schema/repository.sql";
import { scan, scanRepository } from "@knockon/db/schema/scan.sql";
import { parseGitUrl } from "@knockon/extract/git-url";
import { EXTRACTION_KEY } from "@knockon/extract/registry";
import { and, eq, inArray, sql } from "drizzle-orm";
import type { Context } from "../context.ts";
import type { ListedRepository, ListingPage } from "../ports/git-host.ts";
import { ScanOverError, settle } from "./count.ts";
import type { ScanRow } from "./scan-row.ts";

/** Rows of one statement: a local folder lists any number on one page, and a statement has 65,535 parameters. */
const AT_ONCE = 1000;

/**
 * Makes a page of the listing part of the scan: the repositories as the host knows them now, and what the scan has to
 * do about each that it did not know of. Throws ScanOverError unless the scan is running.
 */
export async function takePage(
  ctx: Context,
  tx: Transaction,
  row: ScanRow,
  listing: ListingPage,
): Promise<ScanRow> {
  const [running] = await tx
    .select({ plannedAt: scan.plannedAt })
    .from(scan)
    .where(and(eq(scan.id, row.id), eq(scan.status, "running")))
    .for("update");
  if (!running) throw new ScanOverError();
  const listed = [...new Map(listing.repositories.map((one) => [one.platformId, one])).values()];
  const fresh: { status: string }[] = [];
  for (let start = 0; start < listed.length; start += AT_ONCE) {
    const some = listed.slice(start, start + AT_ONCE);
    fresh.push(...(await planRepositories(tx, row, some, await upsertRepositories(tx, row, some))));
  }
  const isLast = listing.nextCursor === null;
  return settle(ctx, tx, row.id, {
    totalRepos: fresh.length,
    scannedRepos: fresh.filter((one) => one.status === "scanned").length,
    skippedRepos: fresh.filter((one) => one.status === "skipped").length,
    plannedAt: running.plannedAt ?? (isLast ? ctx.now() : null),
  });
}

/** The ids by platform id. What the host says now wins; the identity stays. */
async function upsertRepositories(
  tx: Transaction,
  { workspaceId, connectedOrgId }: ScanRow,
  listed: readonly ListedRepository[],
): Promise<Map<string, string>> {
  const rows = await tx
    .insert(repository)
    .values(
      listed.map(({ headCommitSha, ...one }) => ({
        ...one,
        id: randomUUID(),
        workspaceId,
        connectedOrgId,
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
