import type { Adjacency } from "../packed-graph.ts";

/** A node of a spanning tree from the root. */
interface TreeNode {
  node: number;
  parent: number;
}

/**
 * Returns, for each node, how many other nodes it dominates: nodes that the root reaches only through it.
 * `backward` leads from each node to its predecessors. `tree` has all reachable nodes but the root, parents first.
 *
 * Starts with the spanning tree and moves each node up to the nearest common ancestor of its predecessors until nothing
 * changes: Cooper, Harvey and Kennedy, "A Simple, Fast Dominance Algorithm" (2001). The order of visits affects only the
 * number of passes.
 */
export function dominatedCounts(
  { offsets, neighbors }: Pick<Adjacency, "offsets" | "neighbors">,
  root: number,
  tree: readonly TreeNode[],
): Uint32Array {
  /** Positions in the tree, from 1; 0 for the root and unreachable nodes. */
  const rank = new Uint32Array(offsets.length);
  const dominator = new Uint32Array(offsets.length);
  for (const [i, { node, parent }] of tree.entries()) {
    rank[node] = i + 1;
    dominator[node] = parent;
  }
  let pending = tree.filter(({ parent }) => parent !== root);
  for (let changed = true; changed;) {
    changed = false;
    for (const { node } of pending) {
      const before = dominator[node] ?? root;
      let common = before;
      const end = offsets[node + 1] ?? 0;
      for (let at = offsets[node] ?? 0; at < end && common !== root; at++) {
        let other = neighbors[at] ?? root;
        if (other !== root && rank[other] === 0) continue;
        while (common !== other) {
          if ((rank[common] ?? 0) > (rank[other] ?? 0)) common = dominator[common] ?? root;
          else other = dominator[other] ?? root;
        }
      }
      dominator[node] = common;
      changed ||= common !== before;
    }
    pending = pending.filter(({ node }) => dominator[node] !== root);
  }
  const counts = new Uint32Array(offsets.length - 1);
  for (const { node } of tree.toReversed()) {
    const above = dominator[node] ?? root;
    counts[above] = (counts[above] ?? 0) + (counts[node] ?? 0) + 1;
  }
  return counts;
}
