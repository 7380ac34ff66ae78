import type { Clock } from "@knockon/contract/vocabulary/clock";
import { titlesOf } from "./column-titles.ts";
import type { GraphView, ViewNode } from "./graph-view.ts";
import type { Card, CardEdge, Column } from "./layers.ts";

/** A dependency of the root that gets a change of it as well. It is drawn once, as a dependency, and counted as both. */
export interface AlsoDependent {
  hops: number;
  clock: Clock;
  /** Whether a version or a file decides if it gets the change then. */
  isMaximum: boolean;
}

/** The column whose heading counts a dependent that is not drawn in it: that of its hops or, if there is none, the last one before. */
export function columnFor(hops: number, columns: readonly number[]): number | undefined {
  const before = columns.filter((at) => at > 0 && at <= hops);
  return before.length === 0 ? undefined : Math.max(...before);
}

/** Adds these to the headings of the dependents, so that their sum is the number of an impact. */
export function countAlso(columns: readonly Column[], also: ReadonlyMap<string, AlsoDependent>): Column[] {
  const places = columns.map(({ at }) => at);
  const byColumn = Map.groupBy(also.values(), ({ hops }) => columnFor(hops, places));
  return columns.map((column) => {
    const counted = byColumn.get(column.at);
    if (!counted) return column;
    const farthest = Math.max(column.at, ...counted.map(({ hops }) => hops));
    const titles = farthest > column.at ? { ...titlesOf(column.at, farthest), farthest } : {};
    return { ...column, ...titles, count: column.count + counted.length, also: counted.length };
  });
}

/** Marks what passes a change on only to repositories that are drawn as dependencies. */
export const withWaysBack = (cards: readonly Card[], edges: readonly CardEdge[]): Card[] => {
  const columnOf = new Map(cards.map(({ id, column }) => [id, column]));
  const leads = Map.groupBy(edges, ({ from }) => from);
  return cards.map((card) => {
    if (card.kind === "group" || !card.passesOn || card.hidden > 0) return card;
    const ends = (leads.get(card.id) ?? []).map(({ to }) => columnOf.get(to) ?? 0);
    const isBack = ends.some((end) => end < 0) && !ends.some((end) => end > (card.alsoAt ?? card.column));
    return isBack ? { ...card, passesBack: true } : card;
  });
};

/**
 * Returns a function to what is between a repository and the root: those that are one hop nearer, of a dependent only what passes the
 * change on, also dependencies that depend on the root.
 */
export function parentsIn(
  { nodes, edges }: GraphView,
  columnOf: ReadonlyMap<string, number>,
  hopsOfDependents: ReadonlyMap<string, number>,
): (id: string, column: number) => ViewNode[] {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const [uses, users] = [
    Map.groupBy(
      edges.filter(({ passes }) => passes),
      ({ source }) => source,
    ),
    Map.groupBy(edges, ({ target }) => target),
  ];
  return (id, column) => {
    const found =
      column > 0
        ? (uses.get(id) ?? [])
            .map(({ target }) => target)
            .filter((one) => hopsOfDependents.get(one) === column - 1)
        : (users.get(id) ?? []).map(({ source }) => source).filter((one) => columnOf.get(one) === column + 1);
    return [...new Set(found)].flatMap((one) => byId.get(one) ?? []);
  };
}

/** Names what is between a repository and the root, from two hops on: the one that others use most. */
export function withVia(card: Card, parentsOf: ReturnType<typeof parentsIn>): Card {
  if (card.kind === "group" || Math.abs(card.column) < 2) return card;
  const [via, ...others] = parentsOf(card.id, card.column).toSorted((a, b) => b.fanIn - a.fanIn);
  return via ? { ...card, via, viaMore: others.length } : card;
}

/** Counts the repositories that a change of the root affects and that are not drawn. */
export const countBeyond = ({ nodes }: GraphView, drawn: ReadonlySet<string>): number =>
  nodes.filter(({ id, affected }) => affected !== null && affected.hops > 0 && !drawn.has(id)).length;
