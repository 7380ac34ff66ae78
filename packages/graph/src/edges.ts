import type { ArtifactType } from "@knockon/contract/vocabulary/artifact-type";
import type { VersionConstraintState } from "@knockon/contract/vocabulary/version-constraint-state";
import type { VersioningScheme } from "@knockon/extract/ecosystem";
import type { Thousandths } from "./confidence.ts";
import { compareOrdinal } from "./ordinal.ts";
import { uuidV5 } from "./uuid.ts";

/** The fields that identify an edge: `source` (the consumer) depends on `target` (the producer). */
export interface EdgeIdentity {
  /** Repository IDs. */
  source: string;
  target: string;
  dependencyType: ArtifactType;
  versionConstraint: string | null;
}

/** A declaration whose producer is known. */
export interface ResolvedDeclaration extends EdgeIdentity {
  confidence: Thousandths;
  state: VersionConstraintState;
  versioning: VersioningScheme;
}

/** How a declaration constrains the version: the scheme it is written in, and how strict it is. */
export type ConstraintKind = Pick<ResolvedDeclaration, "versioning" | "state">;

export interface Edge extends EdgeIdentity {
  /** The greatest confidence among its declarations. */
  confidence: Thousandths;
  /** The distinct kinds among its declarations, sorted. */
  constraintKinds: ConstraintKind[];
}

const EDGE_NAMESPACE = "3d0c7a52-5f0e-4c39-9d0b-6a4a1f5c8e21";

/** Returns the edge's UUID. It depends on the identity only, so it stays the same across scans. */
export const edgeId = ({ source, target, dependencyType, versionConstraint }: EdgeIdentity): string =>
  uuidV5(EDGE_NAMESPACE, JSON.stringify([source, target, dependencyType, versionConstraint]));

/** Groups declarations into edges, sorted by identity. Omits declarations of a repository's own artifacts. */
export function buildEdges(declarations: Iterable<ResolvedDeclaration>): Edge[] {
  const edges = new Map<string, Edge>();
  for (const declaration of declarations) {
    if (declaration.source === declaration.target) continue;
    const key = identityKey(declaration);
    const edge = edges.get(key);
    if (edge) addDeclaration(edge, declaration);
    else edges.set(key, newEdge(declaration));
  }
  const ordered = [...edges.values()].toSorted(compareEdges);
  for (const edge of ordered) edge.constraintKinds.sort(compareKinds);
  return ordered;
}

/** Distinguishes a missing constraint from an empty one. */
const identityKey = ({ source, target, dependencyType, versionConstraint }: EdgeIdentity): string =>
  `${source}\0${target}\0${dependencyType}\0${versionConstraint === null ? "" : `=${versionConstraint}`}`;

const newEdge = ({
  source,
  target,
  dependencyType,
  versionConstraint,
  confidence,
  versioning,
  state,
}: ResolvedDeclaration): Edge => ({
  source,
  target,
  dependencyType,
  versionConstraint,
  confidence,
  constraintKinds: [{ versioning, state }],
});

function addDeclaration(edge: Edge, { confidence, versioning, state }: ResolvedDeclaration): void {
  edge.confidence = Math.max(edge.confidence, confidence);
  const isKnown = edge.constraintKinds.some((kind) => kind.versioning === versioning && kind.state === state);
  if (!isKnown) edge.constraintKinds.push({ versioning, state });
}

export const compareEdges = (a: EdgeIdentity, b: EdgeIdentity): number =>
  compareOrdinal(a.source, b.source) ||
  compareOrdinal(a.target, b.target) ||
  compareOrdinal(a.dependencyType, b.dependencyType) ||
  Number(a.versionConstraint !== null) - Number(b.versionConstraint !== null) ||
  compareOrdinal(a.versionConstraint ?? "", b.versionConstraint ?? "");

const compareKinds = (a: ConstraintKind, b: ConstraintKind): number =>
  compareOrdinal(a.versioning, b.versioning) || compareOrdinal(a.state, b.state);
