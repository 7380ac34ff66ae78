import type { EdgeIdentity } from "../edges.ts";
import type { Thousandths } from "../confidence.ts";
import { compareOrdinal } from "../ordinal.ts";
import { getIdentity, type PackedGraph } from "../packed-graph.ts";
import { maskFrom, neighborsOf, nodesOf, restrict } from "../subgraph.ts";
import { pathTo, reach, type Reach } from "../traverse.ts";
import { adoptions, type Adoption, type Decision } from "./adoption.ts";
import { dominatedCounts } from "./dominators.ts";
import { rollout } from "./rollout.ts";
import { summarize, type ImpactSummary } from "./summary.ts";

export interface ImpactOptions {
  maxDepth: number;
  /** Edges below it do not count. */
  floor: Thousandths;
  /** What the root would release; null when that is not known. */
  version: string | null;
}

/** One edge of a path, as the consumer declares it. */
export interface PathEdge extends EdgeIdentity {
  confidence: Thousandths;
}

export interface AffectedRepository {
  repositoryId: string;
  hops: number;
  confidence: Thousandths;
  /** From the root outward, so the last edge is the affected repository's own: its declarations are the evidence. */
  path: PathEdge[];
  /** Does it declare the root itself, whatever its strongest path is? */
  isDirect: boolean;
  adoption: Adoption;
  /** What decides that; null where the last edge of `path` does. */
  decidedBy: { path: PathEdge[]; edge: PathEdge } | null;
  /** From 1: `waves[wave - 1]` lists it. */
  wave: number;
  /** From 1, the same for all who depend on each other; null for who is in no cycle. */
  cycleGroup: number | null;
}

/** A repository without which `dominates` others would be out of the change's reach. */
export interface ChokePoint {
  repositoryId: string;
  dominates: number;
}

export interface Impact {
  summary: ImpactSummary;
  /** Nearest first, then surest. */
  affected: AffectedRepository[];
  waves: string[][];
  /** Most dominating first. */
  chokePoints: ChokePoint[];
  /** Repositories that only edges below the floor lead to. */
  belowFloor: number;
}

/** What a change of the root hits, who takes it when, and in which order to roll it out. */
export function impactOf(graph: PackedGraph, root: number, options: ImpactOptions): Impact {
  const { maxDepth, floor, version } = options;
  const reached = reach(graph, root, "downstream", maxDepth, floor);
  const members = maskFrom(1, reached.strength);
  const usable = maskFrom(floor, graph.columns.confidence);
  const consumers = restrict(graph.incoming, members, usable);
  const producers = restrict(graph.outgoing, members, usable);

  const adoption = adoptions(graph, { root, maxDepth, usable, version });
  const { wave, cycleGroup } = rollout(graph, members.with(root, 0));
  const direct = new Set(neighborsOf(consumers, root));
  const affected = nodesOf(members.with(root, 0))
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

const countReached = ({ strength }: Reach): number => nodesOf(maskFrom(1, strength)).length;
