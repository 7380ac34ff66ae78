import { isAbbreviatedCommit, isCommit } from "./git.ts";
import { compareReleases, isInReleaseLine, parseRelease, type Release } from "./release.ts";
import type { Versioning } from "./versioning.ts";

const COMPARISON = /^[<>]/;

/**
 * Go modules: versions and version queries (`go install module@query`). A requirement counts as a pin because minimal
 * version selection never raises it without another requirement. Pseudo-versions order as the pre-releases they are
 * written as.
 *
 * Versions: https://go.dev/ref/mod#versions
 * Queries: https://go.dev/ref/mod#version-queries
 * Minimal version selection: https://go.dev/ref/mod#minimal-version-selection
 */
export const go: Versioning = {
  state(constraint) {
    if (constraint === null || constraint === "") return "absent";
    if (isCommit(constraint)) return "digest";
    if (parseVersion(constraint) || isAbbreviatedCommit(constraint)) return "pinned";
    return COMPARISON.test(constraint) ? "range" : "floating";
  },

  compare(a, b) {
    const [left, right] = [parseVersion(a), parseVersion(b)];
    return left && right && compareReleases(left, right);
  },

  isStable: (version) => parseVersion(version)?.prerelease.length === 0,

  admits(constraint, version) {
    const [wanted, released] = [parseRelease(constraint), parseVersion(version)];
    if (!wanted || !released) return undefined;
    if (wanted.numbers.length >= 3) return compareReleases(wanted, released) === 0;
    return released.prerelease.length === 0 && isInReleaseLine(wanted.numbers, released.numbers);
  },
};

function parseVersion(text: string): Release | undefined {
  const release = parseRelease(text);
  return release?.numbers.length === 3 ? release : undefined;
}

const MAJOR_VERSION = /(?:\/|\.)v(?<major>\d+)$/;

/**
 * Returns the versions of one Go module among the tags of its repository. Tags of a module in a subdirectory start with
 * that directory (`api/v1.2.0`). From version 2 on the module path ends with the major version, so `v3.0.0` is not a
 * version of `acme.io/x`.
 *
 * https://go.dev/ref/mod#vcs-version
 */
export function moduleVersions(path: string, directory: string, tags: readonly string[]): string[] {
  const major = MAJOR_VERSION.exec(path)?.groups?.["major"];
  const majors = major === undefined ? ["0", "1"] : [major];
  const subdirectory = directory.replace(major === undefined ? "" : new RegExp(`(?:^|/)v${major}$`), "");
  const prefix = subdirectory === "" || subdirectory === "." ? "" : `${subdirectory}/`;
  return tags
    .filter((tag) => tag.startsWith(prefix))
    .map((tag) => tag.slice(prefix.length))
    .filter((version) => parseVersion(version) && majors.some((each) => version.startsWith(`v${each}.`)));
}
