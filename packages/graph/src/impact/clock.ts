import type { Clock } from "@knockon/contract/vocabulary/clock";
import type { ConstraintKind } from "../edges.ts";
import { parseTraits, type PackedGraph } from "../packed-graph.ts";
import { versioningOf } from "../versions/scheme.ts";

/** Clocks from the slowest to the fastest. A path is as fast as its slowest use; of parallel uses, the fastest counts. */
export const SPEEDS = ["bump", "unknown", "next_update", "next_run"] as const satisfies readonly Clock[];

export const FASTEST = SPEEDS.length - 1;

const SPEED_OF = Object.fromEntries(SPEEDS.map((clock, speed) => [clock, speed])) as Record<Clock, number>;

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
  if (state === "unresolved") return isLocked ? "next_update" : "unknown";
  const isExcluded =
    state !== "absent" &&
    constraint !== null &&
    release !== null &&
    versioningOf(versioning).admits(constraint, release) === false;
  if (isExcluded) return "bump";
  return isLocked ? "next_update" : "next_run";
}

/** Returns a function from a use and a release to the use's speed: an index into `SPEEDS`. Remembers equal constraints. */
export function speedsOf(graph: PackedGraph): (use: number, release: string | null) => number {
  const { traits, versionConstraint } = graph.uses;
  const cache = new Map<string, number>();
  const unreleased = new Map<number, number>();
  const compute = (use: number, release: string | null): number =>
    SPEED_OF[
      clockOf(
        parseTraits(graph.strings[traits[use] ?? -1] ?? ""),
        graph.strings[versionConstraint[use] ?? -1] ?? null,
        release,
      )
    ];
  return (use, release) => {
    if (release === null) {
      const key = traits[use] ?? 0;
      const known = unreleased.get(key) ?? compute(use, null);
      unreleased.set(key, known);
      return known;
    }
    const key = `${traits[use]} ${versionConstraint[use]} ${release}`;
    const known = cache.get(key) ?? compute(use, release);
    cache.set(key, known);
    return known;
  };
}
