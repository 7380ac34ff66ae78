import type { ArtifactType } from "@knockon/contract/vocabulary/artifact-type";
import { prepared, type Transaction } from "@knockon/db/database";
import { inWorkspace } from "@knockon/db/in-workspace";
import { artifact, dependency } from "@knockon/db/schema/dependency.sql";
import { repository } from "@knockon/db/schema/repository.sql";
import { and, asc, eq, ilike, isNotNull, sql, type SQL } from "drizzle-orm";
import { getOrgRow } from "../connected-org/org-row.ts";
import type { Context } from "../context.ts";
import { NotFoundError } from "../errors.ts";
import { containing, type Page } from "../page.ts";
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
}

/** Returns an org's artifacts, ordered by type and name. Throws NotFoundError. */
export function listArtifacts(
  ctx: Context,
  { connectedOrgId, artifactType, q, orphans, ...page }: Filter & Page,
) {
  return inWorkspace(ctx, async (tx) => {
    await getOrgRow(tx, connectedOrgId);
    const filter = and(
      eq(artifact.connectedOrgId, connectedOrgId),
      artifactType === undefined ? undefined : eq(artifact.artifactType, artifactType),
      q === undefined ? undefined : ilike(artifact.name, containing(q)),
    );
    return selectArtifacts(tx, filter, page, orphans);
  });
}

export type ArtifactRow = typeof artifact.$inferSelect;

/** Defines consumption for every surface: a declaration of the artifact in a repository that does not produce it. */
export const isConsumption = and(
  sql`${dependency.sourceRepositoryId} is distinct from ${dependency.targetRepositoryId}`,
  sql`${dependency.sourceRepositoryId} is distinct from ${artifact.sourceRepositoryId}`,
);

const consumption = sql`from ${dependency} where ${dependency.artifactId} = ${artifact.id} and ${isConsumption}`;

/** Uses an index, and runs only for the artifacts of the page. */
const countedConsumers = sql<number>`(select count(distinct ${dependency.sourceRepositoryId})::int ${consumption})`;

const isOrphan = and(isNotNull(artifact.sourceRepositoryId), sql`not exists (select ${consumption})`);

/** Returns a page of artifacts and their total. With `orphans`, only first-party artifacts without consumers. */
export async function selectArtifacts(tx: Transaction, filter: SQL | undefined, page: Page, orphans = false) {
  const where = orphans ? and(filter, isOrphan) : filter;
  const total = await tx.$count(artifact, where);
  const rows = await artifactsWhere(tx, where).limit(page.limit).offset(page.offset);
  return { total, body: rows.map(presentArtifact) };
}

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

/** Selects artifacts with consumer counts, ordered by type and name. */
const artifactsWhere = (tx: Transaction, where: SQL | undefined) =>
  tx
    .select({ artifact: artifactColumns, source: sourceColumns, consumerCount: countedConsumers })
    .from(artifact)
    .leftJoin(repository, eq(repository.id, artifact.sourceRepositoryId))
    .where(where)
    .orderBy(asc(artifact.artifactType), asc(artifact.name), asc(artifact.id));

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
const sourceColumns = { id: repository.id, name: repository.name, fullPath: repository.fullPath };

/** Throws NotFoundError. */
export async function getArtifactRow(tx: Transaction, artifactId: string): Promise<ArtifactRow> {
  const [row] = await tx.select().from(artifact).where(eq(artifact.id, artifactId));
  if (!row) throw new NotFoundError();
  return row;
}

interface Row {
  artifact: Pick<ArtifactRow, keyof typeof artifactColumns>;
  source: { id: string; name: string; fullPath: string } | null;
  consumerCount: number;
}

const presentArtifact = ({ artifact: row, source, consumerCount }: Row) => ({
  ...row,
  consumerCount,
  isFirstParty: row.sourceRepositoryId !== null,
  isOrphan: row.sourceRepositoryId !== null && consumerCount === 0,
  sourceRepository: source ? presentReference(source) : null,
});
