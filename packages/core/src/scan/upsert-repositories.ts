import { randomUUID } from "node:crypto";
import type { Transaction } from "@knockon/db/database";
import { repository, repositoryAlias } from "@knockon/db/schema/repository.sql";
import { parseGitUrl } from "@knockon/extract/git-url";
import { and, asc, eq, isNull, sql } from "drizzle-orm";
import type { ListedRepository } from "../ports/git-host.ts";
import type { RepositoryRow } from "../repository/repository-row.ts";
import type { ScanRow } from "./scan-row.ts";

/** Rows per statement, which has at most 65,535 parameters. */
const BATCH_SIZE = 1000;

type Org = Pick<ScanRow, "workspaceId" | "connectedOrgId">;

/**
 * Updates the stored repositories from the host's listing, writing only rows that changed. A repository keeps its ID when it is
 * renamed; its former path becomes an alias. Returns the rows by platform ID.
 */
export async function upsertRepositories(
  tx: Transaction,
  org: Org,
  listed: readonly ListedRepository[],
): Promise<Map<string, RepositoryRow>> {
  const known = await findKnown(
    tx,
    org,
    listed.map((one) => one.platformId),
  );
  const changed = listed.filter((one) => !isSame(known.get(one.platformId), one));
  await lock(
    tx,
    changed.flatMap((one) => known.get(one.platformId)?.id ?? []),
  );
  const written: RepositoryRow[] = [];
  for (let start = 0; start < changed.length; start += BATCH_SIZE) {
    written.push(...(await upsert(tx, org, changed.slice(start, start + BATCH_SIZE))));
  }
  await updateAliases(tx, org, known, written);
  return new Map([...known, ...written.map((row) => [row.platformId, row] as const)]);
}

async function findKnown(
  tx: Transaction,
  { connectedOrgId }: Org,
  platformIds: string[],
): Promise<Map<string, RepositoryRow>> {
  const rows = await tx
    .select()
    .from(repository)
    .where(
      and(
        eq(repository.connectedOrgId, connectedOrgId),
        sql`${repository.platformId} = any(${sql.param(platformIds)}::text[])`,
      ),
    );
  return new Map(rows.map((row) => [row.platformId, row]));
}

/** Locks rows in the order of their IDs, as a publish does. In the listing's order, the two could deadlock. */
async function lock(tx: Transaction, repositoryIds: string[]): Promise<void> {
  if (repositoryIds.length === 0) return;
  await tx
    .select({ id: repository.id })
    .from(repository)
    .where(sql`${repository.id} = any(${sql.param(repositoryIds)}::uuid[])`)
    .orderBy(asc(repository.id))
    .for("no key update");
}

/** Returns whether the listing says nothing new. A repository that was absent always counts as changed. */
const isSame = (row: RepositoryRow | undefined, { headCommitSha: _, ...listed }: ListedRepository): boolean =>
  row !== undefined &&
  row.absentSince === null &&
  Object.entries(listed).every(
    ([key, value]) => JSON.stringify(row[key as keyof typeof listed]) === JSON.stringify(value),
  );

const upsert = (
  tx: Transaction,
  { workspaceId, connectedOrgId }: Org,
  listed: readonly ListedRepository[],
): Promise<RepositoryRow[]> =>
  tx
    .insert(repository)
    .values(
      listed.map(({ headCommitSha: _, ...one }) => ({
        ...one,
        id: randomUUID(),
        workspaceId,
        connectedOrgId,
        cloneLocation: parseGitUrl(one.cloneUrl)?.location ?? one.cloneUrl,
        // Increases in the order of the listing, and is later than the waits for this transaction's locks.
        createdAt: sql`clock_timestamp()`,
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
        visibility: sql`excluded.visibility`,
        lastActivityAt: sql`excluded.last_activity_at`,
        tags: sql`excluded.tags`,
        absentSince: null,
        isChanged: true,
      },
    })
    .returning();

/** Keeps former paths as aliases until another repository takes the path. */
async function updateAliases(
  tx: Transaction,
  { workspaceId, connectedOrgId }: Org,
  known: ReadonlyMap<string, RepositoryRow>,
  written: readonly RepositoryRow[],
): Promise<void> {
  const moved = written.filter(({ platformId, lowerPath }) => {
    const former = known.get(platformId);
    return former?.lowerPath !== lowerPath || former.absentSince !== null;
  });
  if (moved.length === 0) return;
  const ofOrg = eq(repositoryAlias.connectedOrgId, connectedOrgId);
  const taken = moved.map((row) => row.lowerPath);
  const lost = await tx
    .delete(repositoryAlias)
    .where(and(ofOrg, sql`${repositoryAlias.lowerPath} = any(${sql.param(taken)}::text[])`))
    .returning({ id: repositoryAlias.repositoryId });
  await markChanged(
    tx,
    lost.map((row) => row.id),
  );
  const left = new Map(
    moved.flatMap(({ id, platformId, lowerPath }) => {
      const former = known.get(platformId)?.lowerPath;
      return former !== undefined && former !== lowerPath ? [[former, id] as const] : [];
    }),
  );
  for (const path of await findCurrentPaths(tx, connectedOrgId, [...left.keys()])) left.delete(path);
  if (left.size === 0) return;
  await tx
    .insert(repositoryAlias)
    .values(
      [...left].map(([lowerPath, repositoryId]) => ({
        workspaceId,
        connectedOrgId,
        lowerPath,
        repositoryId,
      })),
    )
    .onConflictDoUpdate({
      target: [repositoryAlias.connectedOrgId, repositoryAlias.lowerPath],
      set: { repositoryId: sql`excluded.repository_id` },
    });
}

async function markChanged(tx: Transaction, repositoryIds: string[]): Promise<void> {
  if (repositoryIds.length === 0) return;
  await tx
    .update(repository)
    .set({ isChanged: true })
    .where(sql`${repository.id} = any(${sql.param(repositoryIds)}::uuid[])`);
}

/** Returns those paths that are a repository's current path. */
async function findCurrentPaths(tx: Transaction, connectedOrgId: string, paths: string[]): Promise<string[]> {
  const rows = await tx
    .select({ path: repository.lowerPath })
    .from(repository)
    .where(
      and(
        eq(repository.connectedOrgId, connectedOrgId),
        isNull(repository.absentSince),
        sql`${repository.lowerPath} = any(${sql.param(paths)}::text[])`,
      ),
    );
  return rows.map((row) => row.path);
}
