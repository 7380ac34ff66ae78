import { compareOrdinal } from "../ordinal.ts";

/** A dotted version number of any length. Build metadata is dropped because it does not affect the order. */
export interface Release {
  readonly numbers: readonly number[];
  readonly prerelease: readonly string[];
}

const RELEASE = /^v?(?<numbers>\d+(?:\.\d+)*)(?:-(?<prerelease>[\da-z.-]+))?(?:\+[\da-z.-]+)?$/i;

export const parseRelease = remembering((text): Release | undefined => {
  const { numbers, prerelease } = RELEASE.exec(text)?.groups ?? {};
  if (numbers === undefined) return undefined;
  return { numbers: numbers.split(".").map(Number), prerelease: prerelease?.split(".") ?? [] };
});

const MAX_REMEMBERED = 10_000;
/** Of a text. Few versions are longer. */
const MAX_LENGTH = 100;

/** Remembers the results of a parser: the tags of a repository are compared with each other, for each of its artifacts. */
export function remembering<T>(parse: (text: string) => T): (text: string) => T {
  const known = new Map<string, T>();
  return (text) => {
    if (known.has(text)) return known.get(text) as T;
    const parsed = parse(text);
    if (known.size === MAX_REMEMBERED) known.clear();
    if (text.length <= MAX_LENGTH) known.set(text, parsed);
    return parsed;
  };
}

/** Orders releases as https://semver.org/#spec-item-11 does. Missing numbers count as zero. */
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
    const order = compareIdentifiers(identifier, other);
    if (order !== 0) return order;
  }
  return Math.sign(a.length - b.length);
}

const NUMERIC = /^\d+$/;

/** Numbers come before other identifiers. */
function compareIdentifiers(a: string, b: string): number {
  const isNumeric = NUMERIC.test(a);
  if (isNumeric !== NUMERIC.test(b)) return isNumeric ? -1 : 1;
  if (!isNumeric) return compareOrdinal(a, b);
  const [x, y] = [Number(a), Number(b)];
  return x < y ? -1 : x > y ? 1 : 0;
}

/** Whether a version satisfies a comparison, given its order relative to the bound. Other operators mean equality. */
export function satisfiesOperator(operator: string, order: number): boolean {
  switch (operator) {
    case ">":
      return order > 0;
    case ">=":
      return order >= 0;
    case "<":
      return order < 0;
    case "<=":
      return order <= 0;
    case "!=":
    case "<>":
      return order !== 0;
    default:
      return order === 0;
  }
}

/** Whether a release belongs to the line of a moving reference such as `4` or `4.1`. */
export const isInReleaseLine = (line: readonly number[], numbers: readonly number[]): boolean =>
  line.every((number, i) => number === (numbers[i] ?? 0));

/**
 * Suffixes of versions that are published repeatedly: `8.10.0-SNAPSHOT`, `15-dev-latest`. `dev` is not among them because
 * it names a variant of some images.
 */
const REPUBLISHED = /[-_.](?:snapshot|latest|nightly|edge|main|master)$/i;

export const isRepublished = (version: string): boolean => REPUBLISHED.test(version);
