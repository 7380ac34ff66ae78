import type { dependency } from "@knockon/db/schema/dependency.sql";
import type { Declaration } from "@knockon/extract/ecosystem";
import type { ProducerIndex } from "@knockon/graph/resolve/producer-index";
import { resolve } from "@knockon/graph/resolve/resolve";
import { uuidV5 } from "@knockon/graph/uuid";
import { artifactId, type ArtifactIdentity } from "./artifact-identity.ts";
import type { Source } from "./sources.ts";

export type DependencyRow = typeof dependency.$inferSelect;

/** What is resolved against: everything that is produced in the workspace, and by whom. */
export interface Workspace {
  index: ProducerIndex;
  sources: ReadonlyMap<string, Source>;
}

export interface ResolvedRow {
  row: DependencyRow;
  artifact: ArtifactIdentity;
}

/** What one repository's declarations come to, by row id: equal declarations have equal ids. */
export function dependencyRows(
  source: Source,
  declarations: readonly Declaration[],
  workspace: Workspace,
): Map<string, ResolvedRow> {
  const resolved = declarations.map((declaration) => dependencyRow(source, declaration, workspace));
  return new Map(resolved.map((one) => [one.row.id, one]));
}

function dependencyRow(source: Source, declaration: Declaration, { index, sources }: Workspace): ResolvedRow {
  const { workspaceId, connectedOrgId } = source;
  const resolution = resolve(index, declaration, source.id);
  const owner = sources.get(resolution.targetRepositoryId ?? "") ?? source;
  const artifact = {
    workspaceId,
    connectedOrgId: owner.connectedOrgId,
    artifactType: declaration.dependencyType,
    name: resolution.artifactName,
  };
  const row = {
    id: declarationId(source.id, declaration),
    workspaceId,
    connectedOrgId,
    sourceRepositoryId: source.id,
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
