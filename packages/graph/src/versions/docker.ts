import { isAbbreviatedCommit, isCommit } from "./commit.ts";
import { compareNumbers, compareReleases, isOnLine, type Release } from "./release.ts";
import { isRepublished } from "./republished.ts";
import type { Versioning } from "./versioning.ts";

const TAG = /^v?(?<numbers>\d+(?:\.\d+)*)(?<suffix>[-_.+a-z].*)?$/i;
/** A variant that stands before its version, which is then a whole one: `optimized-26.7.0`. */
const PREFIXED = /^(?<prefix>(?:[a-z][a-z\d]*[-_])+)v?(?<numbers>\d+(?:\.\d+){2,})(?<suffix>[-_.+a-z].*)?$/i;
const PRERELEASE = /^(?<word>a|b|alpha|beta|rc|pre|preview|dev|snapshot|nightly|canary)(?<digits>[\d.]*)$/i;
const COMMIT_PREFIX = /^(?:sha|git)-/i;
/** A date or a build number, `20240115`, names one build although it has one part only. */
const STAMP = 100_000;

interface Tag extends Release {
  /** What the image is a variant of, without its numbers: `alpine3.19` and `alpine3.20` are one family. */
  family: string;
  familyNumbers: number[];
}

/**
 * Tags by custom: version, then pre-release or variant. A tag with fewer than three numbers is moved from release to
 * release, one of a snapshot from build to build; one that a publisher could move but by custom does not is called pinned.
 */
export const docker: Versioning = {
  state(constraint) {
    if (constraint === null || constraint === "") return "absent";
    if (isDigest(constraint)) return "digest";
    if (isBuild(constraint)) return "pinned";
    const tag = findVersion(constraint);
    return tag && (isStamp(tag) || !isRepublished(constraint)) ? "pinned" : "floating";
  },

  compare(a, b) {
    const [left, right] = [findVersion(a), findVersion(b)];
    if (left?.family !== right?.family || !left || !right) return undefined;
    return compareReleases(left, right) || compareNumbers(left.familyNumbers, right.familyNumbers);
  },

  isStable: (version) => findVersion(version)?.prerelease.length === 0,

  admits(constraint, version) {
    const [tag, released] = [findTag(constraint), findVersion(version)];
    if (!tag || !released || isDigest(constraint)) return undefined;
    const matches = isVersion(tag)
      ? compareReleases(tag, released) === 0
      : released.prerelease.length === 0 && isOnLine(tag.numbers, released.numbers);
    return matches && tag.family !== released.family ? undefined : matches;
  },
};

/** `sha256:…`, alone or after `1.2@`; a tag has no colon. */
const isDigest = (constraint: string): boolean => constraint.includes(":");

function isBuild(tag: string): boolean {
  const commit = tag.replace(COMMIT_PREFIX, "");
  return isCommit(commit) || isAbbreviatedCommit(commit);
}

const isVersion = (tag: Tag): boolean => tag.numbers.length >= 3 || isStamp(tag);

const isStamp = ({ numbers }: Tag): boolean => (numbers[0] ?? 0) >= STAMP;

function findVersion(text: string): Tag | undefined {
  const tag = findTag(text);
  return tag && isVersion(tag) ? tag : undefined;
}

function findTag(text: string): Tag | undefined {
  const { prefix = "", numbers, suffix = "" } = (TAG.exec(text) ?? PREFIXED.exec(text))?.groups ?? {};
  if (numbers === undefined) return undefined;
  const words = suffix.split(/[-_+]/).filter((word) => word !== "");
  const variant = words.filter((word) => !PRERELEASE.test(word)).join("-");
  return {
    numbers: numbers.split(".").map(Number),
    prerelease: words.flatMap(prereleaseIdentifiers),
    family: (prefix + variant.replace(/[\d.]+/g, "")).toLowerCase(),
    familyNumbers: (variant.match(/\d+/g) ?? []).map(Number),
  };
}

function prereleaseIdentifiers(word: string): string[] {
  const { word: name, digits = "" } = PRERELEASE.exec(word)?.groups ?? {};
  return name === undefined ? [] : [name.toLowerCase(), ...(digits.match(/\d+/g) ?? [])];
}
