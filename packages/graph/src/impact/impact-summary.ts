import { ARTIFACT_TYPES, type ArtifactType } from "@knockon/contract/vocabulary/artifact-type";
import { CLOCKS, type Clock } from "@knockon/contract/vocabulary/clock";
import { MENTION_ROLES, ROLES, type Role } from "@knockon/contract/vocabulary/role";
import { CERTAIN } from "../confidence.ts";
import type { Arrivals } from "./arrivals.ts";
import { placesOf, type Level } from "./artifact-graph.ts";
import { SPEEDS } from "./clock.ts";
import { hopsOf, isOfRoles, rolesOf, speedOf, strengthOf, typeIn } from "./route.ts";
import type { Spread, SpreadQuery } from "./spread.ts";
import { maskOf, strongestOf } from "./use-traits.ts";

/** Minimum confidence of each band, highest first. */
const BANDS = { high: 900, medium: 800, low: 600, mention: 0 } as const;
type ConfidenceBand = keyof typeof BANDS;
const BAND_NAMES = Object.keys(BANDS) as ConfidenceBand[];
const LOWEST = Object.values(BANDS);
/** The band of each confidence: an index into `BAND_NAMES`. */
const BAND_OF_STRENGTH = Uint8Array.from({ length: CERTAIN + 1 }, (_, strength) =>
  LOWEST.findIndex((lowest) => strength >= lowest),
);

/** Indices into `CLOCKS`. */
const CLOCK_OF_SPEED = SPEEDS.map((clock) => CLOCKS.indexOf(clock));

/** Numbers of direct and transitive dependents. */
interface Split<K extends string> {
  direct: Record<K, number>;
  transitive: Record<K, number>;
}

/** Counts of repositories. */
export interface ImpactSummary {
  direct: number;
  transitive: number;
  byClock: Split<Clock>;
  /** A repository counts once, with its strongest role. */
  byRole: Split<Role>;
  /** Repositories that only mention the root. */
  mentions: number;
  /** By the type of the last use of the path. */
  byDependencyType: Partial<Record<ArtifactType, number>>;
  byConfidenceBand: Record<ConfidenceBand, number>;
}

export function summarize(
  level: Level,
  query: SpreadQuery,
  found: Spread,
  arrivals: Arrivals,
): ImpactSummary {
  const { direct, transitive } = tally(found, arrivals);
  const total = (counts: "types" | "bands") =>
    direct[counts].map((count, i) => count + (transitive[counts][i] ?? 0));
  const split = <K extends string>(keys: readonly K[], counts: "clocks" | "roles"): Split<K> => ({
    direct: recordOf(keys, direct[counts]),
    transitive: recordOf(keys, transitive[counts]),
  });
  const byType = Object.entries(recordOf(ARTIFACT_TYPES, total("types")));
  return {
    direct: direct.count,
    transitive: transitive.count,
    byClock: split(CLOCKS, "clocks"),
    byRole: split(ROLES, "roles"),
    mentions: countMentions(level, query, found, arrivals),
    byDependencyType: Object.fromEntries(byType.filter(([, count]) => count > 0)),
    byConfidenceBand: recordOf(BAND_NAMES, total("bands")),
  };
}

/** Numbers of affected repositories: all, and by clock, role, type of the last use, and confidence band. */
interface Tally {
  count: number;
  clocks: Uint32Array;
  roles: Uint32Array;
  types: Uint32Array;
  bands: Uint32Array;
}

const emptyTally = (): Tally => ({
  count: 0,
  clocks: new Uint32Array(CLOCKS.length),
  roles: new Uint32Array(ROLES.length),
  types: new Uint32Array(ARTIFACT_TYPES.length),
  bands: new Uint32Array(BAND_NAMES.length),
});

function tally({ users: { facts } }: Spread, { routes, last }: Arrivals) {
  const [direct, transitive] = [emptyTally(), emptyTally()];
  for (let rank = 0; rank < routes.length; rank++) {
    const route = routes[rank] ?? 0;
    if (route === 0) continue;
    const counts = hopsOf(route) === 1 ? direct : transitive;
    counts.count++;
    increment(counts.clocks, CLOCK_OF_SPEED[speedOf(route)] ?? 0);
    increment(counts.roles, strongestOf(rolesOf(route)));
    increment(counts.types, typeIn(facts[last[rank] ?? 0] ?? 0));
    increment(counts.bands, BAND_OF_STRENGTH[strengthOf(route)] ?? 0);
  }
  return { direct, transitive };
}

const increment = (counts: Uint32Array, index: number): void => {
  counts[index] = (counts[index] ?? 0) + 1;
};

/** Includes every key, with 0 if it does not occur. */
const recordOf = <K extends string>(keys: readonly K[], counts: Uint32Array) =>
  Object.fromEntries(keys.map((key, i) => [key, counts[i] ?? 0])) as Record<K, number>;

/** Counts the other repositories that use what changes only in roles that do not affect them, at any confidence. */
function countMentions(
  level: Level,
  { root, roles, countsForRoot }: SpreadQuery,
  { routes }: Spread,
  arrivals: Arrivals,
): number {
  const { offsets, values, into, facts } = level.users;
  const mentions = maskOf(MENTION_ROLES) & ~roles;
  /** 1 for repositories that are neither affected nor counted. */
  const isOpen = new Uint8Array(arrivals.routes.length);
  for (let rank = 0; rank < isOpen.length; rank++) isOpen[rank] = Number(arrivals.routes[rank] === 0);
  isOpen[root] = 0;
  let count = 0;
  for (const place of placesOf(level, root)) {
    const end = hopsOf(routes[place] ?? 0) === 0 ? (offsets[place + 1] ?? 0) : 0;
    for (let at = offsets[place] ?? 0; at < end; at++) {
      const rank = level.repository[into[at] ?? 0] ?? 0;
      // One branch that is rarely taken, because the role of a use cannot be predicted.
      const isMention = (isOpen[rank] ?? 0) & Number(isOfRoles(facts[at] ?? 0, mentions));
      if (isMention === 0 || countsForRoot?.(values[at] ?? 0) === false) continue;
      isOpen[rank] = 0;
      count++;
    }
  }
  return count;
}
