import { compareOrdinal } from "../ordinal.ts";
import { isAbbreviatedCommit, isCommit } from "./git.ts";
import { contains, isExact, parseIntervals, versionsOf } from "./interval.ts";
import type { Versioning } from "./versioning.ts";

/** Maven accepts any text as a version. Texts without a digit are excluded: they are JitPack branches or `LATEST`. */
const VERSION = /^(?=.*\d)[\w.+~-]{1,256}$/;
const SNAPSHOT = /-SNAPSHOT$/i;
/** A deployed snapshot: it never changes, but it is not a release. */
const DEPLOYED_SNAPSHOT = /-\d{8}\.\d{6}-\d+$/;
/** Maven orders the first six before the release. The others are common names that it orders after the release. */
const PRERELEASE =
  /(?:^|[^a-z])(?:alpha|beta|milestone|rc|cr|snapshot|[abm](?=\d)|pre|preview|ea|eap|dev|nightly|canary)(?![a-z])/i;

/**
 * Maven: a plain version is a soft requirement that nearer declarations override. It counts as a pin because it applies
 * unless another declaration does. Snapshots float because they are published repeatedly.
 *
 * Requirements: https://maven.apache.org/pom.html#Dependency_Version_Requirement_Specification
 * Order: https://maven.apache.org/pom.html#Version_Order_Specification
 */
export const maven: Versioning = {
  state(constraint) {
    const text = constraint?.trim() ?? "";
    if (text === "") return "absent";
    const intervals = parseVersionIntervals(text);
    if (intervals) {
      if (versionsOf(intervals).length === 0) return "floating";
      return isExact(intervals) ? "pinned" : "range";
    }
    if (isCommit(text)) return "digest";
    return !SNAPSHOT.test(text) && (VERSION.test(text) || isAbbreviatedCommit(text)) ? "pinned" : "floating";
  },

  compare: (a, b) => (VERSION.test(a) && VERSION.test(b) ? compareMavenVersions(a, b) : undefined),

  isStable: (version) =>
    VERSION.test(version) && !PRERELEASE.test(version) && !DEPLOYED_SNAPSHOT.test(version),

  admits(constraint, version) {
    if (!VERSION.test(version)) return undefined;
    const text = constraint.trim();
    const intervals = parseVersionIntervals(text);
    if (intervals) return intervals.some((interval) => contains(interval, version, maven.compare));
    if (!VERSION.test(text) || isCommit(text)) return undefined;
    return compareMavenVersions(text, version) === 0;
  },
};

/** Undefined if an end is not a version, because then the interval is not ordered. */
function parseVersionIntervals(text: string): ReturnType<typeof parseIntervals> {
  const intervals = parseIntervals(text);
  return intervals && versionsOf(intervals).every((version) => VERSION.test(version)) ? intervals : undefined;
}

/** A part of a version. `isAfterDot` is false after a hyphen and at a transition between digits and letters. */
interface Token {
  isAfterDot: boolean;
  text: string;
}

/** Qualifiers in order; the empty one is the release itself. All other qualifiers follow. */
const QUALIFIERS = ["alpha", "beta", "milestone", "rc", "snapshot", "", "sp"];
const SYNONYMS: ReadonlyMap<string, string> = new Map([
  ["cr", "rc"],
  ["ga", ""],
  ["final", ""],
  ["release", ""],
]);
const SHORT: ReadonlyMap<string, string> = new Map([
  ["a", "alpha"],
  ["b", "beta"],
  ["m", "milestone"],
]);

/** Compares token by token; the shorter version is padded with null values. */
function compareMavenVersions(a: string, b: string): number {
  const [left, right] = [tokenize(a), tokenize(b)];
  for (let i = 0; i < Math.max(left.length, right.length); i++) {
    const [token, other] = [left[i], right[i]];
    const order = compareTokens(token ?? paddingFor(other), other ?? paddingFor(token));
    if (order !== 0) return order;
  }
  return 0;
}

const paddingFor = (other: Token | undefined): Token =>
  other?.isAfterDot && isNumber(other.text)
    ? { isAfterDot: true, text: "0" }
    : { isAfterDot: false, text: "" };

function tokenize(version: string): Token[] {
  const tokens: Token[] = [];
  let isAfterDot = true;
  for (const [index, run] of version
    .toLowerCase()
    .split(/([.-])/)
    .entries()) {
    if (index % 2 === 1) isAfterDot = run === ".";
    else tokens.push(...splitRun(run, isAfterDot));
  }
  return trimNulls(tokens);
}

/** Splits at transitions: `1rc2` is `1-rc-2`. An empty run between two separators is zero. */
function splitRun(run: string, isAfterDot: boolean): Token[] {
  const parts = run.match(/\d+|\D+/g) ?? ["0"];
  return parts.map((part, i) => ({
    isAfterDot: isAfterDot && i === 0,
    text: normalize(part, parts[i + 1] !== undefined),
  }));
}

function normalize(part: string, isBeforeNumber: boolean): string {
  if (isNumber(part)) return part.replace(/^0+(?=\d)/, "");
  return (isBeforeNumber ? SHORT.get(part) : undefined) ?? SYNONYMS.get(part) ?? part;
}

/** Removes null values (`0`, `final`) from the end and before each hyphen: `1.0-rc` is `1-rc`. */
function trimNulls(tokens: readonly Token[]): Token[] {
  const kept: Token[] = [];
  for (const token of tokens) {
    if (!token.isAfterDot) popNulls(kept);
    kept.push(token);
  }
  popNulls(kept);
  return kept;
}

function popNulls(tokens: Token[]): void {
  for (let last = tokens.at(-1); last && (last.text === "0" || last.text === ""); last = tokens.at(-1)) {
    tokens.pop();
  }
}

/** `.word` = `-word` < `-number` < `.number` */
function compareTokens(a: Token, b: Token): number {
  const [left, right] = [rankOf(a), rankOf(b)];
  if (left !== right) return Math.sign(left - right);
  return isNumber(a.text) ? compareDigits(a.text, b.text) : compareQualifiers(a.text, b.text);
}

const rankOf = ({ isAfterDot, text }: Token): number => (isNumber(text) ? (isAfterDot ? 2 : 1) : 0);

function compareQualifiers(a: string, b: string): number {
  const [left, right] = [QUALIFIERS.indexOf(a), QUALIFIERS.indexOf(b)];
  if (left === -1 && right === -1) return compareOrdinal(a, b);
  if (left === -1 || right === -1) return left === -1 ? 1 : -1;
  return Math.sign(left - right);
}

/** Compares digits as text because build numbers can exceed Number.MAX_SAFE_INTEGER. */
const compareDigits = (a: string, b: string): number =>
  Math.sign(a.length - b.length) || compareOrdinal(a, b);

const isNumber = (text: string): boolean => /^\d/.test(text);
