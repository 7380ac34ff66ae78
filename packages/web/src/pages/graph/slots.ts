import type { Card, Column, Layers } from "./layers.ts";

/** Where each card is drawn, in places beside each other. A column has one place, or several that divide its cards. */
export interface Slots {
  count: number;
  /** The place of a card. */
  of: (card: Card) => number;
  /** The first place of a column. */
  first: (at: number) => number;
}

const partsOf = ({ parts = 1 }: Pick<Column, "parts">): number => parts;

/** The columns that are beside each other. */
export const besideEachOther = <T extends Pick<Column, "isBelow">>(columns: readonly T[]): T[] =>
  columns.filter(({ isBelow }) => isBelow !== true);

/** The number of places that columns take, also those without cards in between. */
export function countSlots(columns: Layers["columns"]): number {
  const beside = besideEachOther(columns);
  const span = (beside.at(-1)?.at ?? 0) - (beside[0]?.at ?? 0) + 1;
  return beside.reduce((sum, column) => sum + partsOf(column) - 1, span);
}

/** Divides the cards of a column among its places in the order in which they are given, about as many each. */
export function slotsOf({ cards, columns }: Pick<Layers, "cards" | "columns">): Slots {
  const count = countSlots(columns);
  const start = columns[0]?.at ?? 0;
  const first = (at: number): number => {
    const before = columns.filter((column) => column.at < at && column.isBelow !== true);
    const extra = before.reduce((sum, column) => sum + partsOf(column) - 1, 0);
    return Math.min(count - 1, at - start + extra);
  };
  const parts = new Map(columns.map((column) => [column.at, partsOf(column)]));
  const slots = new Map<string, number>();
  for (const [at, members] of Map.groupBy(cards, ({ column }) => column)) {
    const rows = Math.ceil(members.length / (parts.get(at) ?? 1));
    for (const [index, { id }] of members.entries()) slots.set(id, first(at) + Math.floor(index / rows));
  }
  return { count, of: ({ id }) => slots.get(id) ?? 0, first };
}
