import type { ArtifactType } from "@knockon/contract/vocabulary/artifact-type";
import type { Role } from "@knockon/contract/vocabulary/role";
import type { VersionConstraintState } from "@knockon/contract/vocabulary/version-constraint-state";
import type { Composition, VersioningScheme } from "@knockon/extract/ecosystem";
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

/** An edge of the repository graph: all uses with its identity. */
export interface Edge extends EdgeIdentity {
  /** The greatest confidence among its uses. */
  confidence: Thousandths;
}

/** What decides when a declaration takes a new release. */
export interface ConstraintKind {
  versioning: VersioningScheme;
  state: VersionConstraintState;
  /** Whether a lock file holds the version. */
  isLocked: boolean;
}

/** A resolved declaration: `scope` of the source repository uses `artifact` of the target repository. */
export interface Use extends EdgeIdentity, ConstraintKind {
  confidence: Thousandths;
  role: Role;
  /** What is built from the declaring file (see `extract/src/scope.ts`). Null if a change ends here. */
  scope: string | null;
  /** A scope of the target repository, or a set of them: see `everyScope`. */
  artifact: string;
}

/**
 * The artifact of a use that names a repository instead of one of its artifacts: every scope of a type, or with
 * `git_repository` every scope.
 */
export const everyScope = (type: ArtifactType): string => (type === "git_repository" ? "*" : `*:${type}`);

/** Returns the use that stands for one scope being built into another of the same repository. */
export const compositionUse = (repository: string, { outer, inner }: Composition): Use => ({
  source: repository,
  target: repository,
  dependencyType: "git_repository",
  versionConstraint: null,
  confidence: 1000,
  versioning: "git",
  state: "absent",
  isLocked: false,
  role: "runtime",
  scope: outer,
  artifact: inner,
});

const EDGE_NAMESPACE = "3d0c7a52-5f0e-4c39-9d0b-6a4a1f5c8e21";

/** Returns the edge's UUID. It depends on the identity only, so it stays the same across scans. */
export const edgeId = ({ source, target, dependencyType, versionConstraint }: EdgeIdentity): string =>
  uuidV5(EDGE_NAMESPACE, JSON.stringify([source, target, dependencyType, versionConstraint]));

/** Removes duplicates, keeping the greatest confidence, and sorts by edge identity, then by the other fields. */
export function distinctUses(uses: Iterable<Use>): Use[] {
  const distinct = new Map<string, Use>();
  for (const use of uses) {
    const key = useKey(use);
    const known = distinct.get(key);
    if (!known || known.confidence < use.confidence) distinct.set(key, use);
  }
  return [...distinct].toSorted(([a], [b]) => compareOrdinal(a, b)).map(([, use]) => use);
}

/**
 * Identifies a use by everything but its confidence, the fields of its edge first. Distinguishes a missing constraint and
 * scope from empty ones.
 */
export const useKey = (use: Omit<Use, "confidence">): string =>
  [
    use.source,
    use.target,
    use.dependencyType,
    use.versionConstraint === null ? "" : `=${use.versionConstraint}`,
    use.role,
    use.scope === null ? "" : `=${use.scope}`,
    use.artifact,
    use.versioning,
    use.state,
    use.isLocked,
  ].join("\0");
