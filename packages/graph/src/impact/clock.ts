import type { Clock } from "@knockon/contract/vocabulary/clock";
import type { VersionConstraintState } from "@knockon/contract/vocabulary/version-constraint-state";
import type { VersioningScheme } from "@knockon/extract/ecosystem";
import type { ConstraintKind } from "../edges.ts";
import { versioningOf } from "../versions/scheme.ts";

/**
 * Clocks from the slowest to the fastest. A path is as fast as its slowest use; of parallel uses, the fastest counts, so an
 * unknown clock decides only if there is no other.
 */
export const SPEEDS = ["unknown", "bump", "next_update", "next_run"] as const satisfies readonly Clock[];

export const FASTEST = SPEEDS.length - 1;

/** Without a version, these take the one of a parent, platform or central file, which is then not in the repository. */
const STATED_ELSEWHERE: ReadonlySet<VersioningScheme> = new Set(["maven", "gradle", "nuget"]);

/**
 * Returns when a consumer with this constraint takes a new release. `release` is the version to be released, or the
 * latest known one: a range that excludes it excludes its successors as well. Null if unknown.
 */
export function clockOf(
  { versioning, state, isLocked }: ConstraintKind,
  constraint: string | null,
  release: string | null,
): Clock {
  if (state === "pinned" || state === "digest") return "bump";
  const isUnknown = state === "unresolved" || (state === "absent" && STATED_ELSEWHERE.has(versioning));
  if (isUnknown) return isLocked ? "next_update" : "unknown";
  const isExcluded =
    isSelective(state) &&
    constraint !== null &&
    release !== null &&
    versioningOf(versioning).admits(constraint, release) === false;
  if (isExcluded) return "bump";
  return isLocked ? "next_update" : "next_run";
}

/** Whether a constraint of this state admits some releases and excludes others. */
export const isSelective = (state: VersionConstraintState): boolean =>
  state === "range" || state === "floating";
