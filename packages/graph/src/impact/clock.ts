import type { Clock } from "@knockon/contract/vocabulary/clock";
import type { VersionConstraintState } from "@knockon/contract/vocabulary/version-constraint-state";
import type { VersioningScheme } from "@knockon/extract/ecosystem";
import type { ConstraintKind } from "../edges.ts";
import { isAbove } from "../versions/standing.ts";
import { versioningOf } from "../versions/scheme.ts";

/**
 * Clocks from the slowest to the fastest. A path is as fast as its slowest use; of parallel uses, the fastest counts, so an
 * unknown clock decides only if there is no other.
 */
export const SPEEDS = ["unknown", "bump", "next_update", "next_run"] as const satisfies readonly Clock[];

export const FASTEST = SPEEDS.length - 1;

/** Without a version, these take the one of a parent, platform or central file, which is then not in the repository. */
const STATED_ELSEWHERE: ReadonlySet<VersioningScheme> = new Set(["maven", "gradle", "nuget"]);

/** The latest known version, which higher ones may follow, or the version that the caller plans to release. */
export type Release = string | { planned: string };

/**
 * Returns when a consumer with this constraint takes a new release; null if that is unknown. A range below the latest known version
 * excludes its successors as well. A range above it may admit one.
 */
export function clockOf(
  { versioning, state, isLocked }: ConstraintKind,
  constraint: string | null,
  release: Release | null,
): Clock {
  if (state === "pinned" || state === "digest") return "bump";
  const isUnknown = state === "unresolved" || (state === "absent" && STATED_ELSEWHERE.has(versioning));
  if (isUnknown) return isLocked ? "next_update" : "unknown";
  const isExcluded =
    isSelective(state) &&
    constraint !== null &&
    release !== null &&
    excludes(versioning, constraint, release);
  if (isExcluded) return "bump";
  return isLocked ? "next_update" : "next_run";
}

function excludes(versioning: VersioningScheme, constraint: string, release: Release): boolean {
  const scheme = versioningOf(versioning);
  if (typeof release !== "string") return scheme.admits(constraint, release.planned) === false;
  return scheme.admits(constraint, release) === false && !isAbove(scheme, constraint, release);
}

/** Whether a constraint of this state admits some releases and excludes others. */
export const isSelective = (state: VersionConstraintState): boolean =>
  state === "range" || state === "floating";
