import { type Direction, toggleKey } from "./graph-search.ts";
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
  /** Whether an edge between two of its repositories, or of one and the root, is shown. */
  isPart: (edge: ViewEdge) => boolean;
  /** Returns the hops of a repository that do not follow from those of the repositories before it. */
  hopsOf?: (id: string) => number;
  /** Whether an impact tells when each gets a change. */
  isByImpact: boolean;
}

/** Returns the sides of a root. What is on both, in a dependency cycle with the root, is arranged on each. */
export function sidesOf(
  view: GraphView,
  root: string,
  { direction, through }: { direction: Direction; through: "artifacts" | "repositories" },
): Side[] {
  const { dependents, dependencies } = neighborsOf(view);
  const left: Side = {
    sign: -1,
    next: dependencies,
    before: dependents,
    isPart: ({ target }) => target !== root,
    isByImpact: false,
  };
  const right: Side =
    through === "artifacts"
      ? affectedSide(view, root)
      : {
          sign: 1,
          next: dependents,
          before: dependencies,
          isPart: ({ source }) => source !== root,
          isByImpact: false,
        };
  return [...(direction === "dependents" ? [] : [left]), ...(direction === "dependencies" ? [] : [right])];
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
  const isPart = ({ source, passes }: ViewEdge): boolean => passes && source !== root;
  return { sign: 1, next, before, hopsOf, isPart, isByImpact: true };
}

/** What of a side is drawn: the columns of its repositories, negative on the left, and who is in each. */
export interface DrawnSide extends Side {
  /** The root has 0. */
  columnOf: ReadonlyMap<string, number>;
  columns: ReadonlyMap<number, readonly string[]>;
  /** Whether those are drawn that are next to a repository. */
  isExpanded: (id: string) => boolean;
  /** The repositories that expanding one shows. */
  shownBy: (id: string) => string[];
}

interface Expansion {
  root: string;
  /** Hops that are expanded by default. */
  depth: number;
  toggled: ReadonlySet<string>;
}

/** Follows a side from the root as far as it is expanded. */
export function expandSide(side: Side, { root, depth, toggled }: Expansion): DrawnSide {
  const { sign, next, hopsOf } = side;
  const columnOf = new Map([[root, 0]]);
  const columns = new Map<number, string[]>();
  const hopsAt = (id: string): number => Math.abs(columnOf.get(id) ?? 0);
  const isExpanded = (id: string): boolean =>
    id === root || hopsAt(id) < depth !== toggled.has(toggleKey(sign * hopsAt(id), id));
  const stepsFrom = (id: string) =>
    [...(next.get(id) ?? [])]
      .map((neighbor) => ({ id: neighbor, hops: hopsOf?.(neighbor) ?? hopsAt(id) + 1 }))
      .filter(({ hops }) => hops <= Math.max(depth, hopsAt(id) + 1));
  let farthest = 0;
  for (let hops = 0; hops <= farthest; hops++)
    for (const id of hops === 0 ? [root] : (columns.get(sign * hops) ?? [])) {
      if (!isExpanded(id)) continue;
      for (const step of stepsFrom(id)) {
        if (columnOf.has(step.id)) continue;
        const column = sign * step.hops;
        columnOf.set(step.id, column);
        const members = columns.get(column);
        if (members) members.push(step.id);
        else columns.set(column, [step.id]);
        farthest = Math.max(farthest, step.hops);
      }
    }
  const shownBy = (id: string): string[] => stepsFrom(id).map((step) => step.id);
  return { ...side, columnOf, columns, isExpanded, shownBy };
}

/** Returns what is between a repository and the root: those that lead to it and are one hop nearer. */
export const parentsOn = ({ before, columnOf, sign }: DrawnSide, id: string): string[] =>
  [...(before.get(id) ?? [])].filter((one) => columnOf.get(one) === (columnOf.get(id) ?? 0) - sign);

/** Whether an edge is drawn on a side. */
export const isDrawnOn = ({ columnOf, isPart }: DrawnSide, edge: ViewEdge): boolean =>
  columnOf.has(edge.source) && columnOf.has(edge.target) && isPart(edge);
