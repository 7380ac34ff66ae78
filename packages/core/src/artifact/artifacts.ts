import type { ArtifactType } from "@knockon/contract/vocabulary/artifact-type";
import { DEPENDENCY_ROLES } from "@knockon/contract/vocabulary/role";
import { prepared, type Transaction } from "@knockon/db/database";
import { inWorkspace } from "@knockon/db/in-workspace";
import { artifact, dependency } from "@knockon/db/schema/dependency.sql";
import { repository } from "@knockon/db/schema/repository.sql";
import {
  and,
  asc,
  eq,
  ilike,
  inArray,
  isNotNull,
  isNull,
  not,
  sql,
  type SQL,
  type SQLWrapper,
} from "drizzle-orm";
import { getOrgRow } from "../connected-org/org-row.ts";
import type { Context } from "../context.ts";
import { NotFoundError } from "../errors.ts";
import { containing, orderBy, type Page, type Sort } from "../page.ts";
import { isExternal } from "../repository/declarations.ts";
import { presentReference } from "../repository/repository-row.ts";

/** Throws NotFoundError. */
export function getArtifact(ctx: Context, { artifactId }: { artifactId: string }) {
  return inWorkspace(ctx, async (tx) => {
    const found = await findArtifact(tx, artifactId);
    if (!found) throw new NotFoundError();
    return found;
  });
}

interface Filter {
  connectedOrgId: string;
  artifactType?: ArtifactType | undefined;
  q?: string | undefined;
  orphans?: boolean | undefined;
  hasDependents?: boolean | undefined;
  unused?: boolean | undefined;
  firstParty?: boolean | undefined;
  external?: boolean | undefined;
  sort?: Sort<ArtifactSort> | undefined;
  /** Adds the last activity of the producing repositories. */
  include?: "activity" | undefined;
}

export type ArtifactSort =
  | "name"
  | "artifact_type"
  | "source_repository"
  | "version"
  | "consumer_count"
  | "dependent_count"
  | "last_activity_at";

/** Returns an org's artifacts, by default ordered by type and name. Throws NotFoundError. */
export function listArtifacts(
  ctx: Context,
  { connectedOrgId, artifactType, q, firstParty, external, ...options }: Filter & Page,
) {
  return inWorkspace(ctx, async (tx) => {
    await getOrgRow(tx, connectedOrgId);
    const filter = and(
      eq(artifact.connectedOrgId, connectedOrgId),
      artifactType === undefined ? undefined : eq(artifact.artifactType, artifactType),
      q === undefined ? undefined : ilike(artifact.name, containing(q)),
      firstParty === undefined ? undefined : (firstParty ? isNotNull : isNull)(artifact.sourceRepositoryId),
      external === undefined ? undefined : external ? isExternalArtifact : not(isExternalArtifact),
    );
    return selectArtifacts(tx, filter, options);
  });
}

export type ArtifactRow = typeof artifact.$inferSelect;

/** Defines consumption for every surface: a declaration of the artifact in a repository that does not produce it. */
export const isConsumption = and(
  sql`${dependency.sourceRepositoryId} is distinct from ${dependency.targetRepositoryId}`,
  sql`${dependency.sourceRepositoryId} is distinct from ${artifact.sourceRepositoryId}`,
);

const depends = inArray(dependency.role, [...DEPENDENCY_ROLES]);

const consumption = sql`from ${dependency} where ${dependency.artifactId} = ${artifact.id} and ${isConsumption}`;

const isExternalArtifact = sql`(${isNull(artifact.sourceRepositoryId)} and exists (
  select from ${dependency} where ${dependency.artifactId} = ${artifact.id} and ${isExternal}))`;

/** Uses an index, and runs only for the artifacts of the page. */
const countedConsumers = sql<number>`(select count(distinct ${dependency.sourceRepositoryId})::int ${consumption})`;

/** Consumers that do more than mention the artifact. */
const countedDependents = sql<number>`(select count(distinct ${dependency.sourceRepositoryId})::int ${consumption} and ${depends})`;

const hasDependents = sql`exists (select ${consumption} and ${depends})`;

const isOrphan = and(isNotNull(artifact.sourceRepositoryId), sql`not exists (select ${consumption})`);

/**
 * First-party, and no repository depends on it by this name or by another name of the same artifact: the name with the host in front,
 * or an image's name in another registry. A repository is no artifact that could be removed.
 */
const isUnused = and(
  isNotNull(artifact.sourceRepositoryId),
  not(hasDependents),
  sql`${artifact.artifactType} <> 'git_repository'`,
  sql`not exists (
    select from ${artifact} as other
    where other.source_repository_id = ${artifact.sourceRepositoryId} and other.artifact_type = ${artifact.artifactType}
      and other.id <> ${artifact.id}
      and (right(other.name, length(${artifact.name}) + 1) = '/' || ${artifact.name}
        or right(${artifact.name}, length(other.name) + 1) = '/' || other.name
        or (other.artifact_type = 'container_image'
          and substring(other.name from '[^/]+$') = substring(${artifact.name} from '[^/]+$')))
      and exists (
        select from ${dependency} where ${dependency.artifactId} = other.id and ${isConsumption} and ${depends}))`,
);

/** Returns a page of artifacts and their total. */
export async function selectArtifacts(
  tx: Transaction,
  filter: SQL | undefined,
  options: Page & Pick<Filter, "orphans" | "hasDependents" | "unused" | "sort" | "include">,
) {
  const { sort, include, limit, offset } = options;
  const where = and(
    filter,
    whether(isOrphan, options.orphans),
    whether(hasDependents, options.hasDependents),
    whether(isUnused, options.unused),
  );
  const total = await tx.$count(artifact, where);
  const order = orderBy(sort, SORT_COLUMNS, ...BY_TYPE_AND_NAME);
  // The order by consumers needs the count of every artifact. One pass over the declarations is faster than one per artifact.
  const isByConsumers = sort?.endsWith("_count") ?? false;
  const rows = await (isByConsumers ? withAllConsumers(tx, where, order) : artifactsWhere(tx, where, order))
    .limit(limit)
    .offset(offset);
  const body = rows.map((row) => ({
    ...presentArtifact(row),
    ...(include === "activity" && { lastActivityAt: row.source?.lastActivityAt ?? null }),
  }));
  return { total, body };
}

const whether = (condition: SQL | undefined, wanted: boolean | undefined): SQL | undefined =>
  condition === undefined || wanted === undefined ? undefined : wanted ? condition : not(condition);

const allConsumers = sql`coalesce(all_consumers.count, 0)`;
const allDependents = sql`coalesce(all_consumers.depending, 0)`;

const SORT_COLUMNS: Record<ArtifactSort, SQLWrapper> = {
  name: artifact.name,
  artifact_type: artifact.artifactType,
  source_repository: repository.fullPath,
  version: artifact.version,
  consumer_count: allConsumers,
  dependent_count: allDependents,
  last_activity_at: repository.lastActivityAt,
};

const withAllConsumers = (tx: Transaction, where: SQL | undefined, order: SQL[]) =>
  tx
    .select({
      artifact: artifactColumns,
      source: sourceColumns,
      consumerCount: sql<number>`${allConsumers}::int`,
      dependentCount: sql<number>`${allDependents}::int`,
    })
    .from(artifact)
    .leftJoin(repository, eq(repository.id, artifact.sourceRepositoryId))
    .leftJoin(
      sql`(select artifact_id, count(*) as count, count(*) filter (where depends) as depending from (
        select ${dependency.artifactId}, ${dependency.sourceRepositoryId}, bool_or(${depends}) as depends
        from ${dependency} join ${artifact} on ${artifact.id} = ${dependency.artifactId} where ${isConsumption}
        group by ${dependency.artifactId}, ${dependency.sourceRepositoryId}
      ) as consumer group by artifact_id) as all_consumers`,
      sql`all_consumers.artifact_id = ${artifact.id}`,
    )
    .where(where)
    .orderBy(...order);

/** Returns the artifacts that a repository produces, at most 500. */
export async function selectProducts(tx: Transaction, repositoryId: string) {
  return (await selectProduced(tx, { repositoryId })).map(presentArtifact);
}

const selectProduced = prepared("artifacts of a repository", (tx) =>
  artifactsWhere(tx, eq(artifact.sourceRepositoryId, sql.placeholder("repositoryId"))).limit(500),
);

export async function findArtifact(tx: Transaction, artifactId: string) {
  const [row] = await artifactsWhere(tx, eq(artifact.id, artifactId));
  return row && presentArtifact(row);
}

const BY_TYPE_AND_NAME = [asc(artifact.artifactType), asc(artifact.name), asc(artifact.id)];

/** Selects artifacts with consumer counts, by default ordered by type and name. */
const artifactsWhere = (tx: Transaction, where: SQL | undefined, order = BY_TYPE_AND_NAME) =>
  tx
    .select({
      artifact: artifactColumns,
      source: sourceColumns,
      consumerCount: countedConsumers,
      dependentCount: countedDependents,
    })
    .from(artifact)
    .leftJoin(repository, eq(repository.id, artifact.sourceRepositoryId))
    .where(where)
    .orderBy(...order);

/** The columns of an artifact that the API returns. */
const artifactColumns = {
  id: artifact.id,
  connectedOrgId: artifact.connectedOrgId,
  artifactType: artifact.artifactType,
  name: artifact.name,
  version: artifact.version,
  registryUrl: artifact.registryUrl,
  sourceRepositoryId: artifact.sourceRepositoryId,
  createdAt: artifact.createdAt,
  updatedAt: artifact.updatedAt,
};
const sourceColumns = {
  id: repository.id,
  name: repository.name,
  fullPath: repository.fullPath,
  lastActivityAt: repository.lastActivityAt,
};

/** Throws NotFoundError. */
export async function getArtifactRow(tx: Transaction, artifactId: string): Promise<ArtifactRow> {
  const [row] = await tx.select().from(artifact).where(eq(artifact.id, artifactId));
  if (!row) throw new NotFoundError();
  return row;
}

interface Row {
  artifact: Pick<ArtifactRow, keyof typeof artifactColumns>;
  source: { id: string; name: string; fullPath: string; lastActivityAt: Date | null } | null;
  consumerCount: number;
  dependentCount: number;
}

const presentArtifact = ({ artifact: row, source, consumerCount, dependentCount }: Row) => ({
  ...row,
  consumerCount,
  dependentCount,
  isFirstParty: row.sourceRepositoryId !== null,
  isOrphan: row.sourceRepositoryId !== null && consumerCount === 0,
  sourceRepository: source ? presentReference(source) : null,
});
