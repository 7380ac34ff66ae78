import * as semver from "./semver.ts";
import type { Versioning } from "./versioning.ts";

const UP_TO = /^(?:from: |upToNext(?<part>Major|Minor)\(from: )(?<version>[^\s()]+)\)?$/;
const INTERVAL = /^(?<from>[^\s()]+?)\.\.(?<end>[.<])(?<to>[^\s()]+)$/;

/**
 * Swift packages: `from: 1.2.3` ends before the next major version, also below 1.0.0. A bare version is exact.
 *
 * https://developer.apple.com/documentation/packagedescription/package/dependency
 */
export const swift: Versioning = {
  state(constraint) {
    if (constraint === null || constraint === "") return "absent";
    if (isVersion(constraint)) return "pinned";
    return toNpmRange(constraint) === undefined ? "floating" : "range";
  },

  compare: (a, b) => (isVersion(a) && isVersion(b) ? semver.compareVersions(a, b) : undefined),

  isStable: (version) => isVersion(version) && semver.isRelease(version),

  admits(constraint, version) {
    const range = isVersion(constraint) ? constraint : toNpmRange(constraint);
    return range === undefined || !isVersion(version) ? undefined : semver.satisfies(version, range);
  },
};

const isVersion = (text: string): boolean => /^\d/.test(text) && semver.valid(text) !== null;

function toNpmRange(constraint: string): string | undefined {
  const { part = "Major", version = "" } = UP_TO.exec(constraint)?.groups ?? {};
  if (isVersion(version)) {
    const [major, minor] = [semver.major(version), semver.minor(version)];
    return `>=${version} <${part === "Major" ? `${major + 1}.0.0` : `${major}.${minor + 1}.0`}`;
  }
  const { from = "", end, to = "" } = INTERVAL.exec(constraint)?.groups ?? {};
  if (!isVersion(from) || !isVersion(to)) return undefined;
  return `>=${from} ${end === "<" ? "<" : "<="}${to}`;
}
