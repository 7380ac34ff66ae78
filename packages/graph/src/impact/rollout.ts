import type { Adjacency } from "../packed-graph.ts";
import { neighborsOf, nodesIn } from "../traverse.ts";

export interface Rollout {
  /** By node, starting at 1: a node can be released once all earlier waves are. */
  wave: Map<number, number>;
  /** By node, starting at 1: nodes that depend on each other are released together. */
  cycleGroup: Map<number, number>;
}

/** Orders the affected nodes (a 0/1 mask) for release. `producers` leads from consumers to what they wait for. */
export function rollout(producers: Adjacency, affected: Uint8Array): Rollout {
  const wave = new Map<number, number>();
  const cycleGroup = new Map<number, number>();
  let groups = 0;
  for (const component of stronglyConnectedComponents(producers, nodesIn(affected))) {
    const awaited = component.flatMap((node) => [...neighborsOf(producers, node)]);
    const last = awaited.reduce((latest, producer) => Math.max(latest, wave.get(producer) ?? 0), 0);
    if (component.length > 1) groups++;
    for (const node of component) {
      wave.set(node, last + 1);
      if (component.length > 1) cycleGroup.set(node, groups);
    }
  }
  return { wave, cycleGroup };
}

/**
 * Returns the strongly connected components among `nodes`, each after all components it has edges to: with an adjacency
 * from consumers to producers, producers come first. Tarjan's algorithm, iterative so that long chains cannot overflow
 * the stack.
 */
function stronglyConnectedComponents(adjacency: Adjacency, nodes: Iterable<number>): number[][] {
  const search: Search = { adjacency, order: new Map(), low: new Map(), open: [], found: [] };
  for (const node of nodes) {
    if (!search.order.has(node)) explore(search, node);
  }
  return search.found;
}

interface Search {
  adjacency: Adjacency;
  /** The order in which nodes were first visited. */
  order: Map<number, number>;
  /** The smallest order of an open node reachable from this one; deleted once its component is complete. */
  low: Map<number, number>;
  /** Visited nodes whose component is not complete. */
  open: number[];
  found: number[][];
}

function explore(search: Search, start: number): void {
  const visits = [enter(search, start)];
  for (let visit = visits.at(-1); visit; visit = visits.at(-1)) {
    const { value: next, done } = visit.pending.next();
    if (done) {
      visits.pop();
      leave(search, visit.node);
      const parent = visits.at(-1);
      if (parent) lower(search, parent.node, visit.node);
    } else if (search.order.has(next)) lower(search, visit.node, next);
    else visits.push(enter(search, next));
  }
}

function enter(search: Search, node: number) {
  search.low.set(node, search.order.size);
  search.order.set(node, search.order.size);
  search.open.push(node);
  return { node, pending: neighborsOf(search.adjacency, node).values() };
}

/** Does nothing if the component of `next` is complete: `next` no longer has a `low`. */
function lower({ low }: Search, node: number, next: number): void {
  low.set(node, Math.min(low.get(node) ?? Infinity, low.get(next) ?? Infinity));
}

function leave({ order, low, open, found }: Search, node: number): void {
  if (low.get(node) !== order.get(node)) return;
  const component = open.splice(open.lastIndexOf(node));
  for (const member of component) low.delete(member);
  found.push(component);
}
