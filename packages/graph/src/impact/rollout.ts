import type { Adjacency } from "../packed-graph.ts";

/** Columns by node. */
export interface Rollout {
  /** Starts at 1: a node can be released once all earlier waves are. */
  wave: Uint32Array;
  /** Starts at 1: nodes that depend on each other are released together. 0 outside cycles. */
  cycleGroup: Uint32Array;
}

/** From consumers to producers. */
type Producers = Pick<Adjacency, "offsets" | "neighbors">;

/**
 * Orders nodes for release: each after those of its producers that are nodes as well. Numbers cycles in the order of
 * `nodes`.
 *
 * Tarjan's algorithm for strongly connected components, which completes producers first. Iterative, so that long chains
 * cannot overflow the stack.
 */
export function rollout({ offsets, neighbors }: Producers, nodes: Uint32Array): Rollout {
  const count = offsets.length - 1;
  /** The last wave of the producers, until the component is complete. */
  const wave = new Uint32Array(count);
  const cycleGroup = new Uint32Array(count);
  /** The order in which nodes were first visited; 0 if they are still to be visited. */
  const order = new Uint32Array(count).fill(count + 1);
  /** The smallest order of an open node reachable from this one; 0 once its component is complete. */
  const low = new Uint32Array(count);
  /** The next producer to visit. */
  const next = offsets.slice();
  /** Visited nodes whose component is not complete. */
  const open: number[] = [];
  const path: number[] = [];
  let visited = 0;
  let cycles = 0;

  const enter = (node: number): void => {
    visited++;
    order[node] = visited;
    low[node] = visited;
    open.push(node);
    path.push(node);
  };

  /**
   * Takes over, from the next producers that were visited before, the wave of a complete one or how far back another one
   * leads. Returns the first other producer, or undefined at the end.
   */
  const findUnvisited = (node: number): number | undefined => {
    const end = offsets[node + 1] ?? 0;
    let at = next[node] ?? 0;
    let lowest = low[node] ?? 0;
    let last = wave[node] ?? 0;
    let found: number | undefined;
    for (; at < end; at++) {
      const producer = neighbors[at] ?? 0;
      if (order[producer] === 0) {
        found = producer;
        break;
      }
      const reached = low[producer] ?? 0;
      if (reached > 0) lowest = Math.min(lowest, reached);
      else last = Math.max(last, wave[producer] ?? 0);
    }
    next[node] = at;
    low[node] = lowest;
    wave[node] = last;
    return found;
  };

  const complete = (component: readonly number[]): void => {
    let latest = 0;
    for (const node of component) latest = Math.max(latest, wave[node] ?? 0);
    if (component.length > 1) cycles++;
    for (const node of component) {
      low[node] = 0;
      wave[node] = latest + 1;
      if (component.length > 1) cycleGroup[node] = cycles;
    }
  };

  for (const node of nodes) order[node] = 0;
  for (let start = 0; start < count; start++) {
    if (order[start] === 0) enter(start);
    for (let node = path.at(-1); node !== undefined; node = path.at(-1)) {
      const producer = findUnvisited(node);
      if (producer !== undefined) {
        enter(producer);
        continue;
      }
      path.pop();
      if (low[node] === order[node]) complete(open.splice(open.lastIndexOf(node)));
    }
  }
  return { wave, cycleGroup: renumber(cycleGroup, nodes) };
}

/** Numbers groups in the order of their first nodes, keeping 0. */
function renumber(groups: Uint32Array, nodes: Uint32Array): Uint32Array {
  const numbers = new Map([[0, 0]]);
  for (const node of nodes) {
    const group = groups[node] ?? 0;
    if (!numbers.has(group)) numbers.set(group, numbers.size);
  }
  return numbers.size > 2 ? groups.map((group) => numbers.get(group) ?? 0) : groups;
}
