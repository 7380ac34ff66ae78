import { isMention, ROLES, type Role } from "@knockon/contract/vocabulary/role";
import type { Thousandths } from "../confidence.ts";
import { compareOrdinal } from "../ordinal.ts";
import type { PackedGraph } from "../packed-graph.ts";
import { AffectedRepository, type ImpactSource } from "./affected-repository.ts";
import { arrivalsOf, type Arrivals } from "./arrivals.ts";
import { artifactLevel, placesOf, repositoryLevel, type Level } from "./artifact-graph.ts";
import { maskIfLess, select } from "./branchless.ts";
import { countBelowFloor } from "./below-floor.ts";
import { dominatedCounts } from "./dominators.ts";
import { countingUses } from "./counting-uses.ts";
import { summarize, type ImpactSummary } from "./impact-summary.ts";
import { rollout, type Rollout } from "./rollout.ts";
import { hopsOf } from "./route.ts";
import { spread, type Spread, type SpreadQuery } from "./spread.ts";
import { confidenceIn, factsOf, firstUses, isOfRoles, maskOf, speedsOf } from "./use-traits.ts";

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
  releaseOf?: ((use: number) => string | null) | undefined;
}

/** A repository that every path from the root to `dominates` other repositories goes through. */
export interface ChokePoint {
  repositoryId: string;
  dominates: number;
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
  const level = levelOf(graph, options);
  const query = toQuery(graph, level, root, options);
  const counting = countingUses(graph, level, query.floor, query.roles);
  const found = spread(level, counting, query);
  const arrivals = arrivalsOf(graph, root, level, found);
  const travels = traveledUses(graph, level, query, found);
  const order = rollout(counting.awaited, arrivals.nodes, awaitedNodes(level, found));
  const source: ImpactSource = { graph, level, found, arrivals, rollout: order, travels, speed: query.speed };
  return {
    summary: summarize(level, query, found, arrivals),
    affected: presentAffected(source),
    waves: wavesOf(graph, order, arrivals),
    chokePoints: findChokePoints(graph, root, found, arrivals, travels),
    belowFloor: countBelowFloor(level, counting, query, found, arrivals),
  };
}

/** Returns the IDs of the affected repositories, without computing anything else. */
export function affectedIds(graph: PackedGraph, root: number, options: ImpactOptions): string[] {
  const level = levelOf(graph, options);
  const query = toQuery(graph, level, root, options);
  const found = spread(level, countingUses(graph, level, query.floor, query.roles), query);
  return Array.from(arrivalsOf(graph, root, level, found).nodes, (node) => graph.nodes[node] ?? "");
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
    if (confidenceIn(fact) < floor || !isOfRoles(fact, roles)) return false;
    const route = routes[artifact[use] ?? 0] ?? 0;
    return route !== 0 && (hopsOf(route) > 0 || countsForRoot?.(use) !== false);
  };
}

/**
 * Returns the repository of each place that a rollout waits for, and the number of repositories for the others. The change
 * may get to the place however far from the root.
 */
function awaitedNodes({ repository, first }: Level, { routes }: Spread): Uint32Array {
  const none = first.length;
  const nodes = new Uint32Array(routes.length);
  for (let place = 0; place < routes.length; place++) {
    const isAwaited = maskIfLess(0, routes[place] ?? 0);
    nodes[place] = select(isAwaited, repository[place] ?? 0, none);
  }
  return nodes;
}

/** From consumers to producers. An entry is a use. */
const producersOf = (graph: PackedGraph) => ({ offsets: firstUses(graph), neighbors: graph.uses.target });

function presentAffected(source: ImpactSource): AffectedRepository[] {
  const affected: AffectedRepository[] = [];
  for (const node of source.arrivals.nodes) affected.push(new AffectedRepository(source, node));
  return affected;
}

function wavesOf({ nodes }: PackedGraph, { wave }: Rollout, arrivals: Arrivals): string[][] {
  const waves: string[][] = [];
  for (const node of arrivals.nodes) (waves[(wave[node] ?? 1) - 1] ??= []).push(nodes[node] ?? "");
  return waves;
}

/** Counts over the edges between repositories, of which every path from artifact to artifact consists. */
function findChokePoints(
  graph: PackedGraph,
  root: number,
  { users }: Spread,
  { nodes, routes, last }: Arrivals,
  travels: (use: number) => boolean,
): ChokePoint[] {
  const { target } = graph.uses;
  const parents = new Uint32Array(nodes.length);
  for (let i = 0; i < nodes.length; i++) {
    const node = nodes[i] ?? 0;
    const isDirect = hopsOf(routes[node] ?? 0) === 1;
    parents[i] = isDirect ? root : (target[users.values[last[node] ?? 0] ?? 0] ?? root);
  }
  const counts = dominatedCounts(producersOf(graph), root, nodes, parents, travels);
  const found: number[] = [];
  for (let i = 0; i < nodes.length; i++) {
    const node = nodes[i] ?? 0;
    if ((counts[node] ?? 0) > 0) found.push(node);
  }
  return found
    .toSorted(
      (a, b) =>
        (counts[b] ?? 0) - (counts[a] ?? 0) || compareOrdinal(graph.paths[a] ?? "", graph.paths[b] ?? ""),
    )
    .map((node) => ({ repositoryId: graph.nodes[node] ?? "", dominates: counts[node] ?? 0 }));
}
