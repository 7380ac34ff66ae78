import type { Check, CheckBreak } from "@knockon/contract/resources/check";
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
  const inPaths = check.breaks.filter((one) => !paths || paths.some((path) => isBelow(one, path)));
  const breaks = inPaths.filter((one) => !current.some((ignore) => isIgnored(one, ignore)));
  const ignored = inPaths.length - breaks.length;
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
  const isUndecided = check.undecided.length > 0 || !complete;
  return {
    check: {
      ...check,
      breaks,
      verdict: breaks.length > 0 ? "breaks" : isUndecided ? "undecided" : "clean",
      reached: { ...check.reached, breaking: new Set(breaks.map(({ consumer }) => consumer.id)).size },
      graph: { ...check.graph, complete },
    },
    notes,
  };
}

function isBelow({ before, after }: CheckBreak, path: string): boolean {
  const folder = path.replace(/\/+$/, "");
  return [before, after].some((place) => place?.file === folder || place?.file.startsWith(`${folder}/`));
}

const isIgnored = (one: CheckBreak, { artifact, name, consumer }: Ignore): boolean =>
  (artifact === undefined || one.producer_artifact.name === artifact) &&
  (name === undefined || one.name === name) &&
  (consumer === undefined || one.consumer.full_path.toLowerCase() === consumer.toLowerCase());

const describeExpired = ({ reason, expires }: Ignore): string =>
  `An ignore expired on ${expires?.toISOString().slice(0, 10)} (${reason}). Fix the break or extend it.`;

const describeAge = (scannedAt: string | null): string =>
  `The graph is older than max_age allows${scannedAt === null ? "" : `: it was scanned at ${scannedAt}`}. Scan the organization again.`;
