import type { ArtifactType } from "@knockon/contract/vocabulary/artifact-type";
import { uuidV5 } from "@knockon/graph/uuid";

const ARTIFACT_NAMESPACE = "b0c5a9d4-2f6e-4a61-8f1d-5e7c3a9b2d04";

/** One artifact per (org, type, name): of its producer's org, or of its consumer's where nobody produces it. */
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
