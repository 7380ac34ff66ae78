import type { GraphView, ViewEdge } from "./graph-view.ts";
import { neighborsOf } from "./layers.ts";

export type Neighbors = ReadonlyMap<string, ReadonlySet<string>>;

/** What is on one side of a root. */
export interface Side {
  /** 1: its dependents, on the right. -1: its dependencies, on the left. */
  sign: 1 | -1;
  /** The repositories that are one hop farther from the root than each. */
  next: Neighbors;
  /** Those that are one hop nearer. */
  before: Neighbors;
  /** Returns the hops of a repository that do not follow from those of the repositories before it. */
  hopsOf?: (id: string) => number;
}

/** Returns the repositories around a root by side, and which edges are part of that. */
export function sidesOf(view: GraphView, root: string, through: "artifacts" | "repositories") {
  const { dependents, dependencies } = neighborsOf(view);
  const left: Side = { sign: -1, next: dependencies, before: dependents };
  if (through === "repositories") {
    const right: Side = { sign: 1, next: dependents, before: dependencies };
    return { right, left, isPart: () => true };
  }
  return { right: affectedSide(view, root), left, isPart: isPartOfImpact(root) };
}

/**
 * Returns the dependents that a change of the root affects. Each is next to the repositories that pass the change on to it and
 * that it gets to one hop earlier or, if what passes it on gets it later than its repository, to the last of them.
 */
function affectedSide({ nodes, edges }: GraphView, root: string): Side {
  const affected = new Map(nodes.map(({ id, affected: arrival }) => [id, arrival?.hops ?? Infinity]));
  affected.set(root, 0);
  const hopsOf = (id: string): number => affected.get(id) ?? Infinity;
  const passing = edges.filter(
    ({ source, target, passes }) => passes && hopsOf(target) < hopsOf(source) && hopsOf(source) < Infinity,
  );
  const [next, before] = [new Map<string, Set<string>>(), new Map<string, Set<string>>()];
  for (const [consumer, found] of Map.groupBy(passing, ({ source }) => source)) {
    const last = Math.max(...found.map(({ target }) => hopsOf(target)));
    const producers = new Set(found.flatMap(({ target }) => (hopsOf(target) === last ? target : [])));
    before.set(consumer, producers);
    for (const producer of producers) next.set(producer, (next.get(producer) ?? new Set()).add(consumer));
  }
  return { sign: 1, next, before, hopsOf };
}

/** Returns whether an edge is shown, by the columns of its ends: at a dependent of the root only those that pass the change on. */
const isPartOfImpact =
  (root: string) =>
  (edge: ViewEdge, columnOf: ReadonlyMap<string, number>): boolean => {
    const ends = [edge.source, edge.target].map((id) => columnOf.get(id) ?? -1);
    return edge.passes || edge.source === root || Math.max(...ends) <= 0;
  };
