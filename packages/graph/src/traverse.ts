import { CERTAIN, type Thousandths } from "./confidence.ts";
import type { Adjacency, PackedGraph } from "./packed-graph.ts";

/** `upstream`: what the root depends on. `downstream`: what depends on it. */
export type Direction = "upstream" | "downstream";

/** What a root reaches. Indexed by node; the root itself has full strength and no hops. */
export interface Reach {
  /** The weakest edge of the strongest path; 0 where no path leads. */
  strength: Uint16Array;
  /** The fewest edges among the paths of that strength. */
  hops: Uint8Array;
  /** The last step of such a path, as an index into `steps`; -1 where there is none. */
  lastStep: Int32Array;
  steps: Step[];
}

/** One edge of a path, and the step before it: -1 at the root. Steps never change, so a path stays what it was. */
interface Step {
  edge: number;
  previous: number;
}

/** `strength` is the confidence, over paths of at most `depth` edges that are all at or above the floor. */
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
 * For every node the greatest minimum of `weights` (0 to 1000, by edge) over paths of at most `depth` edges; edges
 * below `floor`, and of weight 0, do not exist. Rounds are synchronous: round n only extends what round n - 1 improved,
 * from the values it had then. Best-first search would close a node on a strong but long path and lose
 * what lies behind its short one.
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

/** The edges from the root to the node, of the strength and number that `reached` tells; none where none leads. */
export function pathTo(reached: Reach, node: number): number[] {
  const path: number[] = [];
  for (let step = reached.steps[reached.lastStep[node] ?? -1]; step; step = reached.steps[step.previous])
    path.push(step.edge);
  return path.toReversed();
}
