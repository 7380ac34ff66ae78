/** One `[from,to)`; an end that is left out has no bound. */
export interface Interval {
  from: Bound | null;
  to: Bound | null;
}

export interface Bound {
  version: string;
  isIncluded: boolean;
}

/** More intervals than anybody writes. */
const MAX_LENGTH = 1024;
const INTERVAL = /(?<open>[[(])(?<ends>[^[\]()]*)(?<close>[\])])(?:\s*,\s*(?=[[(])|\s*$)/y;

/** `[1,2)`, `[1.5]`, `(,1],[2,)` as Maven and NuGet write them; undefined for anything else. */
export function parseIntervals(text: string): Interval[] | undefined {
  const written = text.trim();
  if (written.length > MAX_LENGTH) return undefined;
  const intervals: Interval[] = [];
  INTERVAL.lastIndex = 0;
  while (INTERVAL.lastIndex < written.length) {
    const { open = "", ends = "", close = "" } = INTERVAL.exec(written)?.groups ?? {};
    const interval = open === "" ? undefined : intervalOf(open === "[", ends, close === "]");
    if (!interval) return undefined;
    intervals.push(interval);
  }
  return intervals.length === 0 ? undefined : intervals;
}

/** A single version stands for both ends, so it says something between square brackets only. */
function intervalOf(includesFrom: boolean, ends: string, includesTo: boolean): Interval | undefined {
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

/** Both ends are one version: nothing else is meant. */
export const isExact = ([first, ...others]: readonly Interval[]): boolean =>
  others.length === 0 && first?.from != null && first.from.version === first.to?.version;

/** `compare` is asked for versions only. */
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
