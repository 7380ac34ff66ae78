import semver from "semver";
import { compareReleases, parseRelease, type Release } from "./release.ts";
import { isRepublished } from "./republished.ts";
import type { Versioning } from "./versioning.ts";

const WHOLE = /^=?\s*v?\d+\.\d+\.\d+(?:[-+][\w.+-]+)?$/i;
/** One version, its numbers all given or not; nothing that compares. */
const ALONE = /^=?\s*v?\d[\w.+-]*$/i;
/** `1.2-0`: numbers are left out although a pre-release follows, which asks for pre-releases too. */
const SHORT_WITH_PRERELEASE =
  /(?<![\w.+-])v?(?<numbers>\d{1,9}(?:\.\d{1,9})?)(?<prerelease>-[\da-z][\w.-]*)/gi;
const ANYTHING_WITH_PRERELEASE = /(?<![\w.+-])[*x]-0(?![\w.])/gi;
const PRERELEASE = /\d-[\da-z]/i;
const UNEQUAL = /!=\s*(?<version>[^\s,]+)/g;
/** Longer texts are no constraints; bounds the work of the patterns above. */
const MAX_LENGTH = 256;

/** What one side of `||` asks for. */
interface Group {
  range: string;
  unequal: string[];
  includePrerelease: boolean;
}

/**
 * Chart versions as Helm's library reads them: commas as well as spaces mean "and", `1.2` is the line `1.2.x`, `!=`
 * exists, and one pre-release among the clauses (`>=1.2-0`) admits all pre-releases within them.
 */
export const helm: Versioning = {
  state(constraint) {
    const text = constraint?.trim() ?? "";
    if (text === "") return "absent";
    if (text.includes("sha256:")) return "digest";
    if (ALONE.test(text) && isRepublished(text)) return "floating";
    if (WHOLE.test(text)) return "pinned";
    const groups = findGroups(text);
    return !groups || groups.some(isAnything) ? "floating" : "range";
  },

  compare(a, b) {
    const [left, right] = [findVersion(a), findVersion(b)];
    return left && right && compareReleases(left, right);
  },

  isStable: (version) => findVersion(version)?.prerelease.length === 0,

  admits(constraint, version) {
    const [groups, release] = [findGroups(constraint), findVersion(version)];
    return groups && release && groups.some((group) => holds(group, release));
  },
};

function findVersion(text: string): Release | undefined {
  const release = text.length <= MAX_LENGTH ? parseRelease(text.trim()) : undefined;
  return release && release.numbers.length <= 3 ? release : undefined;
}

/** Undefined for what is no constraint. */
function findGroups(constraint: string): Group[] | undefined {
  if (constraint.trim() === "" || constraint.length > MAX_LENGTH) return undefined;
  const groups = constraint.split("||").map(readGroup);
  return groups.every(isValid) ? groups : undefined;
}

/** In npm's spelling, which lacks only the inequality. */
function readGroup(text: string): Group {
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

const isAnything = ({ range, unequal, includePrerelease }: Group): boolean => {
  const normal = semver.validRange(range, { includePrerelease });
  return unequal.length === 0 && (normal === "*" || normal === ">=0.0.0-0" || normal === ">=0.0.0");
};

function holds({ range, unequal, includePrerelease }: Group, { numbers, prerelease }: Release): boolean {
  const [major = 0, minor = 0, patch = 0] = numbers;
  const version = [`${major}.${minor}.${patch}`, prerelease.join(".")].filter(Boolean).join("-");
  return (
    semver.satisfies(version, range, { includePrerelease }) &&
    !unequal.some((each) => semver.satisfies(version, each, { includePrerelease: true }))
  );
}
