import type { dependency } from "@knockon/db/schema/dependency.sql";
import type { Declaration } from "@knockon/extract/ecosystem";
import type { ProducerIndex } from "@knockon/graph/resolve/producer-index";
import { resolve } from "@knockon/graph/resolve/resolve";
import { uuidV5 } from "@knockon/graph/uuid";
import type { ArtifactCatalogue } from "./artifact-catalogue.ts";
import type { Source } from "./load-sources.ts";

export type DependencyRow = typeof dependency.$inferSelect;

/** What one repository's declarations come to, entering each one's artifact in the catalogue. Equal declarations have equal ids. */
export function dependencyRows(
  source: Source,
  declarations: readonly Declaration[],
  index: ProducerIndex,
  catalogue: ArtifactCatalogue,
): DependencyRow[] {
  const { id: sourceRepositoryId, workspaceId, connectedOrgId } = source.repository;
  return declarations.map((declaration) => {
    const resolution = resolve(index, declaration, sourceRepositoryId);
    return {
      id: declarationId(sourceRepositoryId, declaration),
      workspaceId,
      connectedOrgId,
      sourceRepositoryId,
      targetRepositoryId: resolution.targetRepositoryId,
      artifactId: catalogue.enter(source, declaration, resolution),
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
  });
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
