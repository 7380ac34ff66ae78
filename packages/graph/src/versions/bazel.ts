import { compareNumbers } from "./release.ts";
import type { Versioning } from "./versioning.ts";

const VERSION =
  /^(?<release>\d[\da-z]*(?:\.[\da-z]+)*)(?:-(?<prerelease>[\da-z-]+(?:\.[\da-z-]+)*))?(?:\+[\da-z.-]+)?$/i;

interface Version {
  release: string[];
  prerelease: string[];
}

/**
 * Bazel modules: versions have any number of parts, which may contain letters (`20240116.2`, `1.3.1.bcr.1`). A
 * requirement counts as a pin because minimal version selection never raises it without another requirement.
 *
 * https://bazel.build/external/module#version_format
 */
export const bazel: Versioning = {
  state(constraint) {
    if (constraint === null || constraint === "") return "absent";
    return parseVersion(constraint) ? "pinned" : "floating";
  },

  compare(a, b) {
    const [left, right] = [parseVersion(a), parseVersion(b)];
    return left && right && compareVersions(left, right);
  },

  isStable: (version) => parseVersion(version)?.prerelease.length === 0,

  admits(constraint, version) {
    const [wanted, released] = [parseVersion(constraint), parseVersion(version)];
    return wanted && released && compareVersions(wanted, released) === 0;
  },
};

function parseVersion(text: string): Version | undefined {
  const { release, prerelease } = VERSION.exec(text)?.groups ?? {};
  return release === undefined
    ? undefined
    : { release: release.split("."), prerelease: prerelease?.split(".") ?? [] };
}

function compareVersions(a: Version, b: Version): number {
  const order = compareParts(a.release, b.release);
  if (order !== 0 || (a.prerelease.length > 0 && b.prerelease.length > 0))
    return order || compareParts(a.prerelease, b.prerelease);
  return Math.sign(b.prerelease.length - a.prerelease.length);
}

/** If one version is a prefix of the other, the longer one is higher: `1.0` is below `1.0.0`. */
function compareParts(a: readonly string[], b: readonly string[]): number {
  for (const [i, part] of a.entries()) {
    const other = b[i];
    if (other === undefined) return 1;
    const order = comparePart(part, other);
    if (order !== 0) return order;
  }
  return Math.sign(a.length - b.length);
}

/** Compares numbers by value. Numbers are lower than parts with letters. */
function comparePart(a: string, b: string): number {
  const [isNumber, isOtherNumber] = [/^\d+$/.test(a), /^\d+$/.test(b)];
  if (isNumber && isOtherNumber) return compareNumbers([Number(a)], [Number(b)]);
  if (isNumber !== isOtherNumber) return isNumber ? -1 : 1;
  return a < b ? -1 : a > b ? 1 : 0;
}
