import type { Transaction } from "@knockon/db/database";
import { connectedOrg } from "@knockon/db/schema/connected-org.sql";
import { extraction, snapshot } from "@knockon/db/schema/extraction.sql";
import { repository } from "@knockon/db/schema/repository.sql";
import type { Declaration, ProducedArtifact } from "@knockon/extract/ecosystem";
import { parseGitUrl } from "@knockon/extract/git-url";
import type { ProducerRepository } from "@knockon/graph/resolve/producer-repository";
import { and, asc, eq, inArray, isNull, sql } from "drizzle-orm";
import { isPresent, type RepositoryRow } from "../repository/repository-row.ts";

/** A repository as it takes part in a resolution. */
export interface Source {
  repository: RepositoryRow;
  /** What its current snapshot says; null before its first scan, and where it is empty. */
  extractionId: string | null;
  artifacts: ProducedArtifact[];
  producer: ProducerRepository;
}

/** Every present repository of the workspace with what it announces; declarations are read later, some at a time. */
export async function loadSources(tx: Transaction): Promise<Source[]> {
  const rows = await tx
    .select({
      repository,
      hostAliases: connectedOrg.hostAliases,
      extractionId: snapshot.extractionId,
      artifacts: sql<ProducedArtifact[] | null>`${extraction.content} -> 'artifacts'`,
    })
    .from(repository)
    .innerJoin(
      connectedOrg,
      and(eq(connectedOrg.id, repository.connectedOrgId), isNull(connectedOrg.deletedAt)),
    )
    .leftJoin(snapshot, eq(snapshot.id, repository.snapshotId))
    .leftJoin(extraction, eq(extraction.id, snapshot.extractionId))
    .where(isPresent)
    .orderBy(asc(repository.fullPath), asc(repository.id));
  return rows.map((row) => {
    const artifacts = row.artifacts ?? [];
    return { ...row, artifacts, producer: toProducer(row.repository, row.hostAliases, artifacts) };
  });
}

/** By extraction id. */
export async function loadDeclarations(
  tx: Transaction,
  sources: readonly Source[],
): Promise<Map<string, Declaration[]>> {
  const ids = sources.flatMap((source) => source.extractionId ?? []);
  const rows = await tx
    .select({ id: extraction.id, declarations: sql<Declaration[]>`${extraction.content} -> 'declarations'` })
    .from(extraction)
    .where(inArray(extraction.id, ids));
  return new Map(rows.map((row) => [row.id, row.declarations]));
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
