import type { VersionConstraintState } from "@knockon/contract/vocabulary/version-constraint-state";
import type { VersioningScheme } from "@knockon/extract/ecosystem";
import { compareOrdinal } from "../ordinal.ts";
import { versioningOf } from "./scheme.ts";

export interface HeldVersion {
  versioning: VersioningScheme;
  versionConstraint: string | null;
  versionConstraintState: VersionConstraintState;
  /** The version that a comment states beside a digest. */
  versionComment: string | null;
}

/**
 * Where a consumer stands against the latest version. A floating, absent or unresolved constraint is neither; a
 * digest counts by the version that stands beside it.
 */
export function standing(held: HeldVersion, latest: string | null): "latest" | "lagging" | "unknown" {
  if (latest === null) return "unknown";
  const scheme = versioningOf(held.versioning);
  if (held.versionConstraintState === "range") {
    const admitted = scheme.admits(held.versionConstraint ?? "", latest);
    return admitted === undefined ? "unknown" : admitted ? "latest" : "lagging";
  }
  const version = statedVersion(held);
  const order = version === null ? undefined : scheme.compare(version, latest);
  return order === undefined ? "unknown" : order < 0 ? "lagging" : "latest";
}

/** The one version that a constraint names, if it names one. */
export function statedVersion(held: HeldVersion): string | null {
  if (held.versionConstraintState === "pinned")
    return held.versionConstraint === null ? null : pinnedVersion(held.versionConstraint);
  return held.versionConstraintState === "digest" ? held.versionComment : null;
}

/** The version in a pin: `1.2.3` of `== 1.2.3`. */
export const pinnedVersion = (constraint: string): string => constraint.replace(/^\s*={1,3}\s*/, "");

/**
 * Newest first, each version once. Versions that the scheme cannot order against each other (image variants) form
 * families: the largest comes first, and what is no version at all comes last.
 */
export function newestFirst(scheme: VersioningScheme, versions: Iterable<string>): string[] {
  const { compare } = versioningOf(scheme);
  const families: string[][] = [];
  const others: string[] = [];
  for (const version of [...new Set(versions)].toSorted(compareOrdinal)) {
    if (compare(version, version) === undefined) others.push(version);
    else {
      const family = families.find(([first = ""]) => compare(first, version) !== undefined);
      if (family) family.push(version);
      else families.push([version]);
    }
  }
  const largestFirst = families.toSorted((a, b) => b.length - a.length);
  return [...largestFirst.flatMap((family) => family.toSorted((a, b) => compare(b, a) ?? 0)), ...others];
}

/** The highest stable version; undefined when there is none. */
export const latestOf = (scheme: VersioningScheme, versions: Iterable<string>): string | undefined =>
  newestFirst(scheme, versions).find((version) => versioningOf(scheme).isStable(version));
