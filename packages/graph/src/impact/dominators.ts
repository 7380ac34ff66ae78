import type { Adjacency } from "../packed-graph.ts";

/**
 * Returns, for each node, how many other nodes it dominates: nodes that the root reaches only through it. The followed
 * entries of `backward` lead from each node to its predecessors. `nodes` are the reachable nodes but the root, in the order
 * of a spanning tree, parents first, and `parents` their parents.
 *
 * Starts with the spanning tree and moves each node up to the nearest common ancestor of its predecessors until nothing
 * changes: Cooper, Harvey and Kennedy, "A Simple, Fast Dominance Algorithm" (2001). The order of visits affects only the
 * number of passes.
 */
export function dominatedCounts(
  { offsets, neighbors }: Pick<Adjacency, "offsets" | "neighbors">,
  root: number,
  nodes: Uint32Array,
  parents: Uint32Array,
  isFollowed: (at: number) => boolean,
): Uint32Array {
  /** Positions in the tree, from 1; 0 for the root and unreachable nodes. */
  const rank = new Uint32Array(offsets.length);
  const dominator = new Uint32Array(offsets.length);
  for (let i = 0; i < nodes.length; i++) {
    const node = nodes[i] ?? 0;
    rank[node] = i + 1;
    dominator[node] = parents[i] ?? root;
  }
  /** Returns the nearest common ancestor of the predecessors of a node. */
  const findDominator = (node: number): number => {
    let common = dominator[node] ?? root;
    const end = offsets[node + 1] ?? 0;
    for (let at = offsets[node] ?? 0; at < end && common !== root; at++) {
      let other = neighbors[at] ?? root;
      if ((other !== root && rank[other] === 0) || !isFollowed(at)) continue;
      while (common !== other) {
        if ((rank[common] ?? 0) > (rank[other] ?? 0)) common = dominator[common] ?? root;
        else other = dominator[other] ?? root;
      }
    }
    return common;
  };

  // In the order of memory.
  let pending: number[] = [];
  for (let node = 0; node < rank.length; node++)
    if (rank[node] !== 0 && dominator[node] !== root) pending.push(node);
  for (let changed = true; changed;) {
    changed = false;
    for (const node of pending) {
      const before = dominator[node] ?? root;
      dominator[node] = findDominator(node);
      changed ||= dominator[node] !== before;
    }
    pending = pending.filter((node) => dominator[node] !== root);
  }
  const counts = new Uint32Array(offsets.length - 1);
  for (let i = nodes.length - 1; i >= 0; i--) {
    const node = nodes[i] ?? 0;
    const above = dominator[node] ?? root;
    counts[above] = (counts[above] ?? 0) + (counts[node] ?? 0) + 1;
  }
  return counts;
}
