import { compareNumbers } from "./release.ts";
import type { Versioning } from "./versioning.ts";

const VERSION =
  /^(?<release>\d[\da-z]*(?:\.[\da-z]+)*)(?:-(?<prerelease>[\da-z-]+(?:\.[\da-z-]+)*))?(?:\+[\da-z.-]+)?$/i;

interface Version {
  release: string[];
  prerelease: string[];
}

/**
 * Versions of Bazel modules: any number of parts, letters too (`20240116.2`, `1.3.1.bcr.1`). A requirement is a pin:
 * minimal version selection never moves it by itself.
 */
export const bazel: Versioning = {
  state(constraint) {
    if (constraint === null || constraint === "") return "absent";
    return findVersion(constraint) ? "pinned" : "floating";
  },

  compare(a, b) {
    const [left, right] = [findVersion(a), findVersion(b)];
    return left && right && compareVersions(left, right);
  },

  isStable: (version) => findVersion(version)?.prerelease.length === 0,

  admits(constraint, version) {
    const [wanted, released] = [findVersion(constraint), findVersion(version)];
    return wanted && released && compareVersions(wanted, released) === 0;
  },
};

function findVersion(text: string): Version | undefined {
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

/** Part by part; of two where one begins the other the longer one is higher, so that `1.0` is below `1.0.0`. */
function compareParts(a: readonly string[], b: readonly string[]): number {
  for (const [i, part] of a.entries()) {
    const other = b[i];
    if (other === undefined) return 1;
    const order = comparePart(part, other);
    if (order !== 0) return order;
  }
  return Math.sign(a.length - b.length);
}

/** Numbers by their value, and below everything that has a letter. */
function comparePart(a: string, b: string): number {
  const [isNumber, isOtherNumber] = [/^\d+$/.test(a), /^\d+$/.test(b)];
  if (isNumber && isOtherNumber) return compareNumbers([Number(a)], [Number(b)]);
  if (isNumber !== isOtherNumber) return isNumber ? -1 : 1;
  return a < b ? -1 : a > b ? 1 : 0;
}
