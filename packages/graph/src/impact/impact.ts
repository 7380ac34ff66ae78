import { isMention, ROLES, type Role } from "@knockon/contract/vocabulary/role";
import { CERTAIN, type Thousandths } from "../confidence.ts";
import { compareOrdinal } from "../ordinal.ts";
import type { PackedGraph } from "../packed-graph.ts";
import { AffectedRepository, type ImpactSource } from "./affected-repository.ts";
import { artifactLevel, placesOf, repositoryLevel } from "./artifact-graph.ts";
import { dominatedCounts } from "./dominators.ts";
import { summarize, type ImpactSummary } from "./impact-summary.ts";
import { retrace, type Edges, type Retraced } from "./retrace.ts";
import { rollout } from "./rollout.ts";
import { spread, type Arrival, type Spread, type SpreadQuery } from "./spread.ts";
import { factsOf, firstUses, maskOf, speedIn, speedsOf } from "./use-traits.ts";

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
  const level = options.through === "repositories" ? repositoryLevel(graph) : artifactLevel(graph);
  const query: SpreadQuery = {
    root,
    starts: (options.through === "artifacts" && options.starts) || placesOf(level, root),
    maxDepth: options.maxDepth,
    floor: options.floor,
    roles: maskOf(countingRoles(options)),
    countsForRoot: options.countsForRoot,
    speed: options.releaseOf && speedsOf(graph, artifactLevel(graph).artifact, options.releaseOf),
  };
  const found = spread(graph, level, query);
  const all = spread(graph, level, { ...query, floor: 0, speed: undefined });
  const retraced = retrace(graph, level, query, found);
  const affected = presentAffected(graph, query, found, retraced);
  return {
    summary: summarize(graph, level, query, found, affected),
    affected,
    waves: wavesOf(affected),
    chokePoints: findChokePoints(graph, root, found, retraced.producers),
    belowFloor: all.arrivals.length - found.arrivals.length,
  };
}

const countingRoles = ({ through, roles }: ImpactOptions): readonly Role[] =>
  roles ?? ROLES.filter((role) => through === "repositories" || !isMention(role));

function presentAffected(
  graph: PackedGraph,
  { speed = (use) => speedIn(factsOf(graph)[use] ?? 0) }: SpreadQuery,
  { arrivals, pathTo }: Spread,
  { isArriving, role, awaited }: Retraced,
): AffectedRepository[] {
  const first = firstUses(graph);
  const arrivingUses = (node: number): number[] => {
    const uses: number[] = [];
    const end = first[node + 1] ?? 0;
    for (let use = first[node] ?? 0; use < end; use++) if (isArriving[use] === 1) uses.push(use);
    return uses;
  };
  const nodes = Uint32Array.from(arrivals, ({ repository }) => repository).toSorted();
  const { wave, cycleGroup } = rollout(awaited, nodes);
  const source: ImpactSource = { graph, pathTo, arrivingUses, speed };
  return sortArrivals(arrivals, role).map(
    (arrival) =>
      new AffectedRepository(source, arrival, {
        role: ROLES[role[arrival.repository] ?? 0] ?? "vendored",
        wave: wave[arrival.repository] ?? 1,
        cycleGroup: cycleGroup[arrival.repository] || null,
      }),
  );
}

/** Sorts by hops, role, strength and ID. Sorts numbers, because there can be thousands. */
function sortArrivals(arrivals: readonly Arrival[], role: Uint8Array): Arrival[] {
  const count = role.length;
  const byRepository = new Map(arrivals.map((arrival) => [arrival.repository, arrival]));
  const keys = Float64Array.from(arrivals, ({ repository, hops, strength }) => {
    const rank = (hops * ROLES.length + (role[repository] ?? 0)) * (CERTAIN + 1) + CERTAIN - strength;
    return rank * count + repository;
  });
  return Array.from(keys.toSorted(), (key) => byRepository.get(key % count)).filter(
    (arrival) => arrival !== undefined,
  );
}

/** Counts over the edges between repositories, of which every path from artifact to artifact consists. */
function findChokePoints(
  graph: PackedGraph,
  root: number,
  { arrivals }: Spread,
  producers: Edges,
): ChokePoint[] {
  const tree = arrivals.map(({ repository, use }) => ({
    node: repository,
    parent: graph.uses.target[use] ?? root,
  }));
  return Array.from(dominatedCounts(producers, root, tree), (dominates, node) => ({ node, dominates }))
    .filter(({ node, dominates }) => node !== root && dominates > 0)
    .map(({ node, dominates }) => ({ repositoryId: graph.nodes[node] ?? "", dominates }))
    .toSorted((a, b) => b.dominates - a.dominates || compareOrdinal(a.repositoryId, b.repositoryId));
}

function wavesOf(affected: readonly AffectedRepository[]): string[][] {
  const last = affected.reduce((latest, { wave }) => Math.max(latest, wave), 0);
  const waves = Array.from({ length: last }, (): string[] => []);
  for (const { wave, repositoryId } of affected) waves[wave - 1]?.push(repositoryId);
  return waves;
}
