import { compareReleases, isOnLine, parseRelease, type Release } from "./release.ts";
import type { Versioning } from "./versioning.ts";

const DEVELOPMENT = "dev:";

/** Versions of orbs. Three numbers name one for good, fewer its newest; `volatile` is the newest of all. */
export const circleci: Versioning = {
  state(constraint) {
    if (constraint === null || constraint === "") return "absent";
    return findVersion(constraint) ? "pinned" : "floating";
  },

  compare(a, b) {
    const [left, right] = [findVersion(a), findVersion(b)];
    return left && right && compareReleases(left, right);
  },

  isStable: (version) => findVersion(version)?.prerelease.length === 0,

  admits(constraint, version) {
    const released = findVersion(version);
    if (!released) return undefined;
    if (constraint === "volatile") return true;
    if (constraint.startsWith(DEVELOPMENT)) return false;
    const wanted = parseRelease(constraint);
    if (!wanted || wanted.numbers.length >= 3) return wanted && compareReleases(wanted, released) === 0;
    return released.prerelease.length === 0 && isOnLine(wanted.numbers, released.numbers);
  },
};

function findVersion(text: string): Release | undefined {
  const release = parseRelease(text);
  return release?.numbers.length === 3 ? release : undefined;
}
