import type { Transaction } from "@knockon/db/database";
import { connectedOrg } from "@knockon/db/schema/connected-org.sql";
import { extraction, snapshot } from "@knockon/db/schema/extraction.sql";
import { producer, repository, repositoryAlias } from "@knockon/db/schema/repository.sql";
import type { ProducedArtifact } from "@knockon/extract/ecosystem";
import { parseGitUrl } from "@knockon/extract/git-url";
import type { ProducerRepository } from "@knockon/graph/resolve/producer-repository";
import { and, asc, eq, isNull, sql } from "drizzle-orm";
import { isPresent } from "../repository/repository-row.ts";

/** A repository as it takes part in a resolution. */
export interface Source {
  id: string;
  workspaceId: string;
  connectedOrgId: string;
  fullPath: string;
  cloneUrl: string;
  archived: boolean;
  isFork: boolean;
  hostAliases: string[];
  /** Former paths. */
  aliases: string[];
  artifacts: ProducedArtifact[];
  /** What its current snapshot says; null before its first scan, and where it is empty. */
  extractionId: string | null;
  /** Whether the current graph was resolved with something else, or without it. */
  isChanged: boolean;
}

const aliases = sql<string[]>`coalesce((
  select jsonb_agg(${repositoryAlias.lowerPath} order by ${repositoryAlias.lowerPath})
  from ${repositoryAlias} where ${repositoryAlias.repositoryId} = ${repository.id}), '[]')`;

const isChanged = sql<boolean>`
  (${snapshot.extractionId}, ${repository.fullPath}, ${repository.cloneUrl}, ${repository.archived}, ${repository.isFork},
    ${repository.tags}, ${connectedOrg.hostAliases}, ${aliases})
  is distinct from
  (${producer.extractionId}, ${producer.fullPath}, ${producer.cloneUrl}, ${producer.archived}, ${producer.isFork},
    ${producer.tags}, ${producer.hostAliases}, ${producer.aliases})`;

/**
 * Every present repository of the workspace with what it announces, by path. Only a changed one's extraction is
 * opened; declarations are read later, some at a time.
 */
export async function loadSources(tx: Transaction): Promise<Source[]> {
  const rows = await tx
    .select({
      id: repository.id,
      workspaceId: repository.workspaceId,
      connectedOrgId: repository.connectedOrgId,
      fullPath: repository.fullPath,
      cloneUrl: repository.cloneUrl,
      archived: repository.archived,
      isFork: repository.isFork,
      hostAliases: connectedOrg.hostAliases,
      aliases,
      artifacts: sql<ProducedArtifact[]>`coalesce(${extraction.content} -> 'artifacts',
        case when ${snapshot.extractionId} = ${producer.extractionId} then ${producer.artifacts} end, '[]')`,
      extractionId: snapshot.extractionId,
      isChanged,
    })
    .from(repository)
    .innerJoin(
      connectedOrg,
      and(eq(connectedOrg.id, repository.connectedOrgId), isNull(connectedOrg.deletedAt)),
    )
    .leftJoin(producer, eq(producer.repositoryId, repository.id))
    .leftJoin(snapshot, eq(snapshot.id, repository.snapshotId))
    .leftJoin(
      extraction,
      and(
        eq(extraction.id, snapshot.extractionId),
        sql`${extraction.id} is distinct from ${producer.extractionId}`,
      ),
    )
    .where(isPresent)
    .orderBy(asc(repository.fullPath), asc(repository.id));
  return rows;
}

type Announcing = Omit<Source, "workspaceId" | "connectedOrgId" | "extractionId" | "isChanged">;

export const toProducer = ({ id, artifacts, ...source }: Announcing): ProducerRepository => ({
  id,
  fullPath: source.fullPath,
  cloneUrl: source.cloneUrl,
  host: parseGitUrl(source.cloneUrl)?.host ?? "",
  hostAliases: source.hostAliases,
  aliases: source.aliases,
  archived: source.archived,
  isFork: source.isFork,
  artifacts,
});
