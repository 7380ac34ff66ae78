import { contains, isExact, parseIntervals, versionsOf } from "./interval.ts";
import { compareNumbers, compareReleases, parseRelease, type Release } from "./release.ts";
import type { Versioning } from "./versioning.ts";

/** `*`, `1.*`, `1.2.*-*`, `1.2.3-rc.*`: resolves to the highest match. */
const FLOATING = /^(?<numbers>(?:\d+\.)*)\*(?<prerelease>-\*)?$|^(?<release>\d+(?:\.\d+)*-[\da-z.-]*)\*$/i;

/**
 * NuGet: `1.2.3` is a minimum, but NuGet installs the lowest match, so it counts as a pin. Pre-release labels are
 * case-insensitive.
 *
 * https://learn.microsoft.com/en-us/nuget/concepts/package-versioning
 */
export const nuget: Versioning = {
  state(constraint) {
    const text = constraint?.trim() ?? "";
    if (text === "") return "absent";
    const intervals = parseVersionInterval(text);
    if (intervals) {
      if (versionsOf(intervals).length === 0) return "floating";
      return isExact(intervals) ? "pinned" : "range";
    }
    return parseVersion(text) ? "pinned" : "floating";
  },

  compare(a, b) {
    const [left, right] = [parseVersion(a), parseVersion(b)];
    return left && right && compareReleases(left, right);
  },

  isStable: (version) => parseVersion(version)?.prerelease.length === 0,

  admits(constraint, version) {
    const release = parseVersion(version);
    if (!release) return undefined;
    const text = constraint.trim();
    const intervals = parseVersionInterval(text);
    if (intervals) return intervals.some((interval) => contains(interval, version, nuget.compare));
    const pin = parseVersion(text);
    return pin ? compareReleases(pin, release) === 0 : matchesFloating(text, version, release);
  },
};

const parseVersion = (text: string): Release | undefined => parseRelease(text.toLowerCase());

/** Undefined for several intervals, which NuGet does not support, and for ends that are not versions. */
function parseVersionInterval(text: string): ReturnType<typeof parseIntervals> {
  const intervals = parseIntervals(text);
  if (intervals?.length !== 1) return undefined;
  return versionsOf(intervals).every((version) => parseVersion(version)) ? intervals : undefined;
}

function matchesFloating(text: string, version: string, release: Release): boolean | undefined {
  const { numbers, prerelease, release: start } = FLOATING.exec(text)?.groups ?? {};
  if (start !== undefined) {
    const least = parseVersion(start.slice(0, start.indexOf("-")));
    return (
      version.toLowerCase().startsWith(start.toLowerCase()) ||
      (least !== undefined &&
        release.prerelease.length === 0 &&
        compareNumbers(release.numbers, least.numbers) === 0)
    );
  }
  if (numbers === undefined) return undefined;
  if (release.prerelease.length > 0 && prerelease === undefined) return false;
  const line = numbers.split(".").slice(0, -1).map(Number);
  return line.every((number, i) => number === (release.numbers[i] ?? 0));
}
