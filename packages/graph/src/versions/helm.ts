import * as semver from "./semver.ts";
import { compareReleases, isRepublished, parseRelease, type Release } from "./release.ts";
import type { Versioning } from "./versioning.ts";

const FULL_VERSION = /^=?\s*v?\d+\.\d+\.\d+(?:[-+][\w.+-]+)?$/i;
/** A single full or partial version without a comparison. */
const SINGLE_VERSION = /^=?\s*v?\d[\w.+-]*$/i;
/** `1.2-0`: a partial version with a pre-release. */
const SHORT_WITH_PRERELEASE =
  /(?<![\w.+-])v?(?<numbers>\d{1,9}(?:\.\d{1,9})?)(?<prerelease>-[\da-z][\w.-]*)/gi;
const ANYTHING_WITH_PRERELEASE = /(?<![\w.+-])[*x]-0(?![\w.])/gi;
const PRERELEASE = /\d-[\da-z]/i;
const UNEQUAL = /!=\s*(?<version>[^\s,]+)/g;
/** Bounds the work of the patterns above. Longer texts are not constraints. */
const MAX_LENGTH = 256;

/** One alternative of a constraint, in npm's syntax. */
interface Group {
  range: string;
  /** The versions excluded by `!=`, which npm's syntax lacks. */
  unequal: string[];
  includePrerelease: boolean;
}

/**
 * Helm charts, with the constraints of Masterminds/semver: `||` separates alternatives; commas or spaces separate clauses
 * that must all hold. `1.2` means `1.2.x`, and a pre-release in any clause (`>=1.2-0`) admits all pre-releases in range.
 *
 * https://helm.sh/docs/chart_best_practices/dependencies/
 * https://github.com/Masterminds/semver#checking-version-constraints
 */
export const helm: Versioning = {
  state(constraint) {
    const text = constraint?.trim() ?? "";
    if (text === "") return "absent";
    if (text.includes("sha256:")) return "digest";
    if (SINGLE_VERSION.test(text) && isRepublished(text)) return "floating";
    if (FULL_VERSION.test(text)) return "pinned";
    const groups = parseGroups(text);
    return !groups || groups.some(admitsEverything) ? "floating" : "range";
  },

  compare(a, b) {
    const [left, right] = [parseVersion(a), parseVersion(b)];
    return left && right && compareReleases(left, right);
  },

  isStable: (version) => parseVersion(version)?.prerelease.length === 0,

  admits(constraint, version) {
    const [groups, release] = [parseGroups(constraint), parseVersion(version)];
    return groups && release && groups.some((group) => matches(group, release));
  },
};

function parseVersion(text: string): Release | undefined {
  const release = text.length <= MAX_LENGTH ? parseRelease(text.trim()) : undefined;
  return release && release.numbers.length <= 3 ? release : undefined;
}

/** Undefined if the text is not a constraint. */
function parseGroups(constraint: string): Group[] | undefined {
  if (constraint.trim() === "" || constraint.length > MAX_LENGTH) return undefined;
  const groups = constraint.split("||").map(parseGroup);
  return groups.every(isValid) ? groups : undefined;
}

function parseGroup(text: string): Group {
  const whole = text
    .replace(ANYTHING_WITH_PRERELEASE, ">=0.0.0-0")
    .replace(SHORT_WITH_PRERELEASE, (_, numbers: string, prerelease: string) =>
      numbers.includes(".") ? `${numbers}.0${prerelease}` : `${numbers}.0.0${prerelease}`,
    );
  const range = whole
    .replace(UNEQUAL, " ")
    .replaceAll(",", " ")
    .replaceAll("=>", ">=")
    .replaceAll("=<", "<=")
    .replaceAll("~>", "~")
    .trim();
  const unequal = [...whole.matchAll(UNEQUAL)].map((clause) => clause.groups?.["version"] ?? "");
  return { range, unequal, includePrerelease: PRERELEASE.test(whole) };
}

const isValid = ({ range, unequal }: Group): boolean =>
  (range !== "" || unequal.length > 0) &&
  [range, ...unequal].every((each) => semver.validRange(each) !== null);

const admitsEverything = ({ range, unequal, includePrerelease }: Group): boolean => {
  const normal = semver.validRange(range, { includePrerelease });
  return unequal.length === 0 && (normal === "*" || normal === ">=0.0.0-0" || normal === ">=0.0.0");
};

function matches({ range, unequal, includePrerelease }: Group, { numbers, prerelease }: Release): boolean {
  const [major = 0, minor = 0, patch = 0] = numbers;
  const version = [`${major}.${minor}.${patch}`, prerelease.join(".")].filter(Boolean).join("-");
  return (
    semver.satisfies(version, range, { includePrerelease }) &&
    !unequal.some((each) => semver.satisfies(version, each, { includePrerelease: true }))
  );
}
