import { isMention, ROLES, type Role } from "@knockon/contract/vocabulary/role";
import type { Thousandths } from "../confidence.ts";
import type { PackedGraph } from "../packed-graph.ts";
import { AffectedRepository, type ImpactSource } from "./affected-repository.ts";
import { arrivalsOf, type Arrivals } from "./arrivals.ts";
import { artifactLevel, placesOf, repositoryLevel, type Level } from "./artifact-graph.ts";
import { maskIfLess, select } from "./branchless.ts";
import type { Release } from "./clock.ts";
import { countBelowFloor } from "./below-floor.ts";
import { dominatedCounts } from "./dominators.ts";
import { countingUses, type CountingUses } from "./counting-uses.ts";
import { summarize, type ImpactSummary } from "./impact-summary.ts";
import { onwardOf } from "./onward.ts";
import { conditionalRanks, openPlaces } from "./open-places.ts";
import { rollout, type Rollout } from "./rollout.ts";
import { hopsOf, isOfRoles, routeOf, strengthOf } from "./route.ts";
import { spread, type Spread, type SpreadQuery } from "./spread.ts";
import { factsOf, fetchesOneFile, maskOf, speedsOf, takesEveryChange } from "./use-traits.ts";

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
  /**
   * Returns the version that is released of a use's artifact: the one given for the root, or the latest known. By
   * default, no release is known.
   */
  releaseOf?: ((use: number) => Release | null) | undefined;
  /** Whether the question names the version or the file of the root by which a use takes the change or not. By default, none. */
  isNamed?: ((use: number) => boolean) | undefined;
  /** IDs of archived repositories, which no other passes the change on to on the next run: nothing runs there. By default, none. */
  archived?: ReadonlySet<string> | undefined;
}

/** A repository that every path from the root to `dominates` other repositories goes through. */
export interface ChokePoint {
  repositoryId: string;
  dominates: number;
}

export interface Impact {
  summary: ImpactSummary & {
    /** Of those on the next run, those of which a version or a file decides it. */
    mayNextRun: { direct: number; transitive: number };
  };
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
  const level = levelOf(graph, options);
  const query = toQuery(graph, level, graph.ranks[root] ?? -1, options);
  const counting = countingUses(graph, level, query.floor, query.roles);
  const found = spread(level, counting, query);
  const arrivals = arrivalsOf(query.root, level, found);
  const travels = traveledUses(graph, level, query, found);
  const producers = affectedProducers(level, found);
  const { offsets, middles, values } = counting.producers;
  const order = rollout({ offsets, ends: middles, values }, arrivals.affected, producers);
  const openQuery = { ...query, isOpen: isOpenIn(graph, options) };
  const runs = (rank: number): boolean => options.archived?.has(idOf(graph, rank)) !== true;
  const open = openPlaces(level, openQuery, found);
  const conditional = conditionalRanks(level, found, arrivals, open);
  let onward: ReturnType<typeof onwardOf> | undefined;
  const source: ImpactSource = {
    graph,
    level,
    found,
    arrivals,
    rollout: order,
    travels,
    speed: query.speed,
    open,
    conditional,
    isOpen: openQuery.isOpen,
    onward: (rank) => (onward ??= onwardOf(level, { ...openQuery, runs }, found, arrivals, open))(rank),
  };
  const summary = summarize(level, query, found, arrivals);
  return {
    summary: { ...summary, mayNextRun: countMay(arrivals, conditional) },
    affected: presentAffected(source),
    waves: wavesOf(graph, order, arrivals),
    chokePoints: findChokePoints(graph, counting, query.root, arrivals, summary.direct, producers),
    belowFloor: countBelowFloor(level, counting, query, found, arrivals),
  };
}

/** Returns whether a use takes the change in any case: also where the question names what its own version or file would decide. */
function isOpenIn(graph: PackedGraph, { isNamed }: ImpactOptions): (use: number) => boolean {
  const takesEvery = takesEveryChange(graph);
  return (use) => takesEvery(use) || isNamed?.(use) === true;
}

/** Returns whether a question names the file that a use of the root fetches, or for other uses the version: see `isNamed`. */
export function namedBy(
  graph: PackedGraph,
  root: number,
  { version, path }: { version?: string | undefined; path?: readonly string[] | undefined },
): (use: number) => boolean {
  const isOneFile = fetchesOneFile(graph);
  return (use) => graph.uses.target[use] === root && (isOneFile(use) ? path : version) !== undefined;
}

/** Returns only the counts of an impact. */
export function summaryOf(graph: PackedGraph, root: number, options: ImpactOptions): ImpactSummary {
  const level = levelOf(graph, options);
  const query = toQuery(graph, level, graph.ranks[root] ?? -1, options);
  const found = spread(level, countingUses(graph, level, query.floor, query.roles), query);
  return summarize(level, query, found, arrivalsOf(query.root, level, found));
}

/** Returns the IDs of the affected repositories, without computing anything else. */
export function affectedIds(graph: PackedGraph, root: number, options: ImpactOptions): string[] {
  const level = levelOf(graph, options);
  const query = toQuery(graph, level, graph.ranks[root] ?? -1, options);
  const found = spread(level, countingUses(graph, level, query.floor, query.roles), query);
  return Array.from(arrivalsOf(query.root, level, found).affected, (rank) => idOf(graph, rank));
}

/** Returns a function from a use to whether the change travels over it, without computing anything else. */
export function travelsOf(
  graph: PackedGraph,
  root: number,
  options: ImpactOptions,
): (use: number) => boolean {
  const level = levelOf(graph, options);
  const query = toQuery(graph, level, graph.ranks[root] ?? -1, options);
  return traveledUses(
    graph,
    level,
    query,
    spread(level, countingUses(graph, level, query.floor, query.roles), query),
  );
}

const levelOf = (graph: PackedGraph, { through }: ImpactOptions): Level =>
  through === "repositories" ? repositoryLevel(graph) : artifactLevel(graph);

const toQuery = (graph: PackedGraph, level: Level, root: number, options: ImpactOptions): SpreadQuery => ({
  root,
  starts: (options.through === "artifacts" && options.starts) || placesOf(level, root),
  maxDepth: options.maxDepth,
  floor: options.floor,
  roles: maskOf(countingRoles(options)),
  countsForRoot: options.countsForRoot,
  speed: options.releaseOf && speedsOf(graph, artifactLevel(graph).artifact, options.releaseOf),
});

const countingRoles = ({ through, roles }: ImpactOptions): readonly Role[] =>
  roles ?? ROLES.filter((role) => through === "repositories" || !isMention(role));

/** Returns whether the change travels over a use, however far it is from the root. */
function traveledUses(
  graph: PackedGraph,
  { artifact }: Level,
  { floor, roles, countsForRoot }: SpreadQuery,
  { routes }: Spread,
): (use: number) => boolean {
  const facts = factsOf(graph);
  return (use) => {
    const fact = facts[use] ?? 0;
    if (strengthOf(fact) < floor || !isOfRoles(fact, roles)) return false;
    const route = routes[artifact[use] ?? 0] ?? 0;
    return route !== 0 && (hopsOf(route) > 0 || countsForRoot?.(use) !== false);
  };
}

/**
 * Returns the repository of each of the filled places if the change gets there from another repository, however far from
 * the root, and otherwise the number of repositories.
 */
function affectedProducers({ repository, first }: Level, { routes, users }: Spread): Uint32Array {
  const none = first.length - 1;
  const producers = new Uint32Array(users.filled.length);
  for (let i = 0; i < producers.length; i++) {
    const place = users.filled[i] ?? 0;
    const route = routes[place] ?? 0;
    const isAffected = maskIfLess(0, route) & maskIfLess(route, routeOf(0));
    producers[i] = select(isAffected, repository[place] ?? 0, none);
  }
  return producers;
}

const idOf = ({ nodes, byPath }: PackedGraph, rank: number): string => nodes[byPath[rank] ?? -1] ?? "";

function presentAffected(source: ImpactSource): AffectedRepository[] {
  const affected: AffectedRepository[] = [];
  for (const rank of source.arrivals.affected) affected.push(new AffectedRepository(source, rank));
  return affected;
}

function countMay(
  { affected, routes }: Arrivals,
  conditional: Uint8Array,
): { direct: number; transitive: number } {
  const may = { direct: 0, transitive: 0 };
  for (const rank of affected)
    if (conditional[rank] === 1) may[hopsOf(routes[rank] ?? 0) === 1 ? "direct" : "transitive"]++;
  return may;
}

function wavesOf(graph: PackedGraph, { wave }: Rollout, { affected }: Arrivals): string[][] {
  const waves: string[][] = [];
  for (const rank of affected) (waves[(wave[rank] ?? 1) - 1] ??= []).push(idOf(graph, rank));
  return waves;
}

/** Counts over the edges between repositories, of which every path from artifact to artifact consists. */
function findChokePoints(
  graph: PackedGraph,
  { producers: { offsets, values } }: CountingUses,
  root: number,
  { affected }: Arrivals,
  directCount: number,
  producers: Uint32Array,
): ChokePoint[] {
  const counts = dominatedCounts({ offsets, values }, root, affected, directCount, producers);
  const found: number[] = [];
  for (let rank = 0; rank < counts.length; rank++)
    if (rank !== root && (counts[rank] ?? 0) > 0) found.push(rank);
  return found
    .toSorted((a, b) => (counts[b] ?? 0) - (counts[a] ?? 0))
    .map((rank) => ({ repositoryId: idOf(graph, rank), dominates: counts[rank] ?? 0 }));
}
