import { isAbbreviatedCommit, isCommit } from "./commit.ts";
import { compareReleases, isOnLine, parseRelease, type Release } from "./release.ts";
import type { Versioning } from "./versioning.ts";

const COMPARISON = /^[<>]/;

/**
 * Module versions, and the queries that `go install module@query` takes beside them. A requirement is a pin: minimal
 * version selection never moves it by itself. A pseudo-version orders as the pre-release that it is written as.
 */
export const go: Versioning = {
  state(constraint) {
    if (constraint === null || constraint === "") return "absent";
    if (isCommit(constraint)) return "digest";
    if (findVersion(constraint) || isAbbreviatedCommit(constraint)) return "pinned";
    return COMPARISON.test(constraint) ? "range" : "floating";
  },

  compare(a, b) {
    const [left, right] = [findVersion(a), findVersion(b)];
    return left && right && compareReleases(left, right);
  },

  isStable: (version) => findVersion(version)?.prerelease.length === 0,

  admits(constraint, version) {
    const [wanted, released] = [parseRelease(constraint), findVersion(version)];
    if (!wanted || !released) return undefined;
    if (wanted.numbers.length >= 3) return compareReleases(wanted, released) === 0;
    return released.prerelease.length === 0 && isOnLine(wanted.numbers, released.numbers);
  },
};

function findVersion(text: string): Release | undefined {
  const release = parseRelease(text);
  return release?.numbers.length === 3 ? release : undefined;
}
