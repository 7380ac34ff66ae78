import type { Adjacency } from "../packed-graph.ts";

export interface Rollout {
  /** By node, starting at 1: a node can be released once all earlier waves are. */
  wave: Uint32Array;
  /** By node, starting at 1: nodes that depend on each other are released together. 0 outside cycles. */
  cycleGroup: Uint32Array;
}

/** From consumers to what they wait for. */
type Producers = Pick<Adjacency, "offsets" | "neighbors">;

/** Orders nodes for release. */
export function rollout(producers: Producers, nodes: Iterable<number>): Rollout {
  const { offsets, neighbors } = producers;
  const wave = new Uint32Array(offsets.length - 1);
  const cycleGroup = new Uint32Array(offsets.length - 1);
  let groups = 0;
  for (const component of stronglyConnectedComponents(producers, nodes)) {
    let last = 0;
    for (const node of component) {
      const end = offsets[node + 1] ?? 0;
      for (let at = offsets[node] ?? 0; at < end; at++) last = Math.max(last, wave[neighbors[at] ?? 0] ?? 0);
    }
    if (component.length > 1) groups++;
    for (const node of component) {
      wave[node] = last + 1;
      if (component.length > 1) cycleGroup[node] = groups;
    }
  }
  return { wave, cycleGroup };
}

/**
 * Returns the strongly connected components among `nodes`, each after all components it has edges to: with an adjacency
 * from consumers to producers, producers come first. Tarjan's algorithm, iterative so that long chains cannot overflow
 * the stack.
 */
function stronglyConnectedComponents({ offsets, neighbors }: Producers, nodes: Iterable<number>): number[][] {
  const found: number[][] = [];
  /** The order in which nodes were first visited, from 1. */
  const order = new Uint32Array(offsets.length);
  /** The smallest order of an open node reachable from this one; 0 once its component is complete. */
  const low = new Uint32Array(offsets.length);
  /** The next neighbor to visit. */
  const next = offsets.slice();
  /** Visited nodes whose component is not complete. */
  const open: number[] = [];
  const path: number[] = [];
  let visited = 0;
  const enter = (node: number): void => {
    visited++;
    order[node] = visited;
    low[node] = visited;
    open.push(node);
    path.push(node);
  };
  /** Does nothing if the component of `other` is complete. */
  const lower = (node: number, other: number): void => {
    const lowest = low[other] ?? 0;
    if (lowest > 0 && lowest < (low[node] ?? 0)) low[node] = lowest;
  };
  for (const start of nodes) {
    if (order[start] === 0) enter(start);
    for (let node = path.at(-1); node !== undefined; node = path.at(-1)) {
      const at = next[node] ?? 0;
      if (at < (offsets[node + 1] ?? 0)) {
        next[node] = at + 1;
        const neighbor = neighbors[at] ?? 0;
        if (order[neighbor] === 0) enter(neighbor);
        else lower(node, neighbor);
        continue;
      }
      path.pop();
      if (low[node] === order[node]) {
        const component = open.splice(open.lastIndexOf(node));
        for (const member of component) low[member] = 0;
        found.push(component);
      }
      const parent = path.at(-1);
      if (parent !== undefined) lower(parent, node);
    }
  }
  return found;
}
