/** A version of a C or C++ library in any common style: `1.1.1w`, `3.2.1-rc1`, `cci.20230101`, `2024-01-31`. */
export interface LooseVersion {
  parts: Part[];
  prerelease: Part[];
}

/** The number a part starts with (-1 if it starts with a letter) and the rest. */
type Part = [number: number, rest: string];

const VERSION = /^v?(?<main>[\da-z_]+(?:\.[\da-z_]+)*)(?:-(?<prerelease>[\w.-]+))?(?:\+[\w.+-]+)?$/i;
const PART = /^(?<number>\d*)(?<rest>.*)$/;
const DATE = /^(?<date>\d{4}-\d{2}-\d{2})(?<rest>(?:\.\d+)*)$/;

/** Returns undefined for a text without a number, such as the branch name `develop`. */
export function parseLooseVersion(text: string): LooseVersion | undefined {
  const { date, rest = "" } = DATE.exec(text)?.groups ?? {};
  const dotted = date === undefined ? text : date.replaceAll("-", ".") + rest;
  const { main, prerelease } = VERSION.exec(dotted)?.groups ?? {};
  return main === undefined || !/\d/.test(main)
    ? undefined
    : { parts: main.split(".").map(parsePart), prerelease: prerelease?.split(".").map(parsePart) ?? [] };
}

function parsePart(text: string): Part {
  const { number = "", rest = "" } = PART.exec(text)?.groups ?? {};
  return [number === "" ? -1 : Number(number), rest.toLowerCase()];
}

const ZERO: Part = [0, ""];
/** Sorts before every part that a version can have. */
const NONE: Part = [-2, ""];

interface CompareOptions {
  /** Whether `1.0` and `1.0.0` are the same version, which is the default. Otherwise `1.0` precedes `1.0.0`. */
  ignoresTrailingZeros?: boolean;
}

/** A pre-release precedes its release. */
export function compareLooseVersions(
  a: LooseVersion,
  b: LooseVersion,
  { ignoresTrailingZeros = true }: CompareOptions = {},
): number {
  const order = compareParts(a.parts, b.parts, ignoresTrailingZeros ? ZERO : NONE);
  if (order !== 0) return order;
  if (a.prerelease.length === 0 || b.prerelease.length === 0)
    return Math.sign(b.prerelease.length - a.prerelease.length);
  return (
    compareParts(a.prerelease, b.prerelease, ZERO) || Math.sign(a.prerelease.length - b.prerelease.length)
  );
}

function compareParts(a: readonly Part[], b: readonly Part[], missing: Part): number {
  for (let i = 0; i < Math.max(a.length, b.length); i++) {
    const [number, rest] = a[i] ?? missing;
    const [otherNumber, otherRest] = b[i] ?? missing;
    if (number !== otherNumber) return number < otherNumber ? -1 : 1;
    if (rest !== otherRest) return rest < otherRest ? -1 : 1;
  }
  return 0;
}
