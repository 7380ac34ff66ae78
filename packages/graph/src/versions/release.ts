import semver from "semver";

/** A dotted version number of any length, with what may follow it. Build metadata has no place in the order. */
export interface Release {
  numbers: number[];
  prerelease: string[];
}

const RELEASE = /^v?(?<numbers>\d+(?:\.\d+)*)(?:-(?<prerelease>[\da-z.-]+))?(?:\+[\da-z.-]+)?$/i;

export function parseRelease(text: string): Release | undefined {
  const { numbers, prerelease } = RELEASE.exec(text)?.groups ?? {};
  if (numbers === undefined) return undefined;
  return { numbers: numbers.split(".").map(Number), prerelease: prerelease?.split(".") ?? [] };
}

/** Missing numbers count as zero; a pre-release comes before its release. */
export function compareReleases(a: Release, b: Release): number {
  return compareNumbers(a.numbers, b.numbers) || comparePrereleases(a.prerelease, b.prerelease);
}

export function compareNumbers(a: readonly number[], b: readonly number[]): number {
  for (let i = 0; i < Math.max(a.length, b.length); i++) {
    const difference = (a[i] ?? 0) - (b[i] ?? 0);
    if (difference !== 0) return Math.sign(difference);
  }
  return 0;
}

function comparePrereleases(a: readonly string[], b: readonly string[]): number {
  if (a.length === 0 || b.length === 0) return Math.sign(b.length - a.length);
  for (const [i, identifier] of a.entries()) {
    const other = b[i];
    if (other === undefined) return 1;
    const order = semver.compareIdentifiers(identifier, other);
    if (order !== 0) return order;
  }
  return Math.sign(a.length - b.length);
}

/** Is the release on the line that a moving reference such as `4` or `4.1` names? */
export const isOnLine = (line: readonly number[], release: readonly number[]): boolean =>
  line.every((number, i) => number === (release[i] ?? 0));
