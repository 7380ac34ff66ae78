import type { CollapseOptions } from "./collapse-column.ts";
import type { Layers } from "./layers.ts";
import { shareRows } from "./sections.ts";
import { countSlots } from "./slots.ts";

/** What a window has room for where columns are below each other. */
export interface StackRoom {
  /** Whether the cards of so many columns beside each other have no room for an icon. */
  isNarrow: (columns: number) => boolean;
  /** The number of cards that fit below each other into so many columns of a stack, with so many columns beside each other. */
  rows: (stacked: number, columns: number) => number;
}

/** The room of each column of a stack. */
export type Stack = ReadonlyMap<number, Pick<CollapseOptions, "rows" | "leastAlone" | "leastGroups">>;

/**
 * Returns the columns of dependencies that are drawn below the root, below each other: where dependents have their lines summed up,
 * and all columns beside each other would be narrow. Undefined if they are beside each other.
 */
export function stackOf(
  { columns, isSummed = false }: Pick<Layers, "columns" | "isSummed">,
  room: StackRoom | undefined,
): Stack | undefined {
  const left = columns.filter(({ at }) => at < 0).toSorted((a, b) => b.at - a.at);
  const all = countSlots(columns);
  const isNeeded = isSummed && left.length > 1 && left.length + 1 < all && room?.isNarrow(all) === true;
  const beside = all - left.length;
  if (!isNeeded || room.isNarrow(beside)) return undefined;
  const rows = shareRows(
    left.map(({ count }) => count),
    room.rows(left.length, beside),
  );
  // One row is for everything else.
  return new Map(
    left.map(({ at }, index) => {
      const share = rows[index] ?? 1;
      return [at, { rows: share, leastAlone: share - 1, leastGroups: 0 }];
    }),
  );
}
