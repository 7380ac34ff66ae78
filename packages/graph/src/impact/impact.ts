import { CLOCKS, type Clock } from "@knockon/contract/vocabulary/clock";
import type { ArtifactType } from "@knockon/contract/vocabulary/artifact-type";
import { isMention, MENTION_ROLES, ROLES, type Role } from "@knockon/contract/vocabulary/role";
import { BUILD_EVIDENCE, type Thousandths } from "../confidence.ts";
import type { Use } from "../edges.ts";
import { compareOrdinal } from "../ordinal.ts";
import { adjacency, getUse, parseTraits, type Adjacency, type PackedGraph } from "../packed-graph.ts";
import { artifactLevel, placesOf, repositoryLevel } from "./artifact-graph.ts";
import { SPEEDS, speedsOf } from "./clock.ts";
import { dominatedCounts } from "./dominators.ts";
import { rollout } from "./rollout.ts";
import { spread, type Landing } from "./spread.ts";

export interface ImpactOptions {
  maxDepth: number;
  /** Minimum confidence of a use. */
  floor: Thousandths;
  /** `artifacts`: through what is built from what. `repositories`: through every use, an over-approximation. */
  through: "artifacts" | "repositories";
  /** Roles that affect a consumer. By default all that are not mentions; with `repositories` all. */
  roles?: readonly Role[] | undefined;
  /** Where the change starts: places of the root on the artifact level. By default, all. */
  starts?: readonly number[] | undefined;
  /** Whether a use of the root counts. By default, all do. */
  countsForRoot?: ((use: number) => boolean) | undefined;
  /** Returns the version that is released of a use's artifact: the one given for the root, or the latest known. */
  releaseOf: (use: number) => string | null;
}

/** The uses of one role and scope. */
export interface RoleOfUse {
  role: Role;
  clock: Clock;
  scope: string | null;
  uses: Use[];
}

export interface AffectedRepository {
  repositoryId: string;
  /** Whether the repository itself declares the root. */
  direct: boolean;
  hops: number;
  /** Of `path`: its weakest use. */
  confidence: Thousandths;
  /** Of the fastest path with the fewest hops. */
  clock: Clock;
  /** The use on `path` that decides the clock. */
  decidingUse: Use;
  /** From the root outward. The last use is the affected repository's own. */
  path: Use[];
  /** All uses that lead here with `hops` hops, strongest role first. */
  roles: RoleOfUse[];
  /** 1-based: `waves[wave - 1]` lists the repository. */
  wave: number;
  /** 1-based, equal for repositories that depend on each other; null outside cycles. */
  cycleGroup: number | null;
}

/** A repository that every path from the root to `dominates` other repositories goes through. */
export interface ChokePoint {
  repositoryId: string;
  dominates: number;
}

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

export interface Impact {
  summary: ImpactSummary;
  /** Sorted by hops, strongest role, then confidence, highest first. */
  affected: AffectedRepository[];
  /** Repository IDs in release order. */
  waves: string[][];
  /** Sorted by `dominates`, highest first. */
  chokePoints: ChokePoint[];
  /** The number of repositories that only uses below the floor lead to. */
  belowFloor: number;
}

/** Computes which repositories a change of the root affects, when they get it, and in which order to release them. */
export function impactOf(graph: PackedGraph, root: number, options: ImpactOptions): Impact {
  const { floor, through, maxDepth } = options;
  const level = through === "repositories" ? repositoryLevel(graph) : artifactLevel(graph);
  const starts = (through === "artifacts" && options.starts) || placesOf(level, root);
  const counts = countingUses(graph, options);
  const toSpeed = speedsOf(graph);
  const speed = (use: number): number => toSpeed(use, options.releaseOf(use));
  const examples = graph.strings.map((text) => text !== null && parseTraits(text).role === "example");
  const isSecondary = (use: number): boolean => examples[graph.uses.traits[use] ?? -1] === true;
  const query = { starts, maxDepth, floor, counts, speed, isSecondary };
  const { landings, traveled } = spread(graph, level, query);
  const affectedMask = new Uint8Array(graph.nodes.length);
  for (const node of landings.keys()) affectedMask[node] = 1;

  const awaited = traveled.filter((use) => graph.uses.target[use] !== root);
  const { wave, cycleGroup } = rollout(travel(graph, awaited, "producers", BUILD_EVIDENCE), affectedMask);
  const affected = [...landings]
    .map(([node, landing]) => ({
      repositoryId: graph.nodes[node] ?? "",
      ...present(graph, landing, speed),
      wave: wave.get(node) ?? 1,
      cycleGroup: cycleGroup.get(node) ?? null,
    }))
    .toSorted(compareAffected);
  const all = spread(graph, level, { ...query, floor: 0 }).landings;
  const mentioning = spread(graph, level, {
    ...query,
    maxDepth: 1,
    floor: 0,
    counts: countingUses(graph, { ...options, roles: MENTION_ROLES }),
  });
  const mentions = [...mentioning.landings.keys()].filter((node) => !landings.has(node)).length;
  return {
    summary: { ...summarize(affected), mentions },
    affected,
    waves: wavesOf(affected),
    chokePoints: chokePoints(
      graph,
      root,
      dominatedCounts(travel(graph, traveled, "consumers", 0), travel(graph, traveled, "producers", 0), root),
    ),
    belowFloor: [...all.keys()].filter((node) => !landings.has(node)).length,
  };
}

function countingUses(graph: PackedGraph, { through, roles, countsForRoot }: ImpactOptions) {
  const counting = new Set(roles ?? ROLES.filter((role) => through === "repositories" || !isMention(role)));
  const isCounting = graph.strings.map((text) => text !== null && counting.has(parseTraits(text).role));
  return (use: number, hops: number): boolean =>
    isCounting[graph.uses.traits[use] ?? -1] === true && (hops !== 1 || countsForRoot?.(use) !== false);
}

/** Returns the edges of a set of uses between repositories. */
function travel(
  { nodes, uses }: PackedGraph,
  traveled: readonly number[],
  toward: "producers" | "consumers",
  floor: Thousandths,
): Adjacency {
  const usable = traveled.filter((use) => (uses.confidence[use] ?? 0) >= floor);
  const [source, target] = [uses.source, uses.target].map((column) =>
    Uint32Array.from(usable, (use) => column[use] ?? 0),
  ) as [Uint32Array, Uint32Array];
  return toward === "producers"
    ? adjacency(source, target, nodes.length)
    : adjacency(target, source, nodes.length);
}

const present = (graph: PackedGraph, landing: Landing, speed: (use: number) => number) => {
  const path = landing.path.map((use) => getUse(graph, use));
  const deciding = landing.path.findLast((use) => speed(use) === landing.speed) ?? -1;
  return {
    direct: landing.hops === 1,
    hops: landing.hops,
    confidence: landing.strength,
    clock: SPEEDS[landing.speed] ?? "unknown",
    decidingUse: getUse(graph, deciding),
    path,
    roles: groupByRole(graph, landing.uses, speed),
  };
};

function groupByRole(
  graph: PackedGraph,
  uses: readonly number[],
  speed: (use: number) => number,
): RoleOfUse[] {
  const groups = new Map<string, RoleOfUse & { speed: number }>();
  const fastestFirst = uses.toSorted(
    (a, b) =>
      speed(b) - speed(a) || (graph.uses.confidence[b] ?? 0) - (graph.uses.confidence[a] ?? 0) || a - b,
  );
  for (const index of fastestFirst) {
    const use = getUse(graph, index);
    const key = JSON.stringify([use.role, use.scope]);
    const group = groups.get(key);
    if (group) group.uses.push(use);
    else {
      const clock = SPEEDS[speed(index)] ?? "unknown";
      groups.set(key, { role: use.role, scope: use.scope, clock, uses: [use], speed: speed(index) });
    }
  }
  return [...groups.values()]
    .toSorted(
      (a, b) =>
        ROLES.indexOf(a.role) - ROLES.indexOf(b.role) ||
        b.speed - a.speed ||
        compareOrdinal(a.scope ?? "", b.scope ?? ""),
    )
    .map(({ speed: _, ...group }) => group);
}

const strongestRole = ({ roles }: Pick<AffectedRepository, "roles">): Role => roles[0]?.role ?? "vendored";

const compareAffected = (a: AffectedRepository, b: AffectedRepository): number =>
  a.hops - b.hops ||
  ROLES.indexOf(strongestRole(a)) - ROLES.indexOf(strongestRole(b)) ||
  b.confidence - a.confidence ||
  compareOrdinal(a.repositoryId, b.repositoryId);

function wavesOf(affected: readonly AffectedRepository[]): string[][] {
  const last = affected.reduce((latest, { wave }) => Math.max(latest, wave), 0);
  const waves = Array.from({ length: last }, (): string[] => []);
  for (const { wave, repositoryId } of affected) waves[wave - 1]?.push(repositoryId);
  return waves;
}

const chokePoints = (
  graph: PackedGraph,
  root: number,
  dominated: ReadonlyMap<number, number>,
): ChokePoint[] =>
  [...dominated]
    .filter(([node, dominates]) => node !== root && dominates > 0)
    .map(([node, dominates]) => ({ repositoryId: graph.nodes[node] ?? "", dominates }))
    .toSorted((a, b) => b.dominates - a.dominates || compareOrdinal(a.repositoryId, b.repositoryId));

function summarize(affected: readonly AffectedRepository[]): Omit<ImpactSummary, "mentions"> {
  const types = affected.flatMap(({ path }) => path.at(-1)?.dependencyType ?? []);
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
    byRole: split(ROLES, strongestRole),
    byDependencyType: countBy([], types),
    byConfidenceBand: countBy(
      BAND_NAMES,
      affected.map(({ confidence }) => bandOf(confidence)),
    ),
  };
}

const bandOf = (confidence: Thousandths): ConfidenceBand =>
  BAND_NAMES.find((band) => confidence >= BANDS[band]) ?? "mention";

/** Includes every key of `keys`, with 0 if it does not occur. */
function countBy<K extends string>(keys: readonly K[], values: readonly K[]): Record<K, number> {
  const counts = Object.fromEntries(keys.map((key) => [key, 0])) as Record<K, number>;
  for (const value of values) counts[value] = (counts[value] ?? 0) + 1;
  return counts;
}
