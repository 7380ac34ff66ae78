import { ARTIFACT_TYPES, type ArtifactType } from "@knockon/contract/vocabulary/artifact-type";
import { CLOCKS, type Clock } from "@knockon/contract/vocabulary/clock";
import { MENTION_ROLES, ROLES, type Role } from "@knockon/contract/vocabulary/role";
import { CERTAIN } from "../confidence.ts";
import type { Arrivals } from "./arrivals.ts";
import { placesOf, type Level } from "./artifact-graph.ts";
import { SPEEDS } from "./clock.ts";
import { hopsOf, rolesOf, speedOf, strengthOf } from "./route.ts";
import type { Spread, SpreadQuery } from "./spread.ts";
import { isOfRoles, maskOf, strongestOf, typeIn } from "./use-traits.ts";

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
  const { nodes, routes } = arrivals;
  let directs = 0;
  while (hopsOf(routes[nodes[directs] ?? -1] ?? 0) === 1) directs++;
  const direct = tally(nodes.subarray(0, directs), found, arrivals);
  const transitive = tally(nodes.subarray(directs), found, arrivals);
  const total = (counts: "types" | "bands") =>
    direct[counts].map((count, i) => count + (transitive[counts][i] ?? 0));
  const split = <K extends string>(keys: readonly K[], counts: "clocks" | "roles"): Split<K> => ({
    direct: recordOf(keys, direct[counts]),
    transitive: recordOf(keys, transitive[counts]),
  });
  const byType = Object.entries(recordOf(ARTIFACT_TYPES, total("types")));
  return {
    direct: directs,
    transitive: nodes.length - directs,
    byClock: split(CLOCKS, "clocks"),
    byRole: split(ROLES, "roles"),
    mentions: countMentions(level, query, found, arrivals),
    byDependencyType: Object.fromEntries(byType.filter(([, count]) => count > 0)),
    byConfidenceBand: recordOf(BAND_NAMES, total("bands")),
  };
}

/** Numbers of nodes by clock, role, type of the last use, and confidence band: by indices into their lists. */
function tally(nodes: Uint32Array, { users: { facts } }: Spread, { routes, last }: Arrivals) {
  const clocks = new Uint32Array(CLOCKS.length);
  const roles = new Uint32Array(ROLES.length);
  const types = new Uint32Array(ARTIFACT_TYPES.length);
  const bands = new Uint32Array(BAND_NAMES.length);
  for (let i = 0; i < nodes.length; i++) {
    const node = nodes[i] ?? 0;
    const route = routes[node] ?? 0;
    increment(clocks, CLOCK_OF_SPEED[speedOf(route)] ?? 0);
    increment(roles, strongestOf(rolesOf(route)));
    increment(types, typeIn(facts[last[node] ?? 0] ?? 0));
    increment(bands, BAND_OF_STRENGTH[strengthOf(route)] ?? 0);
  }
  return { clocks, roles, types, bands };
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
  const isMentioning = new Uint8Array(arrivals.routes.length);
  let count = 0;
  for (const place of placesOf(level, root)) {
    const end = hopsOf(routes[place] ?? 0) === 0 ? (offsets[place + 1] ?? 0) : 0;
    for (let at = offsets[place] ?? 0; at < end; at++) {
      const node = level.repository[into[at] ?? 0] ?? 0;
      if (arrivals.routes[node] !== 0 || isMentioning[node] === 1) continue;
      if (!isOfRoles(facts[at] ?? 0, mentions)) continue;
      if (countsForRoot?.(values[at] ?? 0) === false) continue;
      isMentioning[node] = 1;
      count++;
    }
  }
  return count;
}
