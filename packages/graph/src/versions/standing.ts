import type { VersionConstraintState } from "@knockon/contract/vocabulary/version-constraint-state";
import type { VersioningScheme } from "@knockon/extract/ecosystem";
import { compareOrdinal } from "../ordinal.ts";
import { versioningOf } from "./scheme.ts";

export interface DeclaredVersion {
  versioning: VersioningScheme;
  versionConstraint: string | null;
  versionConstraintState: VersionConstraintState;
  /** The version given in a comment next to a digest. */
  versionComment: string | null;
}

/**
 * Returns whether a consumer is on the latest version. Floating, absent and unresolved constraints are `unknown`. A digest
 * is compared by its version comment.
 */
export function standing(declared: DeclaredVersion, latest: string | null): "latest" | "lagging" | "unknown" {
  if (latest === null) return "unknown";
  const scheme = versioningOf(declared.versioning);
  if (declared.versionConstraintState === "range") {
    const admitted = scheme.admits(declared.versionConstraint ?? "", latest);
    return admitted === undefined ? "unknown" : admitted ? "latest" : "lagging";
  }
  const version = statedVersion(declared);
  const order = version === null ? undefined : scheme.compare(version, latest);
  return order === undefined ? "unknown" : order < 0 ? "lagging" : "latest";
}

/** Returns the single version a pin or a commented digest stands for; null for other constraints. */
export function statedVersion(declared: DeclaredVersion): string | null {
  if (declared.versionConstraintState === "pinned")
    return declared.versionConstraint === null ? null : pinnedVersion(declared.versionConstraint);
  return declared.versionConstraintState === "digest" ? declared.versionComment : null;
}

/** Removes the operator from a pin: `1.2.3` for `== 1.2.3`. */
export const pinnedVersion = (constraint: string): string => constraint.replace(/^\s*={1,3}\s*/, "");

/**
 * Sorts versions, newest first, and removes duplicates. Versions that the scheme does not order relative to each other
 * (image variants) form families: the largest family comes first. Texts that are not versions come last.
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

/** Returns the highest stable version, if any. */
export const latestOf = (scheme: VersioningScheme, versions: Iterable<string>): string | undefined =>
  newestFirst(scheme, versions).find((version) => versioningOf(scheme).isStable(version));
