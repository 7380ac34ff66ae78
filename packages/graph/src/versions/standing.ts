import type { VersionConstraintState } from "@knockon/contract/vocabulary/version-constraint-state";
import type { Standing } from "@knockon/contract/vocabulary/standing";
import type { VersioningScheme } from "@knockon/extract/ecosystem";
import { compareOrdinal } from "../ordinal.ts";
import { versioningOf } from "./scheme.ts";
import type { Versioning } from "./versioning.ts";

export interface DeclaredVersion {
  versioning: VersioningScheme;
  versionConstraint: string | null;
  versionConstraintState: VersionConstraintState;
  /** The version given in a comment next to a digest. */
  versionComment: string | null;
}

/** Returns whether a consumer is on the latest version. A pin above it counts as such, a range above it is `unknown`. */
export function standing(declared: DeclaredVersion, latest: string | null): "latest" | "lagging" | "unknown" {
  const found = standingInRow(declared, latest);
  if (found !== "ahead") return found;
  return declared.versionConstraintState === "range" ? "unknown" : "latest";
}

/**
 * Compares a consumer with the latest version. Floating, absent and unresolved constraints are `unknown`. Ranges that only
 * admit higher versions are `ahead`. A digest is compared by its version comment.
 */
export function standingInRow(declared: DeclaredVersion, latest: string | null): Standing {
  if (latest === null) return "unknown";
  const scheme = versioningOf(declared.versioning);
  if (declared.versionConstraintState === "range") {
    const admitted = scheme.admits(declared.versionConstraint ?? "", latest);
    if (admitted === undefined) return "unknown";
    if (admitted) return "latest";
    return isAbove(scheme, declared.versionConstraint ?? "", latest) ? "ahead" : "lagging";
  }
  const version = statedVersion(declared);
  const order = version === null ? undefined : scheme.compare(version, latest);
  if (order === undefined) return "unknown";
  return order < 0 ? "lagging" : order > 0 ? "ahead" : "latest";
}

/** Versions in a range, also with a wildcard: `7.x`. */
const BOUND = /\d[\w.+*-]*/gu;

/** Returns whether all versions in a range are higher than the given one. False if the scheme does not order them. */
export function isAbove({ compare }: Versioning, range: string, version: string): boolean {
  const bounds = (range.match(BOUND) ?? []).map((bound) => bound.replace(/\.(?:[x*].*)?$/iu, ""));
  const isHigher = (bound: string): boolean =>
    (compare(bound, version) ?? compare(padded(bound), version) ?? -1) > 0;
  return bounds.length > 0 && bounds.every(isHigher);
}

/** `7.0.0` for `7`, as npm's versions have three numbers. */
const padded = (bound: string): string => [...bound.split("."), "0", "0"].slice(0, 3).join(".");

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
  const { families, others } = groupFamilies(scheme, versions);
  return [...families.flatMap((family) => family.toSorted((a, b) => compare(b, a) ?? 0)), ...others];
}

/** Returns the highest stable version of the largest family that has one. Undefined if no version is stable. */
export function latestOf(scheme: VersioningScheme, versions: Iterable<string>): string | undefined {
  const { compare, isStable } = versioningOf(scheme);
  for (const family of groupFamilies(scheme, versions).families) {
    const stable = family.filter(isStable);
    if (stable.length > 0) return stable.reduce((a, b) => ((compare(b, a) ?? 0) > 0 ? b : a));
  }
  return undefined;
}

interface Grouped {
  /** Versions that the scheme orders relative to each other, the largest family first. */
  families: string[][];
  /** Texts that are not versions. */
  others: string[];
}

function groupFamilies(scheme: VersioningScheme, versions: Iterable<string>): Grouped {
  const { compare } = versioningOf(scheme);
  const families: string[][] = [];
  const others: string[] = [];
  for (const version of [...new Set(versions)].toSorted(compareOrdinal)) {
    const family = families.find(([first = ""]) => compare(first, version) !== undefined);
    if (family) family.push(version);
    else if (compare(version, version) === undefined) others.push(version);
    else families.push([version]);
  }
  return { families: families.toSorted((a, b) => b.length - a.length), others };
}
