import type { Transaction } from "@knockon/db/database";
import { artifact, dependency } from "@knockon/db/schema/dependency.sql";
import { repository } from "@knockon/db/schema/repository.sql";
import { and, asc, count, countDistinct, eq, isNotNull, isNull, sql, type SQL } from "drizzle-orm";
import { NotFoundError } from "../errors.ts";
import type { Page } from "../page.ts";
import { presentReference } from "../repository/repository-row.ts";

export type ArtifactRow = typeof artifact.$inferSelect;

/** The one definition of consumption: a declaration of the artifact in a repository that does not produce it. */
export const isConsumption = and(
  sql`${dependency.sourceRepositoryId} is distinct from ${dependency.targetRepositoryId}`,
  sql`${dependency.sourceRepositoryId} is distinct from ${artifact.sourceRepositoryId}`,
);

const consumersOf = (tx: Transaction) =>
  tx
    .select({
      artifactId: dependency.artifactId,
      count: countDistinct(dependency.sourceRepositoryId).as("consumer_count"),
    })
    .from(dependency)
    .innerJoin(artifact, eq(artifact.id, dependency.artifactId))
    .where(isConsumption)
    .groupBy(dependency.artifactId)
    .as("consumers");

/** Artifacts with their consumers counted, by type and name. `orphans` keeps what is produced here and used by nobody. */
export async function selectArtifacts(tx: Transaction, filter: SQL | undefined, page: Page, orphans = false) {
  const consumers = consumersOf(tx);
  const isOrphan = and(isNotNull(artifact.sourceRepositoryId), isNull(consumers.artifactId));
  const where = orphans ? and(filter, isOrphan) : filter;
  const from = tx
    .select({
      artifact,
      source: repository,
      consumerCount: sql<number>`coalesce(${consumers.count}, 0)::int`,
    })
    .from(artifact)
    .leftJoin(consumers, eq(consumers.artifactId, artifact.id))
    .leftJoin(repository, eq(repository.id, artifact.sourceRepositoryId))
    .where(where)
    .$dynamic();
  const [counted] = await tx
    .select({ total: count() })
    .from(artifact)
    .leftJoin(consumers, eq(consumers.artifactId, artifact.id))
    .where(where);
  const rows = await from
    .orderBy(asc(artifact.artifactType), asc(artifact.name), asc(artifact.id))
    .limit(page.limit)
    .offset(page.offset);
  return {
    total: counted?.total ?? 0,
    body: rows.map((row) => presentArtifact(row.artifact, row.source, row.consumerCount)),
  };
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
