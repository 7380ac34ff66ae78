import { prepared, type Transaction } from "@knockon/db/database";
import { inWorkspace } from "@knockon/db/in-workspace";
import { connectedOrg } from "@knockon/db/schema/connected-org.sql";
import { repository, repositoryAlias } from "@knockon/db/schema/repository.sql";
import { type GitUrl, parseGitUrl } from "@knockon/extract/git-url";
import { and, asc, eq, inArray, sql, type SQL } from "drizzle-orm";
import type { Context } from "../context.ts";
import { BadRequestError, ConflictError, NotFoundError } from "../errors.ts";
import {
  isPresent,
  presentReference,
  presentRepository,
  repositoryColumns,
  type RepositoryRow,
} from "./repository-row.ts";

export function lookupRepository(ctx: Context, name: RepositoryName) {
  return inWorkspace(ctx, async (tx) => presentRepository(await findRepositoryByName(tx, name)));
}

export interface RepositoryName {
  url?: string | undefined;
  fullPath?: string | undefined;
}

/**
 * Returns the repository with a remote URL or a path. Tries the normalized clone URL first, then the path on an alias of the URL's host,
 * then the path regardless of case, then former paths. Throws NotFoundError, ConflictError (with `candidates`) and BadRequestError.
 */
export async function findRepositoryByName(tx: Transaction, name: RepositoryName): Promise<RepositoryRow> {
  if ((name.url === undefined) === (name.fullPath === undefined)) {
    throw new BadRequestError("Give exactly one of `url` and `full_path`.");
  }
  if (name.fullPath !== undefined) return one(await byPath(tx, name.fullPath));
  const url = parseGitUrl(name.url ?? "");
  const exact = await findByLocation(tx, { location: url?.location ?? name.url ?? "" });
  if (exact.length > 0 || !url) return one(exact);
  const aliased = await byHostAlias(tx, url);
  return one(aliased.length > 0 ? aliased : await byPath(tx, url.path));
}

/** Returns repositories at the URL's path in orgs that list the URL's host as an alias. */
function byHostAlias(tx: Transaction, { location, path }: GitUrl): Promise<RepositoryRow[]> {
  const host = location.slice(0, -`/${path}`.length);
  const hasAlias = sql`exists (
    select from ${connectedOrg}, jsonb_array_elements_text(${connectedOrg.hostAliases}) as alias
    where ${connectedOrg.id} = ${repository.connectedOrgId} and lower(alias) = ${host})`;
  return find(tx, and(eq(repository.lowerPath, path.toLowerCase()), hasAlias));
}

async function byPath(tx: Transaction, path: string): Promise<RepositoryRow[]> {
  const lowerPath = path.toLowerCase();
  const current = await findByCurrentPath(tx, { lowerPath });
  if (current.length > 0) return current;
  const former = tx
    .select({ id: repositoryAlias.repositoryId })
    .from(repositoryAlias)
    .where(eq(repositoryAlias.lowerPath, lowerPath));
  return find(tx, inArray(repository.id, former));
}

const findByLocation = prepared("repositories by location", (tx) =>
  find(tx, eq(repository.cloneLocation, sql.placeholder("location"))),
);

const findByCurrentPath = prepared("repositories by path", (tx) =>
  find(tx, eq(repository.lowerPath, sql.placeholder("lowerPath"))),
);

const find = (tx: Transaction, where: SQL | undefined) =>
  tx
    .select(repositoryColumns)
    .from(repository)
    .where(and(isPresent, where))
    .orderBy(asc(repository.fullPath), asc(repository.id))
    .limit(20);

function one(rows: RepositoryRow[]): RepositoryRow {
  const [row, ...others] = rows;
  if (!row) throw new NotFoundError();
  if (others.length === 0) return row;
  throw new ConflictError("More than one repository matches.", { candidates: rows.map(presentReference) });
}
