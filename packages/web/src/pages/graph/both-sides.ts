import type { Clock } from "@knockon/contract/vocabulary/clock";
import { titlesOf } from "./column-titles.ts";
import type { GraphView } from "./graph-view.ts";
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

/** Names the repository on the other side of the root where a dependent gets the change by no other that is drawn on its own side. */
export const withVia = (cards: readonly Card[], edges: readonly CardEdge[]): Card[] => {
  const byId = new Map(cards.map((card) => [card.id, card]));
  const incoming = Map.groupBy(edges, ({ to }) => to);
  return cards.map((card) => {
    if (card.kind === "group" || card.column <= 0) return card;
    const parents = (incoming.get(card.id) ?? []).flatMap(({ from }) => byId.get(from) ?? []);
    const past = parents.find(({ column }) => column < 0);
    const isAlone = past?.kind === "repository" && parents.every(({ column }) => column < 0);
    return isAlone ? { ...card, via: past.node } : card;
  });
};

/** Counts the repositories that a change of the root affects and that are not drawn. */
export const countBeyond = ({ nodes }: GraphView, drawn: ReadonlySet<string>): number =>
  nodes.filter(({ id, affected }) => affected !== null && affected.hops > 0 && !drawn.has(id)).length;
