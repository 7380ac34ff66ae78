import { isNamed, shownBreaks, type ShownBreak } from "@knockon/contract/check/named-check";
import type { Check, CheckBreak, UnnamedConsumers } from "@knockon/contract/resources/check";
import { CLOCKS } from "@knockon/contract/vocabulary/clock";
import type { CheckConfig, Ignore } from "./check-config.ts";

/** A check with the settings applied, and what the user should know about them. */
export interface Applied {
  check: Check;
  /** A sentence each. */
  notes: string[];
}

/** Leaves out ignored breaks and those outside `paths`. A check is incomplete if its graph is older than `max_age`, or if a changed interface can't be read. */
export function applyConfig(
  check: Check,
  { ignores, paths, maxAge }: CheckConfig,
  { now, isUnread }: { now: Date; isUnread: boolean },
): Applied {
  const [current, expired] = [
    ignores.filter(({ expires }) => !expires || now < expires),
    ignores.filter(({ expires }) => expires && now >= expires),
  ];
  const isInPaths = (one: ShownBreak): boolean => !paths || paths.some((path) => isBelow(one, path));
  const counts = (one: ShownBreak): boolean =>
    isInPaths(one) && !current.some((ignore) => isIgnored(one, ignore));
  const inPaths = shownBreaks(check).filter(isInPaths);
  const breaks = check.breaks.filter(counts);
  const { breaking, ...keptUnnamed } = keepUnnamed(check, counts);
  const unnamed = check.unnamed && { ...check.unnamed, ...keptUnnamed };
  const kept = shownBreaks({ breaks, unnamed });
  const ignored = inPaths.length - kept.length;
  const { scanned_at: scannedAt } = check.graph;
  const isStale =
    maxAge !== undefined && (scannedAt === null || now.getTime() - Date.parse(scannedAt) > maxAge);
  const complete = check.graph.complete && !isStale && !isUnread;
  const notes = [
    ...expired.filter((ignore) => inPaths.some((one) => isIgnored(one, ignore))).map(describeExpired),
    ...(ignored > 0
      ? [`${ignored} ${ignored === 1 ? "break is" : "breaks are"} ignored by the settings.`]
      : []),
    ...(isStale ? [describeAge(scannedAt)] : []),
  ];
  const isUndecided = check.undecided.length > 0 || (unnamed?.undecided ?? 0) > 0 || !complete;
  return {
    check: {
      ...check,
      breaks,
      ...(unnamed && { unnamed }),
      verdict: kept.length > 0 ? "breaks" : isUndecided ? "undecided" : "clean",
      reached: { ...check.reached, breaking: countConsumers(breaks) + breaking },
      graph: { ...check.graph, complete },
    },
    notes,
  };
}

const countConsumers = (breaks: readonly CheckBreak[]): number =>
  new Set(breaks.map(({ consumer }) => consumer.id)).size;

/**
 * Returns the breaks of unnamed consumers that count. How many repositories they are is not known if some are left out: the
 * number is an upper bound.
 */
function keepUnnamed(
  { reached, breaks, unnamed }: Check,
  counts: (one: ShownBreak) => boolean,
): Pick<UnnamedConsumers, "breaks" | "by_clock"> & { breaking: number } {
  const kept = unnamed?.breaks.filter(counts) ?? [];
  const sum = (of: typeof kept): number => of.reduce((total, one) => total + one.repositories, 0);
  const byClock = CLOCKS.map((clock) => {
    const most = sum(kept.filter((one) => one.clock === clock));
    return [clock, Math.min(most, unnamed?.by_clock[clock] ?? 0)] as const;
  });
  return {
    breaks: kept,
    by_clock: Object.fromEntries(byClock.filter(([, count]) => count > 0)),
    breaking: Math.min(sum(kept), reached.breaking - countConsumers(breaks)),
  };
}

function isBelow({ before, after }: ShownBreak, path: string): boolean {
  const folder = path.replace(/(?<!\/)\/+$/, "");
  return [before, after].some((place) => place?.file === folder || place?.file.startsWith(`${folder}/`));
}

/** An ignore with a consumer does not apply to consumers that are not named. */
const isIgnored = (one: ShownBreak, { artifact, name, consumer }: Ignore): boolean =>
  (artifact === undefined || one.producer_artifact.name === artifact) &&
  (name === undefined || one.name === name) &&
  (consumer === undefined ||
    (isNamed(one) && one.consumer.full_path.toLowerCase() === consumer.toLowerCase()));

const describeExpired = ({ reason, expires }: Ignore): string =>
  `An ignore expired on ${expires?.toISOString().slice(0, 10)} (${reason}). Fix the break or extend it.`;

const describeAge = (scannedAt: string | null): string =>
  `The graph is older than max_age allows${scannedAt === null ? "" : `: it was scanned at ${scannedAt}`}. Scan the organization again.`;
