/** A version range such as `[from,to)`. A null end is unbounded. */
export interface Interval {
  from: Bound | null;
  to: Bound | null;
}

export interface Bound {
  version: string;
  isIncluded: boolean;
}

const INTERVAL = /(?<open>[[(])(?<ends>[^[\]()]*)(?<close>[\])])(?:\s*,\s*(?=[[(])|\s*$)/y;

/** Parses `[1,2)`, `[1.5]` and `(,1],[2,)`, the syntax of Maven and NuGet. Undefined for any other text. */
export function parseIntervals(text: string): Interval[] | undefined {
  const trimmed = text.trim();
  const intervals: Interval[] = [];
  INTERVAL.lastIndex = 0;
  while (INTERVAL.lastIndex < trimmed.length) {
    const { open = "", ends = "", close = "" } = INTERVAL.exec(trimmed)?.groups ?? {};
    const interval = open === "" ? undefined : parseInterval(open === "[", ends, close === "]");
    if (!interval) return undefined;
    intervals.push(interval);
  }
  return intervals.length === 0 ? undefined : intervals;
}

/** A single version is both ends, so it is valid in square brackets only: `[1.5]`. */
function parseInterval(includesFrom: boolean, ends: string, includesTo: boolean): Interval | undefined {
  const versions = ends.split(",").map((end) => end.trim());
  const [from = "", to = from] = versions;
  if (versions.length > 2) return undefined;
  if (versions.length === 1 && !(from !== "" && includesFrom && includesTo)) return undefined;
  return { from: bound(from, includesFrom), to: bound(to, includesTo) };
}

const bound = (version: string, isIncluded: boolean): Bound | null =>
  version === "" ? null : { version, isIncluded };

export const versionsOf = (intervals: readonly Interval[]): string[] =>
  intervals.flatMap(({ from, to }) => [from, to].flatMap((end) => end?.version ?? []));

/** Whether there is a single interval whose two ends are the same version. */
export const isExact = ([first, ...others]: readonly Interval[]): boolean =>
  others.length === 0 && first?.from != null && first.from.version === first.to?.version;

export function contains(
  { from, to }: Interval,
  version: string,
  compare: (a: string, b: string) => number | undefined,
): boolean {
  const above = from === null ? 1 : (compare(version, from.version) ?? -1);
  const below = to === null ? -1 : (compare(version, to.version) ?? 1);
  return (
    (above > 0 || (above === 0 && from?.isIncluded === true)) &&
    (below < 0 || (below === 0 && to?.isIncluded === true))
  );
}
