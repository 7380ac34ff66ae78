import type { ArtifactType } from "@knockon/contract/vocabulary/artifact-type";
import { CLOCKS, type Clock } from "@knockon/contract/vocabulary/clock";
import { MENTION_ROLES, ROLES, type Role } from "@knockon/contract/vocabulary/role";
import type { Thousandths } from "../confidence.ts";
import type { PackedGraph } from "../packed-graph.ts";
import type { AffectedRepository } from "./affected-repository.ts";
import { placesOf, type Level } from "./artifact-graph.ts";
import type { Spread, SpreadQuery } from "./spread.ts";
import { isOfRoles, maskOf } from "./use-traits.ts";

/** Minimum confidence of each band, highest first. */
const BANDS = { high: 900, medium: 800, low: 600, mention: 0 } as const;
type ConfidenceBand = keyof typeof BANDS;
const BAND_NAMES = Object.keys(BANDS) as ConfidenceBand[];

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
  graph: PackedGraph,
  level: Level,
  query: SpreadQuery,
  found: Spread,
  affected: readonly AffectedRepository[],
): ImpactSummary {
  const direct = affected.filter((one) => one.direct);
  const transitive = affected.filter((one) => !one.direct);
  const split = <K extends string>(keys: readonly K[], keyOf: (one: AffectedRepository) => K): Split<K> => ({
    direct: countBy(keys, direct.map(keyOf)),
    transitive: countBy(keys, transitive.map(keyOf)),
  });
  return {
    direct: direct.length,
    transitive: transitive.length,
    byClock: split(CLOCKS, ({ clock }) => clock),
    byRole: split(ROLES, ({ role }) => role),
    mentions: countMentions(level, query, found),
    byDependencyType: countTypes(graph, found),
    byConfidenceBand: countBy(
      BAND_NAMES,
      affected.map(({ confidence }) => bandOf(confidence)),
    ),
  };
}

/** Counts the other repositories that use what changes only in roles that do not affect them, at any confidence. */
function countMentions(
  level: Level,
  { root, roles, countsForRoot }: SpreadQuery,
  { arrivals, hops }: Spread,
): number {
  const { offsets, values, consumer, facts } = level.users;
  const mentions = maskOf(MENTION_ROLES) & ~roles;
  const found = new Set<number>();
  for (const place of placesOf(level, root)) {
    const end = hops[place] === 0 ? (offsets[place + 1] ?? 0) : 0;
    for (let at = offsets[place] ?? 0; at < end; at++) {
      if (!isOfRoles(facts[at] ?? 0, mentions)) continue;
      if (countsForRoot?.(values[at] ?? 0) !== false) found.add(consumer[at] ?? 0);
    }
  }
  for (const { repository } of arrivals) found.delete(repository);
  return found.size;
}

/** Returns the number of affected repositories by the type of the last use of their path. */
const countTypes = ({ strings, uses }: PackedGraph, { arrivals }: Spread) =>
  countBy(
    [],
    arrivals.map(({ use }) => strings[uses.dependencyType[use] ?? -1] as ArtifactType),
  );

const bandOf = (confidence: Thousandths): ConfidenceBand =>
  BAND_NAMES.find((band) => confidence >= BANDS[band]) ?? "mention";

/** Includes every key of `keys`, with 0 if it does not occur. */
function countBy<K extends string>(keys: readonly K[], values: readonly K[]): Record<K, number> {
  const counts = Object.fromEntries(keys.map((key) => [key, 0])) as Record<K, number>;
  for (const value of values) counts[value] = (counts[value] ?? 0) + 1;
  return counts;
}
