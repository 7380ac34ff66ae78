import type { ArtifactType } from "@knockon/contract/vocabulary/artifact-type";
import type { VersionConstraintState } from "@knockon/contract/vocabulary/version-constraint-state";
import type { VersioningScheme } from "@knockon/extract/ecosystem";
import type { Thousandths } from "./confidence.ts";
import { compareOrdinal } from "./ordinal.ts";
import { uuidV5 } from "./uuid.ts";

/** What tells one edge from another: "source depends on target, so, at that version". */
export interface EdgeIdentity {
  source: string;
  target: string;
  dependencyType: ArtifactType;
  versionConstraint: string | null;
}

/** A declaration with its producer found. */
export interface ResolvedDeclaration extends EdgeIdentity {
  confidence: Thousandths;
  state: VersionConstraintState;
  versioning: VersioningScheme;
}

/** How declarations hold the version of their edge. */
export type Hold = Pick<ResolvedDeclaration, "versioning" | "state">;

export interface Edge extends EdgeIdentity {
  /** The greatest of its declarations. */
  confidence: Thousandths;
  /** The distinct holds of its declarations, in a fixed order. */
  holds: Hold[];
}

const EDGE_NAMESPACE = "3d0c7a52-5f0e-4c39-9d0b-6a4a1f5c8e21";

export const edgeId = ({ source, target, dependencyType, versionConstraint }: EdgeIdentity): string =>
  uuidV5(EDGE_NAMESPACE, JSON.stringify([source, target, dependencyType, versionConstraint]));

/** One edge per identity, ordered by it. A repository's use of itself is none. */
export function buildEdges(declarations: Iterable<ResolvedDeclaration>): Edge[] {
  const edges = new Map<string, Edge>();
  for (const declaration of declarations) {
    if (declaration.source === declaration.target) continue;
    const key = identityKey(declaration);
    const edge = edges.get(key);
    if (edge) absorb(edge, declaration);
    else edges.set(key, edgeOf(declaration));
  }
  const ordered = [...edges.values()].toSorted(compareEdges);
  for (const edge of ordered) edge.holds.sort(compareHolds);
  return ordered;
}

/** Equal exactly when the identities are: no constraint and an empty one differ. */
const identityKey = ({ source, target, dependencyType, versionConstraint }: EdgeIdentity): string =>
  `${source}\0${target}\0${dependencyType}\0${versionConstraint === null ? "" : `=${versionConstraint}`}`;

function edgeOf(declaration: ResolvedDeclaration): Edge {
  const { source, target, dependencyType, versionConstraint, confidence, versioning, state } = declaration;
  return { source, target, dependencyType, versionConstraint, confidence, holds: [{ versioning, state }] };
}

function absorb(edge: Edge, { confidence, versioning, state }: ResolvedDeclaration): void {
  edge.confidence = Math.max(edge.confidence, confidence);
  const isKnown = edge.holds.some((hold) => hold.versioning === versioning && hold.state === state);
  if (!isKnown) edge.holds.push({ versioning, state });
}

export const compareEdges = (a: EdgeIdentity, b: EdgeIdentity): number =>
  compareOrdinal(a.source, b.source) ||
  compareOrdinal(a.target, b.target) ||
  compareOrdinal(a.dependencyType, b.dependencyType) ||
  Number(a.versionConstraint !== null) - Number(b.versionConstraint !== null) ||
  compareOrdinal(a.versionConstraint ?? "", b.versionConstraint ?? "");

const compareHolds = (a: Hold, b: Hold): number =>
  compareOrdinal(a.versioning, b.versioning) || compareOrdinal(a.state, b.state);
