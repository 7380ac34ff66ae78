import type { Card, Column, Layers } from "./layers.ts";
import { sectionsOf } from "./sections.ts";

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

/** Divides the cards of a framed column among its places, from left to right in each row. */
export function slotsOf(layers: Pick<Layers, "cards" | "columns">): Slots {
  const { cards, columns } = layers;
  const count = countSlots(columns);
  const start = besideEachOther(columns)[0]?.at ?? 0;
  const first = (at: number): number => {
    const before = columns.filter((column) => column.at < at && column.isBelow !== true);
    const extra = before.reduce((sum, column) => sum + partsOf(column) - 1, 0);
    return Math.max(0, Math.min(count - 1, at - start + extra));
  };
  const slots = new Map(cards.map(({ id, column }) => [id, first(column)]));
  for (const { repositories, groups } of sectionsOf(layers))
    for (const block of [repositories, groups])
      for (const [index, { id, column }] of block.entries()) {
        const parts = partsOf(columns.find(({ at }) => at === column) ?? {});
        slots.set(id, first(column) + (index % parts));
      }
  return { count, of: ({ id }) => slots.get(id) ?? 0, first };
}
