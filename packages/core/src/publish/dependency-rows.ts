import type { dependency } from "@knockon/db/schema/dependency.sql";
import type { Declaration } from "@knockon/extract/ecosystem";
import { resolve } from "@knockon/graph/resolve/resolve";
import { uuidV5 } from "@knockon/graph/uuid";
import { artifactId, type ArtifactIdentity } from "./artifact-identity.ts";
import type { ProducerRow } from "./producer-row.ts";
import type { Producers } from "./producers.ts";

export type DependencyRow = typeof dependency.$inferSelect;

export interface ResolvedRow {
  row: DependencyRow;
  artifact: ArtifactIdentity;
}

/** What one repository's declarations come to, by row id: equal declarations have equal ids. Their names are loaded. */
export function dependencyRows(
  source: ProducerRow,
  declarations: readonly Declaration[],
  producers: Producers,
): Map<string, ResolvedRow> {
  const resolved = declarations.map((declaration) => dependencyRow(source, declaration, producers));
  return new Map(resolved.map((one) => [one.row.id, one]));
}

function dependencyRow(source: ProducerRow, declaration: Declaration, producers: Producers): ResolvedRow {
  const { workspaceId, connectedOrgId } = source;
  const resolution = resolve(producers.index, declaration, source.repositoryId);
  const owner = producers.get(resolution.targetRepositoryId) ?? source;
  const artifact = {
    workspaceId,
    connectedOrgId: owner.connectedOrgId,
    artifactType: declaration.dependencyType,
    name: resolution.artifactName,
  };
  const row = {
    id: declarationId(source.repositoryId, declaration),
    workspaceId,
    connectedOrgId,
    sourceRepositoryId: source.repositoryId,
    targetRepositoryId: resolution.targetRepositoryId,
    artifactId: artifactId(artifact),
    ecosystem: declaration.ecosystem,
    dependencyType: declaration.dependencyType,
    versionConstraint: declaration.versionConstraint,
    versionConstraintState: resolution.state,
    versionComment: declaration.versionComment,
    versioning: declaration.versioning,
    sourceFile: declaration.sourceFile,
    sourceLine: declaration.sourceLine,
    rawReference: declaration.rawReference,
    confidence: resolution.confidence,
    evidenceClass: declaration.evidence.class,
    evidenceRule: declaration.evidence.rule,
    reason: resolution.reason,
  };
  return { row, artifact };
}

const DECLARATION_NAMESPACE = "8f1b0f0e-6c57-4c0b-9a0e-0d0f3a5f7b11";

/** A dependents row is unique by consumer, type, version, file, raw reference and line: so is its id, in every scan. */
const declarationId = (repositoryId: string, one: Declaration): string =>
  uuidV5(
    DECLARATION_NAMESPACE,
    JSON.stringify([
      repositoryId,
      one.dependencyType,
      one.versionConstraint,
      one.sourceFile,
      one.rawReference,
      one.sourceLine,
    ]),
  );
