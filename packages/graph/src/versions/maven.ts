import { isAbbreviatedCommit, isCommit } from "./commit.ts";
import { contains, isExact, parseIntervals, versionsOf } from "./interval.ts";
import { compareMavenVersions } from "./maven-order.ts";
import type { Versioning } from "./versioning.ts";

/** Maven takes any text; one without a digit is a branch to JitPack, or `LATEST`, and orders nothing. */
const VERSION = /^(?=.*\d)[\w.+~-]{1,256}$/;
const SNAPSHOT = /-SNAPSHOT$/i;
/** What a snapshot is called once it is deployed: it never changes, and is no release. */
const DEPLOYED_SNAPSHOT = /-\d{8}\.\d{6}-\d+$/;
/** The order knows the first six; the others are words of custom, which it puts after the release. */
const PRERELEASE =
  /(?:^|[^a-z])(?:alpha|beta|milestone|rc|cr|snapshot|[abm](?=\d)|pre|preview|ea|eap|dev|nightly|canary)(?![a-z])/i;

/**
 * Maven's constraints. A version alone is only a wish (nearer declarations win over it), but it is the wish that
 * takes effect where nothing else is said: a pin. A snapshot is published again and again.
 */
export const maven: Versioning = {
  state(constraint) {
    const text = constraint?.trim() ?? "";
    if (text === "") return "absent";
    const intervals = findIntervals(text);
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
    const intervals = findIntervals(text);
    if (intervals) return intervals.some((interval) => contains(interval, version, maven.compare));
    if (!VERSION.test(text) || isCommit(text)) return undefined;
    return compareMavenVersions(text, version) === 0;
  },
};

/** Undefined also where an end is no version: nobody can tell what lies between. */
function findIntervals(text: string): ReturnType<typeof parseIntervals> {
  const intervals = parseIntervals(text);
  return intervals && versionsOf(intervals).every((version) => VERSION.test(version)) ? intervals : undefined;
}
