import { compareReleases, isInReleaseLine, parseRelease, type Release } from "./release.ts";
import type { Versioning } from "./versioning.ts";

const DEVELOPMENT = "dev:";

/**
 * CircleCI orbs: `5.1.0` never changes, `5.1` and `5` are the newest matching release, `volatile` is the newest release
 * of all, and `dev:…` is a development version.
 *
 * https://circleci.com/docs/orb-concepts/
 */
export const circleci: Versioning = {
  state(constraint) {
    if (constraint === null || constraint === "") return "absent";
    return parseVersion(constraint) ? "pinned" : "floating";
  },

  compare(a, b) {
    const [left, right] = [parseVersion(a), parseVersion(b)];
    return left && right && compareReleases(left, right);
  },

  isStable: (version) => parseVersion(version)?.prerelease.length === 0,

  admits(constraint, version) {
    const released = parseVersion(version);
    if (!released) return undefined;
    if (constraint === "volatile") return true;
    if (constraint.startsWith(DEVELOPMENT)) return false;
    const wanted = parseRelease(constraint);
    if (!wanted) return undefined;
    if (wanted.numbers.length >= 3) return compareReleases(wanted, released) === 0;
    return released.prerelease.length === 0 && isInReleaseLine(wanted.numbers, released.numbers);
  },
};

function parseVersion(text: string): Release | undefined {
  const release = parseRelease(text);
  return release?.numbers.length === 3 ? release : undefined;
}
