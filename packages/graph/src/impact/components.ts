import type { Adjacency } from "../packed-graph.ts";
import { neighborsOf } from "../subgraph.ts";

/**
 * The strongly connected components among `nodes`, each after all that it leads to: with an adjacency from consumers
 * to producers, producers come first. Tarjan's algorithm without recursion, so depth costs no stack.
 */
export function components(adjacency: Adjacency, nodes: Iterable<number>): number[][] {
  const search: Search = { adjacency, order: new Map(), low: new Map(), open: [], found: [] };
  for (const node of nodes) {
    if (!search.order.has(node)) explore(search, node);
  }
  return search.found;
}

interface Search {
  adjacency: Adjacency;
  /** When a node was first seen. */
  order: Map<number, number>;
  /** The earliest open node that it leads to, by order; deleted once its component is found. */
  low: Map<number, number>;
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

/** A node whose component is complete has no low any more and lowers nobody. */
function lower({ low }: Search, node: number, next: number): void {
  low.set(node, Math.min(low.get(node) ?? Infinity, low.get(next) ?? Infinity));
}

function leave({ order, low, open, found }: Search, node: number): void {
  if (low.get(node) !== order.get(node)) return;
  const component = open.splice(open.lastIndexOf(node));
  for (const member of component) low.delete(member);
  found.push(component);
}
