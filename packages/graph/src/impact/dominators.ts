import type { Rows } from "./rows.ts";

/**
 * Returns, for each node, how many other nodes it dominates: nodes that the root reaches only through it. `backward` lists
 * the predecessors of each node as indices into `nodeOf`, which has their nodes, or the number of all nodes if a
 * predecessor is not reachable. `nodes` are the reachable nodes but the root: first the successors of the root, whose
 * number is `directCount`, then the others, each after one of its predecessors.
 *
 * Starts with the spanning tree and moves each node up to the nearest common ancestor of its predecessors until nothing
 * changes: Cooper, Harvey and Kennedy, "A Simple, Fast Dominance Algorithm" (2001). The order of visits affects only the
 * number of passes.
 */
export function dominatedCounts(
  { offsets, values }: Rows,
  root: number,
  nodes: Uint32Array,
  directCount: number,
  nodeOf: Uint32Array,
): Uint32Array {
  const none = offsets.length - 1;
  /** Returns a predecessor whose position is before the given one. */
  const findEarlier = (node: number, position: number): number => {
    const end = offsets[node + 1] ?? 0;
    for (let at = offsets[node] ?? 0; at < end; at++) {
      const other = nodeOf[values[at] ?? 0] ?? none;
      if (other !== none && other !== root && order[other] !== 0 && (order[other] ?? 0) < position)
        return other;
    }
    return root;
  };
  /** Positions in `nodes`, from 1; 0 for the root and unreachable nodes. */
  const order = new Uint32Array(none);
  const dominator = new Uint32Array(none);
  for (let i = 0; i < nodes.length; i++) {
    const node = nodes[i] ?? 0;
    order[node] = i + 1;
    dominator[node] = i < directCount ? root : findEarlier(node, i + 1);
  }
  /** The nodes that are not known to depend on the root alone, in the order of memory. */
  const pending = new Uint32Array(nodes.length);
  let pendingCount = 0;
  for (let node = 0; node < none; node++)
    if (order[node] !== 0 && dominator[node] !== root) pending[pendingCount++] = node;
  for (let changed = true; changed;) {
    changed = false;
    let left = 0;
    for (let i = 0; i < pendingCount; i++) {
      const node = pending[i] ?? 0;
      const before = dominator[node] ?? root;
      /** The nearest common ancestor of the predecessors. */
      let common = before;
      const end = offsets[node + 1] ?? 0;
      for (let at = offsets[node] ?? 0; at < end && common !== root; at++) {
        let other = nodeOf[values[at] ?? 0] ?? none;
        if (other === none) continue;
        while (common !== other) {
          if ((order[common] ?? 0) > (order[other] ?? 0)) common = dominator[common] ?? root;
          else other = dominator[other] ?? root;
        }
      }
      dominator[node] = common;
      changed ||= common !== before;
      pending[left] = node;
      left += Number(common !== root);
    }
    pendingCount = left;
  }
  const counts = new Uint32Array(none);
  for (let i = nodes.length - 1; i >= 0; i--) {
    const node = nodes[i] ?? 0;
    const above = dominator[node] ?? root;
    counts[above] = (counts[above] ?? 0) + (counts[node] ?? 0) + 1;
  }
  return counts;
}
