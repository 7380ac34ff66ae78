import type { VersionConstraintState } from "@knockon/contract/vocabulary/version-constraint-state";

/** The rules of one version scheme: how it classifies constraints, orders versions and matches the two. */
export interface Versioning {
  /** Classifies the raw text of a constraint; null is `absent`. Never returns `unresolved`. */
  state: (constraint: string | null) => VersionConstraintState;
  /** Orders two versions. Undefined if either is not a version, or if the scheme does not order the two. */
  compare: (a: string, b: string) => number | undefined;
  /** Whether the text is a version and not a pre-release. */
  isStable: (version: string) => boolean;
  /** Whether a consumer with this constraint can receive the version. Undefined if the text does not determine it. */
  admits: (constraint: string, version: string) => boolean | undefined;
}
