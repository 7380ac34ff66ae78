import type { Adjacency } from "../packed-graph.ts";
import { neighborsOf } from "../subgraph.ts";

/**
 * For every node, how many others the root reaches through it only. `forward` leads away from the root, `backward` is its
 * reverse. The iterative method of Cooper, Harvey and Kennedy over the reverse postorder.
 */
export function dominatedCounts(forward: Adjacency, backward: Adjacency, root: number): Map<number, number> {
  const order = reversePostorder(forward, root);
  const place = new Map(order.map((node, i) => [node, i]));
  const sources = order.map((node) =>
    [...neighborsOf(backward, node)].map((from) => place.get(from)).filter((from) => from !== undefined),
  );
  const dominators = immediateDominators(sources);
  const counts = order.map(() => 0);
  for (let i = order.length - 1; i > 0; i--) {
    const dominator = dominators[i] ?? 0;
    counts[dominator] = (counts[dominator] ?? 0) + (counts[i] ?? 0) + 1;
  }
  return new Map(order.map((node, i) => [node, counts[i] ?? 0]));
}

/** By places in the reverse postorder, the root's being 0. */
function immediateDominators(sources: readonly number[][]): number[] {
  const dominators: number[] = [0];
  for (let changed = true; changed;) {
    changed = false;
    for (let i = 1; i < sources.length; i++) {
      const known = (sources[i] ?? []).filter((from) => dominators[from] !== undefined);
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
