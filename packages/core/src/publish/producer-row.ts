import type { producer } from "@knockon/db/schema/repository.sql";
import type { ProducedArtifact } from "@knockon/extract/ecosystem";
import { parseGitUrl } from "@knockon/extract/git-url";
import type { ProducerRepository } from "@knockon/graph/resolve/producer-repository";
import type { ArtifactType } from "@knockon/contract/vocabulary/artifact-type";
import { uuidV5 } from "@knockon/graph/uuid";

/** A repository as the resolver sees it: its location, its names and the artifacts of its snapshot. */
export type ProducerRow = typeof producer.$inferSelect;

/** An artifact that a repository's manifest declares. */
export interface Production {
  producer: ProducerRow;
  produced: ProducedArtifact;
}

export const toProducer = (
  row: Omit<ProducerRow, "namespaces" | "publishedNamespaces">,
): ProducerRepository => ({
  id: row.repositoryId,
  fullPath: row.fullPath,
  cloneUrl: row.cloneUrl,
  host: parseGitUrl(row.cloneUrl)?.host ?? "",
  hostAliases: row.hostAliases,
  aliases: row.aliases,
  archived: row.archived,
  isFork: row.isFork,
  artifacts: row.artifacts,
});

/** Returns a repository's productions. An assumed artifact is left out: it only exists once a declaration names it. */
export const productionsOf = (producer: ProducerRow): Production[] =>
  producer.artifacts.filter((produced) => !produced.assumed).map((produced) => ({ producer, produced }));

export const identityOf = ({ producer: { workspaceId, connectedOrgId }, produced }: Production) => ({
  workspaceId,
  connectedOrgId,
  artifactType: produced.artifactType,
  name: produced.name,
});

export const idOf = (production: Production): string => artifactId(identityOf(production));

const ARTIFACT_NAMESPACE = "b0c5a9d4-2f6e-4a61-8f1d-5e7c3a9b2d04";

/** One artifact per (org, type, name). The org is the producer's, or the consumer's if the artifact has no known producer. */
export interface ArtifactIdentity {
  workspaceId: string;
  connectedOrgId: string;
  artifactType: ArtifactType;
  name: string;
}

export const artifactId = ({
  connectedOrgId,
  artifactType,
  name,
}: Omit<ArtifactIdentity, "workspaceId">): string =>
  uuidV5(ARTIFACT_NAMESPACE, JSON.stringify([connectedOrgId, artifactType, name]));
