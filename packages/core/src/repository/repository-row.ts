import { prepared, type Transaction } from "@knockon/db/database";
import { repository } from "@knockon/db/schema/repository.sql";
import { connectedOrg } from "@knockon/db/schema/connected-org.sql";
import { and, eq, getTableColumns, isNull, sql, type SQL } from "drizzle-orm";
import { NotFoundError } from "../errors.ts";

export type RepositoryRow = typeof repository.$inferSelect;

/**
 * A scan writes only repositories that changed. An unchanged one was last scanned with its org, unless it failed or exceeds the plan's
 * limit.
 */
export const lastScannedAt = sql`case
  when ${repository.lastScannedAt} is null or num_nonnulls(${repository.failedAt}, ${repository.beyondPlanSince}) > 0
  then ${repository.lastScannedAt}
  else greatest(${repository.lastScannedAt},
    (select ${connectedOrg.scannedAt} from ${connectedOrg} where ${connectedOrg.id} = ${repository.connectedOrgId}))
  end`.mapWith(repository.lastScannedAt);

/** All columns, with `lastScannedAt` computed. */
export const repositoryColumns = {
  ...getTableColumns(repository),
  lastScannedAt: lastScannedAt as SQL<Date | null>,
};

/** Selects repositories that their host lists. Others are left out of every list and graph. */
export const isPresent = isNull(repository.absentSince);

/** Returns a repository's row. Throws NotFoundError, also for a repository that its host no longer lists. */
export async function getRepositoryRow(tx: Transaction, repositoryId: string): Promise<RepositoryRow> {
  const [row] = await selectPresent(tx, { repositoryId });
  if (!row) throw new NotFoundError();
  return row;
}

const selectPresent = prepared("present repository", (tx) =>
  tx
    .select(repositoryColumns)
    .from(repository)
    .where(and(eq(repository.id, sql.placeholder("repositoryId")), isPresent)),
);

/** Returns the repository as the API returns it. */
export const presentRepository = (row: RepositoryRow) => ({
  id: row.id,
  connectedOrgId: row.connectedOrgId,
  name: row.name,
  fullPath: row.fullPath,
  cloneUrl: row.cloneUrl,
  platformId: row.platformId,
  defaultBranch: row.defaultBranch,
  archived: row.archived,
  isFork: row.isFork,
  lastActivityAt: row.lastActivityAt,
  lastCommitSha: row.lastCommitSha,
  lastScannedAt: row.lastScannedAt,
  createdAt: row.createdAt,
});

export const presentReference = ({ id, name, fullPath }: { id: string; name: string; fullPath: string }) => ({
  id,
  name,
  fullPath,
});
