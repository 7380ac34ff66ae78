import type { VersionConstraintState } from "@knockon/contract/vocabulary/version-constraint-state";
import type { VersioningScheme } from "@knockon/extract/ecosystem";
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
  if (held.versionConstraintState === "pinned") return held.versionConstraint;
  return held.versionConstraintState === "digest" ? held.versionComment : null;
}

/** Newest first; what the scheme cannot order comes last, by text. Each version once. */
export function newestFirst(scheme: VersioningScheme, versions: Iterable<string>): string[] {
  const { compare } = versioningOf(scheme);
  const isVersion = (version: string): boolean => compare(version, version) === 0;
  return [...new Set(versions)].toSorted((a, b) => {
    const known = Number(isVersion(b)) - Number(isVersion(a));
    return known || (compare(b, a) ?? 0) || (a < b ? 1 : -1);
  });
}

/** The highest stable version; undefined when there is none. */
export const latestOf = (scheme: VersioningScheme, versions: Iterable<string>): string | undefined =>
  newestFirst(scheme, versions).find((version) => versioningOf(scheme).isStable(version));
