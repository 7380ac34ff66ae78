import type { producer } from "@knockon/db/schema/repository.sql";
import type { ProducedArtifact } from "@knockon/extract/ecosystem";
import { parseGitUrl } from "@knockon/extract/git-url";
import type { ProducerRepository } from "@knockon/graph/resolve/producer-repository";
import { artifactId } from "./artifact-identity.ts";

/** A repository as a graph is resolved with it: where it is, what it is called, and what its snapshot says. */
export type ProducerRow = typeof producer.$inferSelect;

/** What a manifest of a repository says it produces. */
export interface Production {
  producer: ProducerRow;
  produced: ProducedArtifact;
}

export const toProducer = (row: ProducerRow): ProducerRepository => ({
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

/** What it is only assumed to publish is no artifact until somebody asks for it. */
export const productionsOf = (producer: ProducerRow): Production[] =>
  producer.artifacts.filter((produced) => !produced.assumed).map((produced) => ({ producer, produced }));

export const identityOf = ({ producer: { workspaceId, connectedOrgId }, produced }: Production) => ({
  workspaceId,
  connectedOrgId,
  artifactType: produced.artifactType,
  name: produced.name,
});

export const idOf = (production: Production): string => artifactId(identityOf(production));
