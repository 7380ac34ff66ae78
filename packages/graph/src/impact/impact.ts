import type { ArtifactType } from "@knockon/contract/vocabulary/artifact-type";
import type { EdgeIdentity } from "../edges.ts";
import type { Thousandths } from "../confidence.ts";
import { compareOrdinal } from "../ordinal.ts";
import { getIdentity, type PackedGraph } from "../packed-graph.ts";
import { maskAtLeast, neighborsOf, nodesIn, pathTo, reach, restrict, type Reach } from "../traverse.ts";
import { ADOPTIONS, adoptions, type Adoption, type Decision } from "./adoption.ts";
import { dominatedCounts } from "./dominators.ts";
import { rollout } from "./rollout.ts";

export interface ImpactOptions {
  maxDepth: number;
  /** Minimum confidence of an edge. */
  floor: Thousandths;
  /** The version the root would release; null if unknown. */
  version: string | null;
}

export interface PathEdge extends EdgeIdentity {
  confidence: Thousandths;
}

export interface AffectedRepository {
  repositoryId: string;
  hops: number;
  confidence: Thousandths;
  /** The strongest path, from the root outward. The last edge is the affected repository's own. */
  path: PathEdge[];
  /** Whether the repository depends on the root directly, even if `path` is longer. */
  isDirect: boolean;
  adoption: Adoption;
  /** What determines `adoption`; null if the last edge of `path` does. */
  decidedBy: { path: PathEdge[]; edge: PathEdge } | null;
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

/** Counts of repositories. A repository's dependency type is that of the last edge of its path. */
export interface ImpactSummary {
  direct: number;
  transitive: number;
  byDependencyType: Partial<Record<ArtifactType, number>>;
  byConfidenceBand: Record<ConfidenceBand, number>;
  byAdoption: Record<Adoption, number>;
}

export interface Impact {
  summary: ImpactSummary;
  /** Sorted by hops, then by confidence, highest first. */
  affected: AffectedRepository[];
  /** Repository IDs in release order. */
  waves: string[][];
  /** Sorted by `dominates`, highest first. */
  chokePoints: ChokePoint[];
  /** The number of repositories reachable only over edges below the floor. */
  belowFloor: number;
}

/** Computes which repositories a change of the root affects, when they pick it up, and in which order to release them. */
export function impactOf(graph: PackedGraph, root: number, options: ImpactOptions): Impact {
  const { maxDepth, floor, version } = options;
  const reached = reach(graph, root, "downstream", maxDepth, floor);
  const members = maskAtLeast(1, reached.strength);
  const usable = maskAtLeast(floor, graph.columns.confidence);
  const consumers = restrict(graph.incoming, members, usable);
  const producers = restrict(graph.outgoing, members, usable);

  const adoption = adoptions(graph, { root, maxDepth, usable, version });
  const { wave, cycleGroup } = rollout(graph, members.with(root, 0));
  const direct = new Set(neighborsOf(consumers, root));
  const affected = nodesIn(members.with(root, 0))
    .map((node): AffectedRepository => {
      const path = pathTo(reached, node);
      return {
        repositoryId: graph.nodes[node] ?? "",
        hops: reached.hops[node] ?? 0,
        confidence: reached.strength[node] ?? 0,
        path: path.map((edge) => pathEdge(graph, edge)),
        isDirect: direct.has(node),
        adoption: adoption.of(node) ?? "unknown",
        decidedBy: decidedBy(graph, path, adoption.decisionOf(node, path)),
        wave: wave.get(node) ?? 1,
        cycleGroup: cycleGroup.get(node) ?? null,
      };
    })
    .toSorted(compareAffected);

  return {
    summary: summarize(affected),
    affected,
    waves: wavesOf(affected),
    chokePoints: chokePoints(graph, root, dominatedCounts(consumers, producers, root)),
    belowFloor: countReached(reach(graph, root, "downstream", maxDepth, 0)) - countReached(reached),
  };
}

function decidedBy(graph: PackedGraph, path: readonly number[], decision: Decision | undefined) {
  if (!decision || decision.edge === path.at(-1)) return null;
  return { path: decision.path.map((edge) => pathEdge(graph, edge)), edge: pathEdge(graph, decision.edge) };
}

const pathEdge = (graph: PackedGraph, edge: number): PathEdge => ({
  ...getIdentity(graph, edge),
  confidence: graph.columns.confidence[edge] ?? 0,
});

const compareAffected = (a: AffectedRepository, b: AffectedRepository): number =>
  a.hops - b.hops || b.confidence - a.confidence || compareOrdinal(a.repositoryId, b.repositoryId);

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

const countReached = ({ strength }: Reach): number => nodesIn(maskAtLeast(1, strength)).length;

function summarize(affected: readonly AffectedRepository[]): ImpactSummary {
  const direct = affected.filter(({ isDirect }) => isDirect).length;
  const types = affected.flatMap(({ path }) => path.at(-1)?.dependencyType ?? []);
  return {
    direct,
    transitive: affected.length - direct,
    byDependencyType: countBy([], types),
    byConfidenceBand: countBy(
      BAND_NAMES,
      affected.map(({ confidence }) => bandOf(confidence)),
    ),
    byAdoption: countBy(
      ADOPTIONS,
      affected.map(({ adoption }) => adoption),
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
