import { contains, isExact, parseIntervals, versionsOf } from "./interval.ts";
import { compareNumbers, compareReleases, parseRelease, type Release } from "./release.ts";
import type { Versioning } from "./versioning.ts";

/** `*`, `1.*`, `1.2.*-*`, `1.2.3-rc.*`: the highest of what it covers. */
const FLOATING = /^(?<numbers>(?:\d+\.)*)\*(?<prerelease>-\*)?$|^(?<release>\d+(?:\.\d+)*-[\da-z.-]*)\*$/i;

/**
 * NuGet's constraints. `1.2.3` asks for that version or above and gets the lowest there is: that very version, so it
 * is a pin. Words after the hyphen compare without case.
 */
export const nuget: Versioning = {
  state(constraint) {
    const text = constraint?.trim() ?? "";
    if (text === "") return "absent";
    const intervals = findIntervals(text);
    if (intervals) {
      if (versionsOf(intervals).length === 0) return "floating";
      return isExact(intervals) ? "pinned" : "range";
    }
    return findVersion(text) ? "pinned" : "floating";
  },

  compare(a, b) {
    const [left, right] = [findVersion(a), findVersion(b)];
    return left && right && compareReleases(left, right);
  },

  isStable: (version) => findVersion(version)?.prerelease.length === 0,

  admits(constraint, version) {
    const release = findVersion(version);
    if (!release) return undefined;
    const text = constraint.trim();
    const intervals = findIntervals(text);
    if (intervals) return intervals.some((interval) => contains(interval, version, nuget.compare));
    const pin = findVersion(text);
    return pin ? compareReleases(pin, release) === 0 : floatsTo(text, version, release);
  },
};

const findVersion = (text: string): Release | undefined => parseRelease(text.toLowerCase());

/** One interval only, between versions: NuGet knows no more. */
function findIntervals(text: string): ReturnType<typeof parseIntervals> {
  const intervals = parseIntervals(text);
  if (intervals?.length !== 1) return undefined;
  return versionsOf(intervals).every((version) => findVersion(version)) ? intervals : undefined;
}

function floatsTo(text: string, version: string, release: Release): boolean | undefined {
  const { numbers, prerelease, release: start } = FLOATING.exec(text)?.groups ?? {};
  if (start !== undefined) {
    const least = findVersion(start.slice(0, start.indexOf("-")));
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
