import type { Transaction } from "@knockon/db/database";
import { connectedOrg } from "@knockon/db/schema/connected-org.sql";
import { artifact, dependency } from "@knockon/db/schema/dependency.sql";
import { repository } from "@knockon/db/schema/repository.sql";
import {
  and,
  asc,
  count,
  countDistinct,
  eq,
  inArray,
  isNotNull,
  isNull,
  ne,
  or,
  sql,
  type SQL,
} from "drizzle-orm";
import { NotFoundError } from "../errors.ts";
import type { Page } from "../page.ts";
import { presentReference } from "../repository/repository-row.ts";

export type ArtifactRow = typeof artifact.$inferSelect;

/** The one definition of consumption: a declaration of the artifact in a repository other than its own. */
export const isConsumption = or(
  isNull(artifact.sourceRepositoryId),
  ne(dependency.sourceRepositoryId, artifact.sourceRepositoryId),
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

/** Its org is connected: what a deleted one owned is invisible until it is purged. */
const isLive = (tx: Transaction) =>
  inArray(
    artifact.connectedOrgId,
    tx.select({ id: connectedOrg.id }).from(connectedOrg).where(isNull(connectedOrg.deletedAt)),
  );

/** Artifacts with their consumers counted, by type and name. `orphans` keeps what is produced here and used by nobody. */
export async function selectArtifacts(tx: Transaction, filter: SQL | undefined, page: Page, orphans = false) {
  const consumers = consumersOf(tx);
  const isOrphan = and(isNotNull(artifact.sourceRepositoryId), isNull(consumers.artifactId));
  const where = and(filter, isLive(tx), orphans ? isOrphan : undefined);
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
  const [row] = await tx
    .select()
    .from(artifact)
    .where(and(eq(artifact.id, artifactId), isLive(tx)));
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
