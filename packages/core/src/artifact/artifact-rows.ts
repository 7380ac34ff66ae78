import type { Transaction } from "@knockon/db/database";
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

/** Artifacts with their consumers counted, by type and name. `orphans` keeps what is produced here and used by nobody. */
export async function selectArtifacts(tx: Transaction, filter: SQL | undefined, page: Page, orphans = false) {
  const where = orphans ? and(filter, isOrphan) : filter;
  const total = await tx.$count(artifact, where);
  const rows = await tx
    .select({ artifact, source: repository, consumerCount: countedConsumers })
    .from(artifact)
    .leftJoin(repository, eq(repository.id, artifact.sourceRepositoryId))
    .where(where)
    .orderBy(asc(artifact.artifactType), asc(artifact.name), asc(artifact.id))
    .limit(page.limit)
    .offset(page.offset);
  return { total, body: rows.map((row) => presentArtifact(row.artifact, row.source, row.consumerCount)) };
}

/** Throws NotFoundError. */
export async function getArtifactRow(tx: Transaction, artifactId: string): Promise<ArtifactRow> {
  const [row] = await tx.select().from(artifact).where(eq(artifact.id, artifactId));
  if (!row) throw new NotFoundError();
  return row;
}

type Source = { id: string; name: string; fullPath: string };

const presentArtifact = (row: ArtifactRow, source: Source | null, consumerCount: number) => ({
  id: row.id,
  connectedOrgId: row.connectedOrgId,
  artifactType: row.artifactType,
  name: row.name,
  version: row.version,
  registryUrl: row.registryUrl,
  sourceRepositoryId: row.sourceRepositoryId,
  createdAt: row.createdAt,
  updatedAt: row.updatedAt,
  consumerCount,
  isFirstParty: row.sourceRepositoryId !== null,
  isOrphan: row.sourceRepositoryId !== null && consumerCount === 0,
  sourceRepository: source ? presentReference(source) : null,
});
