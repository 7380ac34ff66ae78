import { randomUUID } from "node:crypto";
import type { Transaction } from "@knockon/db/database";
import { repository, repositoryAlias } from "@knockon/db/schema/repository.sql";
import { parseGitUrl } from "@knockon/extract/git-url";
import { and, asc, eq, isNull, sql } from "drizzle-orm";
import type { ListedRepository } from "../ports/git-host.ts";
import type { RepositoryRow } from "../repository/repository-row.ts";
import type { ScanRow } from "./scan-row.ts";

/** Rows of one statement, which has at most 65,535 parameters. */
const AT_ONCE = 1000;

type Org = Pick<ScanRow, "workspaceId" | "connectedOrgId">;

/**
 * Makes the stored repositories what the host says of them, and writes only those of which it says something new. The
 * identity stays: a path that changed leaves an alias. Returns the rows by platform id.
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
  for (let start = 0; start < changed.length; start += AT_ONCE) {
    written.push(...(await upsert(tx, org, changed.slice(start, start + AT_ONCE))));
  }
  await keepAliases(tx, org, known, written);
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

/** In the order of ids, as a publish does: one that goes through the listing the other way would meet it in a deadlock. */
async function lock(tx: Transaction, repositoryIds: string[]): Promise<void> {
  if (repositoryIds.length === 0) return;
  await tx
    .select({ id: repository.id })
    .from(repository)
    .where(sql`${repository.id} = any(${sql.param(repositoryIds)}::uuid[])`)
    .orderBy(asc(repository.id))
    .for("no key update");
}

/** A repository that was absent is never the same: being listed is news of it. */
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
        isChanged: true,
      },
    })
    .returning();

/** A former path leads to its repository until another one has it. */
async function keepAliases(
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
  for (const path of await findHeld(tx, connectedOrgId, [...left.keys()])) left.delete(path);
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

/** Those of the paths that some repository goes by now. */
async function findHeld(tx: Transaction, connectedOrgId: string, paths: string[]): Promise<string[]> {
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
