import type { VersionConstraintState } from "@knockon/contract/vocabulary/version-constraint-state";

/** How one scheme classifies constraints, orders versions and matches the two. */
export interface Versioning {
  /** Classified on the raw text; null is `absent`. Never `unresolved`: only an unbound name is that. */
  state: (constraint: string | null) => VersionConstraintState;
  /** A total order of the scheme's versions; undefined when either is no version, or the two are not of one line. */
  compare: (a: string, b: string) => number | undefined;
  /** Neither a pre-release nor something that is no version. */
  isStable: (version: string) => boolean;
  /** Whether a consumer with this constraint can receive the version; undefined when the text cannot tell. */
  admits: (constraint: string, version: string) => boolean | undefined;
}
