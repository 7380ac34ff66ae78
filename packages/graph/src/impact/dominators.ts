import type { Adjacency } from "../packed-graph.ts";
import { neighborsOf } from "../traverse.ts";

/**
 * Returns, for each reachable node, how many other nodes it dominates: nodes the root reaches only through it. `backward`
 * is the reverse of `forward`. Implements Cooper, Harvey and Kennedy, "A Simple, Fast Dominance Algorithm" (2001).
 */
export function dominatedCounts(forward: Adjacency, backward: Adjacency, root: number): Map<number, number> {
  const order = reversePostorder(forward, root);
  const indexOf = new Map(order.map((node, i) => [node, i]));
  const predecessors = order.map((node) =>
    [...neighborsOf(backward, node)].map((from) => indexOf.get(from)).filter((from) => from !== undefined),
  );
  const dominators = immediateDominators(predecessors);
  const counts = order.map(() => 0);
  for (let i = order.length - 1; i > 0; i--) {
    const dominator = dominators[i] ?? 0;
    counts[dominator] = (counts[dominator] ?? 0) + (counts[i] ?? 0) + 1;
  }
  return new Map(order.map((node, i) => [node, counts[i] ?? 0]));
}

/** Nodes are given by their index in the reverse postorder; the root is 0. */
function immediateDominators(predecessors: readonly number[][]): number[] {
  const dominators: number[] = [0];
  for (let changed = true; changed;) {
    changed = false;
    for (let i = 1; i < predecessors.length; i++) {
      const known = (predecessors[i] ?? []).filter((from) => dominators[from] !== undefined);
      const dominator = known.reduce((a, b) => commonDominator(dominators, a, b));
      if (dominators[i] === dominator) continue;
      dominators[i] = dominator;
      changed = true;
    }
  }
  return dominators;
}

function commonDominator(dominators: readonly number[], first: number, second: number): number {
  let [a, b] = [first, second];
  while (a !== b) {
    if (a > b) a = dominators[a] ?? 0;
    else b = dominators[b] ?? 0;
  }
  return a;
}

function reversePostorder(forward: Adjacency, root: number): number[] {
  const seen = new Set([root]);
  const finished: number[] = [];
  const visits = [{ node: root, pending: neighborsOf(forward, root).values() }];
  for (let visit = visits.at(-1); visit; visit = visits.at(-1)) {
    const { value: next, done } = visit.pending.next();
    if (done) {
      finished.push(visit.node);
      visits.pop();
    } else if (!seen.has(next)) {
      seen.add(next);
      visits.push({ node: next, pending: neighborsOf(forward, next).values() });
    }
  }
  return finished.toReversed();
}
