import { isAbbreviatedCommit, isCommit } from "./git.ts";
import { compareNumbers, compareReleases, isInReleaseLine, isRepublished, type Release } from "./release.ts";
import type { Versioning } from "./versioning.ts";

const TAG = /^v?(?<numbers>\d+(?:\.\d+)*)(?<suffix>[-_.+a-z][^]*)?$/i;
/** A variant before the version, which then has at least three numbers: `optimized-26.7.0`. */
const PREFIXED =
  /^(?<prefix>(?:[a-z][a-z\d]*[-_])+)v?(?<numbers>\d+(?:\.\d+){2,})(?<suffix>[-_.+a-z][^]*)?$/i;
const PRERELEASE = /^(?<word>a|b|alpha|beta|rc|pre|preview|dev|snapshot|nightly|canary)(?<digits>[\d.]*)$/i;
const COMMIT_PREFIX = /^(?:sha|git)-/i;
/** From here on a single number is a date or build number (`20240115`), which identifies one build. */
const MIN_STAMP = 100_000;

/** The day of the build after another version or a name: `3.24-2026.06.1`, `bookworm-20240110-slim`. */
const DATED = /[-_](?:20\d{6}|20\d\d[.-]\d{1,2}[.-]\d{1,2})(?=$|[-_.+])/;

interface Tag extends Release {
  /** The variant without its numbers: `alpine3.19` and `alpine3.20` are one family. Families are not ordered. */
  family: string;
  familyNumbers: number[];
}

/**
 * Container images. No specification gives tags a meaning, so this follows the conventions of Docker's official images: a
 * version, then a pre-release or variant. Tags with fewer than three numbers and snapshot tags move (`floating`), unless they
 * contain a day. Any other version counts as a pin, although its publisher could move it.
 *
 * Tags: https://docs.docker.com/reference/cli/docker/image/tag/
 * Conventions: https://github.com/docker-library/official-images
 * Digests: https://github.com/opencontainers/image-spec/blob/main/descriptor.md#digests
 */
export const docker: Versioning = {
  state(constraint) {
    if (constraint === null || constraint === "") return "absent";
    if (isDigest(constraint)) return "digest";
    if (isBuild(constraint) || DATED.test(constraint)) return "pinned";
    const tag = parseVersion(constraint);
    return tag && (isStamp(tag) || !isRepublished(constraint)) ? "pinned" : "floating";
  },

  compare(a, b) {
    const [left, right] = [parseVersion(a), parseVersion(b)];
    if (left?.family !== right?.family || !left || !right) return undefined;
    return compareReleases(left, right) || compareNumbers(left.familyNumbers, right.familyNumbers);
  },

  isStable: (version) => parseVersion(version)?.prerelease.length === 0,

  admits(constraint, version) {
    const [tag, released] = [parseTag(constraint), parseVersion(version)];
    if (!tag || !released || isDigest(constraint)) return undefined;
    const matches = isVersion(tag)
      ? compareReleases(tag, released) === 0
      : released.prerelease.length === 0 && isInReleaseLine(tag.numbers, released.numbers);
    return matches && tag.family !== released.family ? undefined : matches;
  },
};

/** `sha256:…`, alone or after `1.2@`. Tags contain no colon. */
const isDigest = (constraint: string): boolean => constraint.includes(":");

function isBuild(tag: string): boolean {
  const commit = tag.replace(COMMIT_PREFIX, "");
  return isCommit(commit) || isAbbreviatedCommit(commit);
}

const isVersion = (tag: Tag): boolean => tag.numbers.length >= 3 || isStamp(tag);

const isStamp = ({ numbers }: Tag): boolean => (numbers[0] ?? 0) >= MIN_STAMP;

function parseVersion(text: string): Tag | undefined {
  const tag = parseTag(text);
  return tag && isVersion(tag) ? tag : undefined;
}

function parseTag(text: string): Tag | undefined {
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
