import type { Transaction } from "@knockon/db/database";
import { prepared } from "@knockon/db/prepared";
import { artifact, dependency } from "@knockon/db/schema/dependency.sql";
import { repository } from "@knockon/db/schema/repository.sql";
import { and, asc, eq, isNotNull, sql, type SQL } from "drizzle-orm";
import { NotFoundError } from "../errors.ts";
import type { Page } from "../page.ts";
import { presentReference } from "../repository/repository-row.ts";

export type ArtifactRow = typeof artifact.$inferSelect;

/** The one definition of consumption: a declaration of the artifact in a repository that does not produce it. */
export const isConsumption = and(
  sql`${dependency.sourceRepositoryId} is distinct from ${dependency.targetRepositoryId}`,
  sql`${dependency.sourceRepositoryId} is distinct from ${artifact.sourceRepositoryId}`,
);

const consumption = sql`from ${dependency} where ${dependency.artifactId} = ${artifact.id} and ${isConsumption}`;

/** Counted for each artifact that is returned, on an index: never for all of them. */
const countedConsumers = sql<number>`(select count(distinct ${dependency.sourceRepositoryId})::int ${consumption})`;

const isOrphan = and(isNotNull(artifact.sourceRepositoryId), sql`not exists (select ${consumption})`);

/** A part of those that match, and how many do. `orphans` keeps what is produced here and used by nobody. */
export async function selectArtifacts(tx: Transaction, filter: SQL | undefined, page: Page, orphans = false) {
  const where = orphans ? and(filter, isOrphan) : filter;
  const total = await tx.$count(artifact, where);
  const rows = await artifactsWhere(tx, where).limit(page.limit).offset(page.offset);
  return { total, body: rows.map(presentArtifact) };
}

/** What a repository produces, 500 at most. */
export async function selectProducts(tx: Transaction, repositoryId: string) {
  return (await selectProduced(tx, { repositoryId })).map(presentArtifact);
}

const selectProduced = prepared("artifacts of a repository", (tx) =>
  artifactsWhere(tx, eq(artifact.sourceRepositoryId, sql.placeholder("repositoryId"))).limit(500),
);

/** Undefined where there is none. */
export async function findArtifact(tx: Transaction, artifactId: string) {
  const [row] = await artifactsWhere(tx, eq(artifact.id, artifactId));
  return row && presentArtifact(row);
}

/** Artifacts with their consumers counted, by type and name. */
const artifactsWhere = (tx: Transaction, where: SQL | undefined) =>
  tx
    .select({ artifact: artifactColumns, source: sourceColumns, consumerCount: countedConsumers })
    .from(artifact)
    .leftJoin(repository, eq(repository.id, artifact.sourceRepositoryId))
    .where(where)
    .orderBy(asc(artifact.artifactType), asc(artifact.name), asc(artifact.id));

/** What the interface shows of an artifact. */
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

interface Shown {
  artifact: Pick<ArtifactRow, keyof typeof artifactColumns>;
  source: { id: string; name: string; fullPath: string } | null;
  consumerCount: number;
}

const presentArtifact = ({ artifact: row, source, consumerCount }: Shown) => ({
  ...row,
  consumerCount,
  isFirstParty: row.sourceRepositoryId !== null,
  isOrphan: row.sourceRepositoryId !== null && consumerCount === 0,
  sourceRepository: source ? presentReference(source) : null,
});
