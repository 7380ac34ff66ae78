import type { Adjacency } from "../packed-graph.ts";
import { lesser } from "./branchless.ts";
import { countUp } from "./rows.ts";

/** Columns by node. */
export interface Rollout {
  /** Starts at 1: a node can be released once all earlier waves are. */
  wave: Uint32Array;
  /** Starts at 1: nodes that depend on each other are released together. 0 outside cycles. */
  cycleGroup: Uint32Array;
}

/** From consumers to what they wait for. */
type Producers = Pick<Adjacency, "offsets" | "neighbors">;

const UNVISITED = 0;

/** The mark of a node whose wave is final. Negative, and the later the wave, the less. */
const released = (wave: number): number => ~wave;

/** Turns the mark of a released node into a number that is greater than any order, and retains that of an open node. */
const ORDER_BITS = 2 ** 31 - 1;

/**
 * Orders nodes for release: each after those of its producers that are nodes as well. `nodeOf` has the node of each
 * producer, or the number of all nodes if it is not awaited. By default, producers are nodes. Numbers cycles in the order
 * of `nodes`.
 *
 * Tarjan's algorithm for strongly connected components, which completes producers first. Iterative, so that long chains
 * cannot overflow the stack. Open nodes are visited ones whose component is not complete.
 */
export function rollout(
  { offsets, neighbors }: Producers,
  nodes: Uint32Array,
  nodeOf: Uint32Array = countUp(offsets.length - 1),
): Rollout {
  const count = offsets.length - 1;
  const cycleGroup = new Uint32Array(count);
  /** By node: `UNVISITED`; of an open node, the smallest order of the open nodes found from it so far; or `released`. */
  const mark = new Int32Array(count + 1).fill(released(0));
  /** The position of each node in the order of visits, from 1. */
  const order = new Int32Array(count);
  /** `released` for the last wave of the producers of an open node. */
  const after = new Int32Array(count).fill(released(0));
  /** The next producer to look at. */
  const next = offsets.slice();
  /** The nodes from the start of the search to the current one. */
  const path = new Uint32Array(nodes.length);
  const open = new Uint32Array(nodes.length);
  let [openCount, visited, cycles] = [0, 0, 0];

  const enter = (node: number): void => {
    visited++;
    order[node] = visited;
    mark[node] = visited;
    open[openCount++] = node;
  };

  /**
   * Takes over, from producers that were visited before, how far back open ones lead and the last wave of released ones.
   * Stops at the first other producer. Returns whether there is one.
   */
  const advance = (node: number): boolean => {
    const end = offsets[node + 1] ?? 0;
    let at = next[node] ?? 0;
    let lowest = mark[node] ?? 0;
    let latest = after[node] ?? 0;
    for (; at < end; at++) {
      const found = mark[nodeOf[neighbors[at] ?? 0] ?? 0] ?? 0;
      if (found === UNVISITED) break;
      lowest = lesser(lowest, found & ORDER_BITS);
      latest = lesser(latest, found);
    }
    next[node] = at;
    mark[node] = lowest;
    after[node] = latest;
    return at < end;
  };

  /** Releases the component of a node, which consists of the open nodes from this one on. */
  const complete = (node: number): void => {
    let first = openCount - 1;
    let latest = after[node] ?? 0;
    for (; open[first] !== node; first--) latest = Math.min(latest, after[open[first] ?? 0] ?? 0);
    const isCycle = openCount - first > 1;
    cycles += Number(isCycle);
    for (let i = first; i < openCount; i++) {
      const member = open[i] ?? 0;
      mark[member] = latest - 1;
      cycleGroup[member] = isCycle ? cycles : 0;
    }
    openCount = first;
  };

  const visit = (start: number): void => {
    let depth = 0;
    path[depth] = start;
    enter(start);
    while (depth >= 0) {
      const node = path[depth] ?? 0;
      if (advance(node)) {
        const producer = nodeOf[neighbors[next[node] ?? 0] ?? 0] ?? 0;
        path[++depth] = producer;
        enter(producer);
        continue;
      }
      if (mark[node] === order[node]) complete(node);
      depth--;
    }
  };

  for (let i = 0; i < nodes.length; i++) mark[nodes[i] ?? 0] = UNVISITED;
  for (let node = 0; node < count; node++) if (mark[node] === UNVISITED) visit(node);
  renumber(cycleGroup, nodes, cycles);
  return { wave: wavesOf(mark), cycleGroup };
}

/** Returns the waves of released nodes. */
function wavesOf(mark: Int32Array): Uint32Array {
  const wave = new Uint32Array(mark.length - 1);
  for (let node = 0; node < wave.length; node++) wave[node] = ~(mark[node] ?? 0);
  return wave;
}

/** Numbers groups in the order of their first nodes, keeping 0. */
function renumber(groups: Uint32Array, nodes: Uint32Array, groupCount: number): void {
  const numbers = new Uint32Array(groupCount + 1);
  let count = 0;
  for (let i = 0; i < nodes.length; i++) {
    const node = nodes[i] ?? 0;
    const group = groups[node] ?? 0;
    if (group !== 0 && numbers[group] === 0) numbers[group] = ++count;
    groups[node] = numbers[group] ?? 0;
  }
}
