import type { Transaction } from "@knockon/db/database";
import { connectedOrg } from "@knockon/db/schema/connected-org.sql";
import { extraction, snapshot } from "@knockon/db/schema/extraction.sql";
import { repository } from "@knockon/db/schema/repository.sql";
import { scanRepository } from "@knockon/db/schema/scan.sql";
import type { Declaration, ProducedArtifact } from "@knockon/extract/ecosystem";
import { parseGitUrl } from "@knockon/extract/git-url";
import type { ProducerRepository } from "@knockon/graph/resolve/producer-repository";
import { and, asc, eq, isNull, sql } from "drizzle-orm";
import type { RepositoryRow } from "../repository/repository-row.ts";

/** A repository as it takes part in a resolution. `snapshotId` is what the scan that publishes read, else what was published. */
export interface Source {
  repository: RepositoryRow;
  snapshotId: string | null;
  extractionId: string | null;
  artifacts: ProducedArtifact[];
  producer: ProducerRepository;
}

/** Every present repository of the workspace with what it announces; declarations are read later, one by one. */
export async function loadSources(tx: Transaction, scanId: string): Promise<Source[]> {
  const current = sql<string | null>`coalesce(${scanRepository.snapshotId}, ${repository.snapshotId})`;
  const rows = await tx
    .select({
      repository,
      hostAliases: connectedOrg.hostAliases,
      snapshotId: snapshot.id,
      extractionId: snapshot.extractionId,
      artifacts: sql<ProducedArtifact[] | null>`${extraction.content} -> 'artifacts'`,
    })
    .from(repository)
    .innerJoin(
      connectedOrg,
      and(eq(connectedOrg.id, repository.connectedOrgId), isNull(connectedOrg.deletedAt)),
    )
    .leftJoin(
      scanRepository,
      and(eq(scanRepository.repositoryId, repository.id), eq(scanRepository.scanId, scanId)),
    )
    .leftJoin(snapshot, eq(snapshot.id, current))
    .leftJoin(extraction, eq(extraction.id, snapshot.extractionId))
    .where(isNull(repository.absentSince))
    .orderBy(asc(repository.fullPath), asc(repository.id));
  return rows.map((row) => {
    const artifacts = row.artifacts ?? [];
    return { ...row, artifacts, producer: toProducer(row.repository, row.hostAliases, artifacts) };
  });
}

export async function loadDeclarations(tx: Transaction, source: Source): Promise<Declaration[]> {
  if (source.extractionId === null) return [];
  const [row] = await tx
    .select({ declarations: sql<Declaration[]>`${extraction.content} -> 'declarations'` })
    .from(extraction)
    .where(eq(extraction.id, source.extractionId));
  return row?.declarations ?? [];
}

const toProducer = (
  row: RepositoryRow,
  hostAliases: string[],
  artifacts: ProducedArtifact[],
): ProducerRepository => ({
  id: row.id,
  fullPath: row.fullPath,
  cloneUrl: row.cloneUrl,
  host: parseGitUrl(row.cloneUrl)?.host ?? "",
  hostAliases,
  aliases: [],
  archived: row.archived,
  isFork: row.isFork,
  artifacts,
});
