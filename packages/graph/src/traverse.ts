import { CERTAIN, type Thousandths } from "./confidence.ts";
import type { Adjacency, PackedGraph } from "./packed-graph.ts";

/** `upstream`: what the root depends on. `downstream`: what depends on it. */
export type Direction = "upstream" | "downstream";

/** The nodes a root reaches. Arrays are indexed by node; the root itself has full strength and 0 hops. */
export interface Reach {
  /** The weight of the weakest edge on the strongest path; 0 for unreachable nodes. */
  strength: Uint16Array;
  /** The fewest edges among the paths of that strength. */
  hops: Uint8Array;
  /** Index into `steps` of the path's last step; -1 for the root and unreachable nodes. */
  lastStep: Int32Array;
  steps: Step[];
}

/** One edge of a path. Steps are immutable, so nodes can share the beginning of their paths. */
interface Step {
  edge: number;
  /** Index of the preceding step; -1 for the first one. */
  previous: number;
}

/** Returns the nodes within `depth` edges of the root by confidence, ignoring edges below the floor. */
export function reach(
  graph: PackedGraph,
  root: number,
  direction: Direction,
  depth: number,
  floor: Thousandths,
): Reach {
  const adjacency = direction === "upstream" ? graph.outgoing : graph.incoming;
  return strongestPaths(adjacency, graph.columns.confidence, root, depth, floor);
}

/**
 * Computes the widest path to every node: the greatest minimum of `weights` (0 to 1000, per edge) over paths of at most
 * `depth` edges. Ignores edges below `floor` and edges of weight 0.
 *
 * Works in synchronous rounds: round n extends only the nodes that round n - 1 improved, from their values at that time.
 * A best-first search would settle a node on a strong but long path and miss nodes that only its weaker, shorter path
 * reaches within the depth.
 */
export function strongestPaths(
  { offsets, neighbors, edges }: Adjacency,
  weights: Uint32Array,
  root: number,
  depth: number,
  floor: number,
): Reach {
  const nodeCount = offsets.length - 1;
  const strength = new Uint16Array(nodeCount);
  const hops = new Uint8Array(nodeCount);
  const lastStep = new Int32Array(nodeCount).fill(-1);
  const steps: Step[] = [];
  strength[root] = CERTAIN;
  let frontier = [root];
  for (let round = 1; round <= depth && frontier.length > 0; round++) {
    const before = frontier.map((node) => ({
      node,
      strength: strength[node] ?? 0,
      step: lastStep[node] ?? -1,
    }));
    frontier = [];
    for (const from of before) {
      const end = offsets[from.node + 1] ?? 0;
      for (let slot = offsets[from.node] ?? 0; slot < end; slot++) {
        const edge = edges[slot] ?? 0;
        const weight = weights[edge] ?? 0;
        const node = neighbors[slot] ?? 0;
        const found = Math.min(from.strength, weight);
        if (weight < floor || found <= (strength[node] ?? 0)) continue;
        if (hops[node] !== round) frontier.push(node);
        strength[node] = found;
        hops[node] = round;
        lastStep[node] = steps.push({ edge, previous: from.step }) - 1;
      }
    }
  }
  return { strength, hops, lastStep, steps };
}

/** Returns the edges of the path from the root to the node; empty for the root and for unreachable nodes. */
export function pathTo(reached: Reach, node: number): number[] {
  const path: number[] = [];
  for (let step = reached.steps[reached.lastStep[node] ?? -1]; step; step = reached.steps[step.previous])
    path.push(step.edge);
  return path.toReversed();
}

/** Returns a node's neighbors, one entry per edge. */
export const neighborsOf = ({ offsets, neighbors }: Adjacency, node: number): Uint32Array =>
  neighbors.subarray(offsets[node], offsets[node + 1] ?? 0);
