import type { ArtifactType } from "@knockon/contract/vocabulary/artifact-type";
import type { UnresolvedReason } from "@knockon/contract/vocabulary/evidence";
import { ROLES, type Role } from "@knockon/contract/vocabulary/role";
import type { VersionConstraintState } from "@knockon/contract/vocabulary/version-constraint-state";
import { prepared, type Transaction } from "@knockon/db/database";
import { inWorkspace } from "@knockon/db/in-workspace";
import { dependency } from "@knockon/db/schema/dependency.sql";
import { ownNamespace, repository } from "@knockon/db/schema/repository.sql";
import {
  and,
  asc,
  count,
  countDistinct,
  eq,
  ilike,
  isNull,
  ne,
  not,
  or,
  type Placeholder,
  sql,
  type SQL,
} from "drizzle-orm";
import type { Context } from "../context.ts";
import { loadAnswerNames } from "../naming/answer-names.ts";
import { loadLineOwners } from "../ownership/line-owners.ts";
import { containing, type Counted, orderBy, type Page, type Sort } from "../page.ts";
import { getRepositoryRow, presentReference } from "./repository-row.ts";

export interface DeclarationQuery extends Page {
  /** By default, all. */
  role?: readonly Role[] | undefined;
  dependencyType?: ArtifactType | undefined;
  versionConstraintState?: VersionConstraintState | undefined;
  /** A substring of the other repository, the reference or the file. */
  q?: string | undefined;
  /** By default, dependents by repository, file and line, and dependencies by file and line. */
  sort?: Sort<keyof typeof SORT_COLUMNS> | undefined;
}

const SORT_COLUMNS = {
  target_repository: repository.fullPath,
  version_constraint_state: dependency.versionConstraintState,
  role: sql`array_position(${sql.param(ROLES)}::text[], ${dependency.role})`,
  dependency_type: dependency.dependencyType,
  confidence: dependency.confidence,
  source_file: dependency.sourceFile,
};

const matching = ({ dependencyType, versionConstraintState, q }: Omit<DeclarationQuery, keyof Page>) =>
  and(
    dependencyType === undefined ? undefined : eq(dependency.dependencyType, dependencyType),
    versionConstraintState === undefined
      ? undefined
      : eq(dependency.versionConstraintState, versionConstraintState),
    q === undefined
      ? undefined
      : or(
          ...[repository.fullPath, dependency.rawReference, dependency.sourceFile].map((text) =>
            ilike(text, containing(q)),
          ),
        ),
  );

/** Returns a repository's declarations with their targets, by default ordered by file and line. Throws NotFoundError. */
export function listDependencies(
  ctx: Context,
  { repositoryId, ...query }: { repositoryId: string } & DeclarationQuery,
) {
  return inWorkspace(ctx, async (tx) => {
    await getRepositoryRow(tx, repositoryId);
    return selectDependencies(ctx, tx, repositoryId, query);
  });
}

/** Returns the declarations of other repositories that use a repository, by default ordered by repository, file and line. Throws NotFoundError. */
export function listDependents(
  ctx: Context,
  { repositoryId, ...query }: { repositoryId: string } & DeclarationQuery,
) {
  return inWorkspace(ctx, async (tx) => {
    await getRepositoryRow(tx, repositoryId);
    return selectDependents(ctx, tx, repositoryId, query);
  });
}

/** The fields of a repository that other resources contain. */
export type Reference = { id: string; name: string; fullPath: string };

/**
 * Whether a declaration without a target names something of the workspace's organizations. A count and not `exists`: that becomes a join
 * of which Postgres expects almost no external declarations, so that it compares each of them with each repository.
 */
const isOwn = sql<boolean>`(
  select count(*) from ${ownNamespace} where ${ownNamespace.namespace} = any(${dependency.namespaces})) > 0`;

/** Defines "unresolved" for every list and count. A role that only mentions the artifact does not count as a dependency. */
export const isUnresolved = sql<boolean>`(${isNull(dependency.targetRepositoryId)} and ${isOwn})`;

/** Defines "external" for every list and count. */
export const isExternal = sql<boolean>`(${isNull(dependency.targetRepositoryId)} and not ${isOwn})`;

/** The reason of a declaration as the API returns it. */
export const reasonColumn = sql<UnresolvedReason | null>`case when ${isExternal} then 'external' else ${dependency.reason} end`;

/** The columns of a declaration that the API returns. */
export const declarationColumns = {
  id: dependency.id,
  targetRepositoryId: dependency.targetRepositoryId,
  artifactId: dependency.artifactId,
  dependencyType: dependency.dependencyType,
  versionConstraint: dependency.versionConstraint,
  versionConstraintState: dependency.versionConstraintState,
  sourceFile: dependency.sourceFile,
  sourceLine: dependency.sourceLine,
  rawReference: dependency.rawReference,
  confidence: dependency.confidence,
  evidenceClass: dependency.evidenceClass,
  evidenceRule: dependency.evidenceRule,
  role: dependency.role,
  scope: dependency.scope,
  locked: dependency.locked,
};
type DeclarationRow = Pick<typeof dependency.$inferSelect, keyof typeof declarationColumns>;

const reference = { id: repository.id, name: repository.name, fullPath: repository.fullPath };

/** Excludes declarations that resolve to their own repository. */
export const isForeign = ne(dependency.sourceRepositoryId, dependency.targetRepositoryId);

/** Defines "uses this repository" for every list and count of dependents. */
export const usesOf = (repositoryId: string | Placeholder): SQL | undefined =>
  and(eq(dependency.targetRepositoryId, repositoryId), isForeign);

const ofRepository = sql.placeholder("repositoryId");
const hasRole = sql`${dependency.role} = any(${sql.placeholder("roles")}::text[])`;
const declaredBy = and(eq(dependency.sourceRepositoryId, ofRepository), hasRole);

export async function selectDependents(
  ctx: Context,
  tx: Transaction,
  repositoryId: string,
  { role: roles = ROLES, limit, offset, ...query }: DeclarationQuery,
) {
  const given = { repositoryId, roles };
  const hidden = await findUnnamedUsers(ctx, tx, repositoryId);
  const filter = and(matching(query), hidden && not(hidden.isUser));
  const isUsual = filter === undefined && query.sort === undefined;
  const [counted] = isUsual ? await countUses(tx, given) : await usesCount(tx, filter).execute(given);
  const rows = isUsual
    ? await selectUses(tx, { ...given, limit, offset })
    : await uses(tx, filter, query.sort).limit(limit).offset(offset).execute(given);
  const consumers = rows.map((row) => row.reference.id);
  const ownerOf = await loadLineOwners(ctx, tx, consumers);
  const body = rows.map((row) => ({
    ...presentDeclaration(row.dependency),
    sourceRepositoryId: repositoryId,
    targetRepositoryId: row.reference.id,
    targetRepository: presentReference(row.reference),
    owner: ownerOf(row.reference.id, row.dependency.sourceFile),
  }));
  // The search text must not tell what unnamed repositories contain.
  const { q: _, ...filters } = query;
  const [unnamed] = hidden
    ? await usesCount(tx, and(matching(filters), hidden.isUser)).execute(given)
    : [undefined];
  return {
    total: counted?.total ?? 0,
    unnamed: unnamed?.total,
    unnamedRepositories: hidden?.repositories,
    body,
  };
}

/** Returns the users of a repository that the answer may not name, as a condition. Undefined if it may name all. */
async function findUnnamedUsers(ctx: Context, tx: Transaction, repositoryId: string) {
  let users: string[] = [];
  const names = await loadAnswerNames(ctx, tx, async () => {
    const rows = await tx
      .selectDistinct({ id: dependency.sourceRepositoryId })
      .from(dependency)
      .where(usesOf(repositoryId));
    users = rows.map(({ id }) => id);
    return [repositoryId, ...users];
  });
  if (!names) return undefined;
  const ids = users.filter((id) => !names.mayName(repositoryId, id));
  const isUser = sql`${dependency.sourceRepositoryId} = any(${sql.param(ids)}::uuid[])`;
  return { isUser, repositories: names.describe(ids.length) };
}

const usesCount = (tx: Transaction, filter: SQL | undefined) =>
  tx
    .select({ total: count() })
    .from(dependency)
    .innerJoin(repository, eq(repository.id, dependency.sourceRepositoryId))
    .where(and(usesOf(ofRepository), hasRole, filter));

const countUses = prepared("count of dependents", (tx) =>
  tx
    .select({ total: count() })
    .from(dependency)
    .where(and(usesOf(ofRepository), hasRole)),
);

const uses = (tx: Transaction, filter?: SQL, sort?: DeclarationQuery["sort"]) =>
  tx
    .select({ dependency: declarationColumns, reference })
    .from(dependency)
    .innerJoin(repository, eq(repository.id, dependency.sourceRepositoryId))
    .where(and(usesOf(ofRepository), hasRole, filter))
    .orderBy(
      ...orderBy(
        sort,
        SORT_COLUMNS,
        asc(repository.fullPath),
        asc(dependency.sourceFile),
        asc(dependency.sourceLine),
        asc(dependency.id),
      ),
    );

const selectUses = prepared("dependents", (tx) =>
  uses(tx).limit(sql.placeholder("limit")).offset(sql.placeholder("offset")),
);

export async function countDependentRepositories(tx: Transaction, repositoryId: string): Promise<number> {
  const [counted] = await countUsers(tx, { repositoryId });
  return counted?.total ?? 0;
}

const countUsers = prepared("count of dependent repositories", (tx) =>
  tx
    .select({ total: countDistinct(dependency.sourceRepositoryId) })
    .from(dependency)
    .where(usesOf(ofRepository)),
);

export async function countDependencyNames(tx: Transaction, repositoryId: string): Promise<number> {
  const [counted] = await countNames(tx, { repositoryId });
  return counted?.total ?? 0;
}

const countNames = prepared("count of what a repository declares", (tx) =>
  tx
    .select({
      total: countDistinct(
        sql`coalesce(${dependency.targetRepositoryId}, ${dependency.artifactId}, ${dependency.id})`,
      ),
    })
    .from(dependency)
    .where(eq(dependency.sourceRepositoryId, ofRepository)),
);

export async function selectDependencies(
  ctx: Context,
  tx: Transaction,
  repositoryId: string,
  { role: roles = ROLES, limit, offset, ...query }: DeclarationQuery,
) {
  const [filter, given] = [matching(query), { repositoryId, roles }];
  const isUsual = filter === undefined && query.sort === undefined;
  const [counted] = isUsual ? await countDeclared(tx, given) : await declaredCount(tx, filter).execute(given);
  const rows = isUsual
    ? await selectDeclared(tx, { ...given, limit, offset })
    : await declared(tx, filter, query.sort).limit(limit).offset(offset).execute(given);
  const ownerOf = await loadLineOwners(ctx, tx, [repositoryId]);
  const body = rows.map((row) => ({
    ...presentDeclaration(row.dependency),
    sourceRepositoryId: repositoryId,
    targetRepositoryId: row.dependency.targetRepositoryId,
    targetRepository: presentOptional(row.reference),
    reason: row.reason,
    owner: ownerOf(repositoryId, row.dependency.sourceFile),
  }));
  return { total: counted?.total ?? 0, body } satisfies Counted<unknown>;
}

const declaredCount = (tx: Transaction, filter: SQL | undefined) =>
  tx
    .select({ total: count() })
    .from(dependency)
    .leftJoin(repository, eq(repository.id, dependency.targetRepositoryId))
    .where(and(declaredBy, filter));

const countDeclared = prepared("count of dependencies", (tx) =>
  tx.select({ total: count() }).from(dependency).where(declaredBy),
);

const declared = (tx: Transaction, filter?: SQL, sort?: DeclarationQuery["sort"]) =>
  tx
    .select({ dependency: declarationColumns, reason: reasonColumn, reference })
    .from(dependency)
    .leftJoin(repository, eq(repository.id, dependency.targetRepositoryId))
    .where(and(declaredBy, filter))
    .orderBy(
      ...orderBy(
        sort,
        SORT_COLUMNS,
        // Declarations without a producer are grouped by what they name.
        ...(sort?.endsWith("target_repository") ? [asc(dependency.rawReference)] : []),
        asc(dependency.sourceFile),
        asc(dependency.sourceLine),
        asc(dependency.id),
      ),
    );

const selectDeclared = prepared("dependencies", (tx) =>
  declared(tx).limit(sql.placeholder("limit")).offset(sql.placeholder("offset")),
);

const presentOptional = (row: Reference | null) => (row ? presentReference(row) : null);

export const presentDeclaration = (row: DeclarationRow) => ({
  id: row.id,
  artifactId: row.artifactId,
  dependencyType: row.dependencyType,
  versionConstraint: row.versionConstraint,
  versionConstraintState: row.versionConstraintState,
  sourceFile: row.sourceFile,
  sourceLine: row.sourceLine,
  rawReference: row.rawReference,
  confidence: row.confidence / 1000,
  role: row.role,
  scope: row.scope,
  locked: row.locked,
  evidence: { class: row.evidenceClass, rule: row.evidenceRule },
});
