import { ARTIFACT_TYPES, type ArtifactType } from "@knockon/contract/vocabulary/artifact-type";
import { CLOCKS, type Clock } from "@knockon/contract/vocabulary/clock";
import { MENTION_ROLES, ROLES, type Role } from "@knockon/contract/vocabulary/role";
import type { Arrivals } from "./arrivals.ts";
import { placesOf, type Level } from "./artifact-graph.ts";
import { SPEEDS } from "./clock.ts";
import { speedOf, strengthOf, UNREACHED, type Spread, type SpreadQuery } from "./spread.ts";
import { isOfRoles, maskOf, typeIn } from "./use-traits.ts";

/** Minimum confidence of each band, highest first. */
const BANDS = { high: 900, medium: 800, low: 600, mention: 0 } as const;
type ConfidenceBand = keyof typeof BANDS;
const BAND_NAMES = Object.keys(BANDS) as ConfidenceBand[];
const LOWEST = Object.values(BANDS);

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
  const { nodes, hops, quality, role } = arrivals;
  let directs = 0;
  while (hops[nodes[directs] ?? -1] === 1) directs++;
  const [direct, transitive] = [nodes.subarray(0, directs), nodes.subarray(directs)];
  const split = <K extends string>(keys: readonly K[], indexOf: (node: number) => number): Split<K> => ({
    direct: countBy(keys, direct, indexOf),
    transitive: countBy(keys, transitive, indexOf),
  });
  return {
    direct: direct.length,
    transitive: transitive.length,
    byClock: split(CLOCKS, (node) => CLOCK_OF_SPEED[speedOf(quality[node] ?? 0)] ?? 0),
    byRole: split(ROLES, (node) => role[node] ?? 0),
    mentions: countMentions(level, query, found, arrivals),
    byDependencyType: countTypes(level, arrivals),
    byConfidenceBand: countBy(BAND_NAMES, nodes, (node) => {
      const strength = strengthOf(quality[node] ?? 0);
      return LOWEST.findIndex((lowest) => strength >= lowest);
    }),
  };
}

/** Counts the other repositories that use what changes only in roles that do not affect them, at any confidence. */
function countMentions(
  level: Level,
  { root, roles, countsForRoot }: SpreadQuery,
  { hops }: Spread,
  arrivals: Arrivals,
): number {
  const { offsets, values, into, facts } = level.users;
  const mentions = maskOf(MENTION_ROLES) & ~roles;
  const isMentioning = new Uint8Array(arrivals.hops.length);
  let count = 0;
  for (const place of placesOf(level, root)) {
    const end = hops[place] === 0 ? (offsets[place + 1] ?? 0) : 0;
    for (let at = offsets[place] ?? 0; at < end; at++) {
      if (!isOfRoles(facts[at] ?? 0, mentions)) continue;
      const node = level.repository[into[at] ?? 0] ?? 0;
      if (arrivals.hops[node] !== UNREACHED || isMentioning[node] === 1) continue;
      if (countsForRoot?.(values[at] ?? 0) === false) continue;
      isMentioning[node] = 1;
      count++;
    }
  }
  return count;
}

/** Returns the number of affected repositories by the type of the last use of their path. */
function countTypes({ users }: Level, { nodes, last }: Arrivals): ImpactSummary["byDependencyType"] {
  const counts = countBy(ARTIFACT_TYPES, nodes, (node) => typeIn(users.facts[last[node] ?? 0] ?? 0));
  return Object.fromEntries(Object.entries(counts).filter(([, count]) => count > 0));
}

/** Includes every key, with 0 if it does not occur. `indexOf` returns the index of a node's key. */
function countBy<K extends string>(
  keys: readonly K[],
  nodes: Uint32Array,
  indexOf: (node: number) => number,
): Record<K, number> {
  const counts = new Uint32Array(keys.length);
  for (const node of nodes) {
    const key = indexOf(node);
    counts[key] = (counts[key] ?? 0) + 1;
  }
  return Object.fromEntries(keys.map((key, i) => [key, counts[i]])) as Record<K, number>;
}
